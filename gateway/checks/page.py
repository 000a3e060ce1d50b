"""The page of a gateway on the sample host, in a browser: python page.py VFAPI CHROMIUM [AXE]."""

import re
import statistics
import subprocess
import sys
import urllib.request

from playwright.sync_api import TimeoutError, sync_playwright

VFAPI, CHROMIUM, *AXE = sys.argv[1:]
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]
PAGES = {
    "endpoint": "/#/history?ticker=IBM&range=1y",
    "watch": "/#/watch?symbols=IBM,BTC-USD",
    "compare": "/#/compare?symbols=IBM,MSFT&range=1y",
    "subject": "/s/IBM",
    "sector": "/#/sector?key=energy",
}
# A canvas with something on it has more than one colour.
COLOURS = """canvas => { const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return new Set(new Uint32Array(data.buffer)).size; }"""
wrong = []


def check(is_right, words):
    if not is_right:
        wrong.append(words)
        print("wrong:", words)


class Gateway:
    """A gateway on the sample host, at a port; it ends with the block that uses it."""

    def __init__(self, port=0):
        self.process = subprocess.Popen(
            [VFAPI, "--sample", "serve", "--listen", f"127.0.0.1:{port}", "--log", "off"],
            stderr=subprocess.PIPE, text=True)
        self.url = re.search(r"http://\S+?(?=,)", self.process.stderr.readline()).group()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def opened(browser, gateway, path, width=1280, scheme="light"):
    """Opens a page whose errors and foreign requests are wrong."""
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page = context.new_page()
    page.on("pageerror", lambda error: check(False, f"{path}: {error}"))
    page.on("request", lambda request: check(
        request.url.startswith((gateway.url, "data:", "blob:")), f"{path} asks {request.url}"))
    page.goto(gateway.url + path)
    return page


def ready(page, name):
    """Waits until a page shows what it is about."""
    if name == "watch":
        page.wait_for_function("() => document.querySelectorAll('td.rose, td.fell').length > 0")
    elif name == "subject":
        page.wait_for_function("() => document.querySelectorAll('.card').length >= 8 && !document.querySelector('.card .body > .quiet')")
    elif name == "compare":
        page.wait_for_selector("#other canvas")
    elif name == "sector":
        page.locator("#views [role=tab]", has_text="chart").click()
        page.wait_for_selector("#view .tiles li")
    else:
        page.wait_for_selector("#view canvas")


def forms(browser, gateway):
    """Sends the first example of every endpoint by its form."""
    page = opened(browser, gateway, "/")
    page.wait_for_selector("#list a")
    names = page.eval_on_selector_all("#list a", "links => links.map(link => link.getAttribute('href').slice(3))")
    check(len(names) >= 35, f"only {len(names)} endpoints")
    for name in names:
        page.goto(f"{gateway.url}/#/{name}")
        page.wait_for_function("name => document.title.startsWith(name + ' ')", arg=name)
        example = page.locator("#examples button").first
        (example if example.count() else page.locator("#form .primary")).click()
        page.wait_for_function("() => / ms /.test(document.getElementById('facts').textContent) && !document.body.classList.contains('busy')")
        check(page.locator("#facts").inner_text().startswith("200 "), f"{name}: {page.locator('#facts').inner_text()}")
        check(page.locator("#view").inner_text() != "" or page.locator("#view canvas").count() == 1, f"{name} shows nothing")
        chart = page.locator("#views [role=tab]", has_text="chart")
        if chart.count():
            chart.click()
            page.wait_for_selector("#view canvas, #view .shares li, #view .tiles li")
    page.goto(f"{gateway.url}/#/sector?key=energy")
    page.locator("#views [role=tab]", has_text="table").click()
    weight = page.locator("#view td span[title^='0.']").first
    check(weight.inner_text().endswith(" %"), f"a fraction is shown as {weight.inner_text()}")
    # A wrong value is said at its field.
    page.goto(f"{gateway.url}/#/history?ticker=IBM&range=1yy")
    page.wait_for_selector("#form [aria-invalid]")
    check("1y" in page.locator(".field .wrong:visible").first.inner_text(), "the wrong range has no advice")
    page.keyboard.press("Escape")
    page.locator("h1").first.click()
    page.keyboard.press("?")
    check(page.locator("#keys").is_visible(), "? shows no keys")
    page.context.close()


def speed(browser, gateway):
    """The page is small, and prints when something is seen of it; the time is that of the machine, so none is wrong."""
    request = urllib.request.Request(gateway.url, headers={"Accept": "text/html", "Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request) as response:
        size = len(response.read())
        check(response.headers["Content-Encoding"] == "gzip" and size <= 150_000, f"the page has {size:,} bytes")
    paints = []
    for _ in range(5):
        page = opened(browser, gateway, PAGES["endpoint"])
        # An expression would be compiled anew at every look, which the page's policy forbids; a function is compiled once.
        page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length > 0")
        paints.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        page.context.close()
    print(f"{size:,} bytes by gzip, the first paint after {statistics.median(paints):.0f} ms")


def screens(browser, gateway):
    for name, path in PAGES.items():
        for width, scheme in [(320, "light"), (1280, "dark"), (2560, "light")]:
            page = opened(browser, gateway, path, width, scheme)
            ready(page, name)
            check(page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name} is wider than {width}")
            drawn = f"() => [...document.querySelectorAll('canvas')].every(canvas => ({COLOURS})(canvas) > 3)"
            try:
                page.wait_for_function(drawn, timeout=5_000)
            except TimeoutError:
                check(False, f"a canvas of {name} is empty")
            check(page.locator(".wrong:visible").count() == 0, f"{name}: {page.locator('.wrong:visible').all_inner_texts()}")
            if AXE:
                with open(AXE[0]) as script:
                    page.evaluate(script.read())
                found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
                for violation in found["violations"]:
                    check(False, f"{name}, {width}, {scheme}: {violation['id']}: {violation['help']}: "
                                 f"{[node['target'] for node in violation['nodes'][:3]]}")
            page.context.close()


def breaks(browser):
    """Two tabs on one stream, and a gateway that begins anew in the middle of it."""
    with Gateway() as gateway:
        pages = [opened(browser, gateway, PAGES["watch"]) for _ in range(2)]
        for page in pages:
            ready(page, "watch")
    for page in pages:
        page.wait_for_selector(".live.waiting")
    with Gateway(gateway.url.rsplit(":", 1)[1]):
        for page in pages:
            page.wait_for_selector(".live.ok")
            check("connected again" in page.locator(".live").inner_text(), "a break of the stream is not said")


if __name__ == "__main__":
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        with Gateway() as gateway:
            forms(browser, gateway)
            screens(browser, gateway)
            speed(browser, gateway)
        breaks(browser)
        browser.close()
    print(f"{len(wrong)} wrong")
    sys.exit(bool(wrong))
