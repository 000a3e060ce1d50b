"""What people write today: FastAPI around yfinance, with the last bodies kept. Run by load.py, which names the host."""

import os
from urllib.parse import urlsplit

import requests
import yfinance
from fastapi import FastAPI, Response

HOST = os.environ["HOST"]
app = FastAPI()
kept: dict[str, bytes] = {}


class Session(requests.Session):
    """Asks the sample host whatever host yfinance names."""

    def request(self, method, address, **settings):
        settings.pop("proxies", None)
        asked = urlsplit(address)
        return super().request(method, f"{HOST}{asked.path}?{asked.query}", **settings)


session = Session()
session.mount("http://", requests.adapters.HTTPAdapter(pool_connections=64, pool_maxsize=64))


def body(ticker: str, period: str) -> bytes:
    frame = yfinance.Ticker(ticker, session=session).history(period=period, auto_adjust=False)
    return frame.reset_index().to_json(orient="records", date_format="iso").encode()


@app.get("/through/{ticker}")
def through(ticker: str, range: str = "1mo") -> Response:
    return Response(body(ticker, range), media_type="application/json")


@app.get("/kept/{ticker}")
async def from_memory(ticker: str, range: str = "1mo") -> Response:
    key = f"{ticker} {range}"
    if key not in kept:
        kept[key] = body(ticker, range)
    return Response(kept[key], media_type="application/json")
