"""The pictures of the book, of the page on the sample host: python pictures.py VFAPI CHROMIUM.

It needs playwright and pillow."""

from io import BytesIO
from pathlib import Path

from page import ARGUMENTS, CHROMIUM, PAGES, Gateway, opened, ready
from PIL import Image
from playwright.sync_api import sync_playwright

FOLDER = Path(__file__).parents[2] / "docs/src/images"
# The name of a picture, what of the page it shows, the width and the scheme of the screen, and the height.
PICTURES = [
    ("start", "start", PAGES["start"], 1280, "light", 900),
    ("instrument", "subject", PAGES["subject"], 1280, "light", 900),
    ("form", "options", "/e/options?ticker=IBM", 1280, "light", 1000),
    ("compare", "compare", PAGES["compare"], 1280, "dark", 600),
    ("watch", "watch", "/watch?symbols=IBM,MSFT,BTC-USD,EURUSD=X", 1280, "light", 440),
    ("sector", "sector", PAGES["sector"], 1280, "dark", 1000),
    ("phone", "subject", PAGES["subject"], 390, "dark", 844),
]

with sync_playwright() as playwright, Gateway() as gateway:
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
    for name, page_of, path, width, scheme, height in PICTURES:
        page = opened(browser, gateway, path, width, scheme)
        page.set_viewport_size({"width": width, "height": height})
        if name == "form":
            page.locator("#languages [role=tab]", has_text="rust").click()
        ready(page, page_of)
        # The colours of a page are few, so a palette shows the same in half the bytes.
        picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
        picture.quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(FOLDER / f"{name}.png", optimize=True)
        page.context.close()
    browser.close()
