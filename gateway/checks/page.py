"""The page of a gateway on the sample host, in a browser: python page.py VFAPI CHROMIUM [AXE]."""

import os
import re
import statistics
import subprocess
import sys
import urllib.request
from urllib.parse import quote

from playwright.sync_api import TimeoutError, sync_playwright

VFAPI, CHROMIUM, *AXE = sys.argv[1:]
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]
PAGES = {
    "start": "/",
    "endpoint": "/e/history?ticker=IBM&range=1y",
    "options": "/e/options?ticker=IBM",
    "watch": "/watch?symbols=IBM,BTC-USD",
    "compare": "/compare?symbols=IBM,MSFT&range=1y",
    "subject": "/s/IBM",
    "sector": "/e/sector?key=energy",
    "figures": "/figures",
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

    def __init__(self, port=0, **environment):
        self.process = subprocess.Popen(
            [VFAPI, "--sample", "serve", "--listen", f"127.0.0.1:{port}", "--log", "off"],
            stderr=subprocess.PIPE, text=True, env=os.environ | environment)
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


# The minimum number of cards of a page.
CARDS = {"start": 6, "subject": 9, "figures": 2}


def settled(page, cards):
    """Waits until all cards of a page show what they have."""
    page.wait_for_function("cards => document.querySelectorAll('.card').length >= cards && !document.querySelector('[aria-busy]')", arg=cards)


def ready(page, name):
    """Waits until a page shows what it is about."""
    if name == "watch":
        page.wait_for_function("() => document.querySelectorAll('td.rose, td.fell').length > 0")
    elif name in CARDS:
        settled(page, CARDS[name])
    elif name == "compare":
        page.wait_for_selector("#other canvas")
        page.wait_for_function("() => document.querySelectorAll('.card table').length === 2")
    elif name == "options":
        page.wait_for_selector("#view .sides")
    elif name == "sector":
        page.locator("#views [role=tab]", has_text="chart").click()
        page.wait_for_selector("#view .tiles li")
    else:
        page.wait_for_selector("#view canvas")


def forms(browser, gateway):
    """Sends the first example of every endpoint by its form."""
    page = opened(browser, gateway, "/")
    page.wait_for_selector(".endpoints a")
    names = page.eval_on_selector_all(".endpoints a", "links => links.map(link => link.getAttribute('href').slice(3))")
    check(len(names) >= 35, f"only {len(names)} endpoints")
    for name in names:
        page.goto(f"{gateway.url}/e/{name}")
        page.wait_for_function("name => document.title.startsWith(name + ' ')", arg=name)
        example = page.locator("#examples button").first
        (example if example.count() else page.locator("#form .primary")).click()
        page.wait_for_function("() => / ms /.test(document.getElementById('facts').textContent) && !document.body.classList.contains('busy')")
        check(page.locator("#facts").inner_text().startswith("200 "), f"{name}: {page.locator('#facts').inner_text()}")
        page.locator("#languages [role=tab]", has_text="rust").click()
        check("client.request(" in page.locator("#code").inner_text(), f"{name} has no code in Rust")
        check(page.locator("#view").inner_text() != "" or page.locator("#view canvas").count() == 1, f"{name} shows nothing")
        chart = page.locator("#views [role=tab]", has_text="chart")
        if chart.count():
            chart.click()
            page.wait_for_selector("#view canvas, #view .shares li, #view .tiles li")
    page.goto(f"{gateway.url}/e/sector?key=energy")
    page.locator("#views [role=tab]", has_text="table").click()
    weight = page.locator("#view td span[title^='0.']").first
    check(weight.inner_text().endswith(" %"), f"a fraction is shown as {weight.inner_text()}")
    # A wrong value is said at its field.
    page.goto(f"{gateway.url}/e/history?ticker=IBM&range=1yy")
    page.wait_for_selector("#form [aria-invalid]")
    check("1y" in page.locator(".field .wrong:visible").first.inner_text(), "the wrong range has no advice")
    page.keyboard.press("Escape")
    page.locator("h1").first.click()
    page.keyboard.press("?")
    check(page.locator("#keys").is_visible(), "? shows no keys")
    page.context.close()


def start(browser, gateway):
    """The first page: what it is, an overview, the endpoints in their groups, and a field that finds."""
    page = opened(browser, gateway, "/")
    settled(page, 6)
    check("invented" in page.locator(".banner:visible").inner_text(), "nobody says that the data are invented")
    check(page.locator(".group h2").all_inner_texts()[:3] == ["Prices", "Company", "Market"], "the help has other groups")
    check(page.locator(".card a[href^='/s/']").count() >= 20, "the overview leads to no instruments")
    page.keyboard.press("/")
    page.keyboard.type("MSFT")
    page.wait_for_selector("#found li")
    check(page.locator("#found b").first.inner_text() == "MSFT", "MSFT is not found first")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/s/MSFT")
    page.locator("#find").fill("microsoft corp")
    page.keyboard.press("Enter")
    page.wait_for_function("() => location.pathname !== '/s/MSFT'")
    check(re.search(r"/s/[A-Z]+$", page.url), f"a name leads to {page.url}")
    page.locator("#find").fill("key-fig")
    page.wait_for_selector("#found li")
    check(page.locator("#found b", has_text="key-figures").count() == 1, "an endpoint is not found")
    page.context.close()


def instruments(browser, gateway):
    """Instruments of all kinds, without errors for what they do not have, and one sentence for what does not exist."""
    for ticker, decimals in [("IBM", 2), ("QQQ", 2), ("^GSPC", 2), ("BTC-USD", 2), ("EURUSD=X", 4)]:
        page = opened(browser, gateway, f"/s/{quote(ticker)}")
        settled(page, 3)
        check(page.locator(".wrong:visible, [role=alert]:visible").count() == 0, f"{ticker} shows an error")
        check("cannot be shown" not in page.locator("#other").inner_text(), f"{ticker} lacks a card")
        price = page.locator(".price").inner_text()
        check(re.search(rf"^[\d,]+\.\d{{{decimals}}}\b", price) and re.search(r"closed · .*UTC", price), f"the price of {ticker} is {price}")
        check(page.locator("#other h1").inner_text() != ticker, f"{ticker} has no name")
        page.context.close()
    page = opened(browser, gateway, "/s/IBM")
    settled(page, 9)
    names = page.locator(".facts dt").all_inner_texts()
    check({"Previous close", "P/E", "52-week low", "Gross margins"} <= set(names), f"the labels are {names}")
    check("2023-12-31" in page.locator("[aria-label=Statements] thead").inner_text(), "the dates of statements are no columns")
    canvas = page.locator(".candles canvas")
    before = page.locator(".reading").inner_text()
    canvas.hover(position={"x": 200, "y": 100})
    page.wait_for_function("before => document.querySelector('.reading').innerText !== before", arg=before)
    page.locator(".candles .chips button", has_text="5d").click()
    page.wait_for_function("() => / \\d\\d:\\d\\d /.test(document.querySelector('.reading').innerText)")
    options = page.locator("[aria-label=Options]").first
    smile = options.locator("table").inner_text()
    options.locator("select").select_option(index=2)
    page.wait_for_function("before => document.querySelector('[aria-label=Options] table').innerText !== before", arg=smile)
    page.context.close()
    page = opened(browser, gateway, "/s/NOTFOUND")
    page.wait_for_selector("[role=alert]")
    said = page.locator("main [role=alert]:visible").all_inner_texts()
    check(len(said) == 1 and said[0].startswith("There is no ticker “NOTFOUND”."), f"an unknown ticker: {said}")
    check(page.locator(".card").count() == 0, "an unknown ticker has cards")
    page.context.close()


def addresses(browser, gateway):
    """The state of a table is in its address, and an address without a page says so."""
    page = opened(browser, gateway, "/e/screener?name=DAY_GAINERS")
    page.wait_for_selector("#view table")
    check(page.locator("#view thead").inner_text().split()[:4] == ["symbol", "name", "price", "change"], "the command has other columns")
    check(page.locator("#view tbody a[href^='/s/']").count() > 0, "rows lead to no instrument")
    page.locator("#view th button", has_text="price").click()
    page.locator("#filter").fill("co")
    page.locator("#views [role=tab]", has_text="json").click()
    check(page.url.endswith("#tab=json&filter=co&sort=regularMarketPrice"), f"the state is not in {page.url}")
    page.reload()
    page.wait_for_selector("#view .tree")
    page.locator("#views [role=tab]", has_text="table").click()
    check(page.locator("#view [aria-sort=ascending]").inner_text().startswith("price"), "the order is lost")
    page.context.close()
    page = opened(browser, gateway, "/histori")
    page.wait_for_function("() => document.querySelector('#other [role=alert]')?.textContent.includes('did you mean /history')")
    page.context.close()
    page = opened(browser, gateway, "/watch")
    check("The list is empty" in page.locator(".live").inner_text(), "an empty list says nothing")
    page.context.close()
    page = opened(browser, gateway, PAGES["compare"])
    ready(page, "compare")
    check({"Gross margins", "P/E", "Revenue growth"} <= set(page.locator(".card tbody th").all_inner_texts()), "figures are not compared")
    before = page.locator(".legend").inner_text()
    page.locator("#other canvas").hover(position={"x": 200, "y": 100})
    page.wait_for_function("before => document.querySelector('.legend').innerText !== before", arg=before)
    page.context.close()


def saved(page):
    """Presses the button that saves what is shown, and returns the name and the text of the file."""
    with page.expect_download() as download:
        page.locator("#save").click()
    with open(download.value.path()) as file:
        return download.value.suggested_filename, file.read()


def kept(browser, gateway):
    """What is shown is what is saved, in the time of the exchange, and its address leads to it again."""
    page = opened(browser, gateway, "/e/history?ticker=IBM&range=1d&interval=60m#tab=table&sort=-timestamp")
    page.wait_for_selector("#view td")
    first = page.locator("#view tbody tr").first.inner_text()
    check(re.match(r"2024-06-28 15:30 EDT\s", first), f"the last bar of the day is shown as {first!r}")
    name, text = saved(page)
    check(name == "history-IBM.csv" and "T19:30:00Z," in text.splitlines()[1], f"{name} begins with {text[:200]!r}")
    page.locator("#views [role=tab]", has_text="json").click()
    name, text = saved(page)
    check(name == "history-IBM.json" and text.startswith('{"meta":'), f"{name} begins with {text[:60]!r}")
    page.goto(f"{gateway.url}/compare?symbols=IBM&range=5d")
    page.wait_for_selector("#other [aria-pressed=true]")
    check("Add another" in page.locator("main").inner_text(), "one company asks for no other")
    page.goto(f"{gateway.url}/s/IBM")
    settled(page, CARDS["subject"])
    page.locator(".card button", has_text="max").first.click()
    page.wait_for_function("() => location.hash.includes('range=max')")
    page.reload()
    settled(page, CARDS["subject"])
    pressed = page.locator(".card [aria-pressed=true]").first.inner_text()
    check(pressed == "max", f"after a reload the range is {pressed}")
    page.context.close()


def speed(browser, gateway):
    """The page is small, and prints when something is seen of it; the machine decides how soon, so no time is wrong."""
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
            if width == 320 and name in ("endpoint", "subject"):
                top = page.locator("canvas").first.bounding_box()["y"]
                check(top < 800, f"the chart of {name} comes after {top:.0f} px")
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


def tokens(browser):
    """With a token the page has everything that it shows, and saves the documents."""
    token = "0123456789abcdef"
    with Gateway(VFAPI_TOKENS=f"alice {token}") as gateway:
        page = opened(browser, gateway, "/openapi")
        page.locator("#token").fill(token)
        page.locator("#enter button").click()
        page.wait_for_selector("#other table")
        with page.expect_download() as saved:
            page.locator("button", has_text="openapi.json").click()
        with open(saved.value.path()) as document:
            check(document.read(11) == '{"openapi":', "the saved document is another one")
        page.locator("#pages a", has_text="Figures").click()
        ready(page, "figures")
        page.context.close()


if __name__ == "__main__":
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        with Gateway() as gateway:
            forms(browser, gateway)
            start(browser, gateway)
            instruments(browser, gateway)
            addresses(browser, gateway)
            kept(browser, gateway)
            screens(browser, gateway)
            speed(browser, gateway)
        breaks(browser)
        tokens(browser)
        browser.close()
    print(f"{len(wrong)} wrong")
    sys.exit(bool(wrong))
