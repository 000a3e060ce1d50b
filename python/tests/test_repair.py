"""Repaired histories: what is wrong is mended and listed, and the face of yfinance marks it."""

from __future__ import annotations

import asyncio
import json
import urllib.request

import pytest
import virtual_finance as vf

pandas = pytest.importorskip("pandas")

import virtual_finance.yfinance as yf  # noqa: E402


@pytest.fixture
def in_pence(market_host, stand_in):
    """A host whose history of a year has three bars in pence, and the number of the first."""

    def answer(path):
        with urllib.request.urlopen(market_host.url + path) as reply:
            chart = json.load(reply)
        result = chart["chart"]["result"][0]
        bars, closes = result["indicators"]["quote"][0], result["indicators"]["adjclose"][0]["adjclose"]
        for row in range(100, 103):
            for name in ("open", "high", "low", "close"):
                bars[name][row] *= 100
            closes[row] *= 100
        return json.dumps(chart).encode()

    return stand_in(answer)


def test_bars_in_pence_are_mended_and_listed(market_host, in_pence):
    request = vf.History("IBM", range="1y")
    right = market_host.client().request(request).response["ohlcdata"]["close"]
    client = in_pence.client(market_host)
    assert client.request(request).response["ohlcdata"]["close"] != right

    repaired = client.repaired(request)
    assert len(repr(repaired)) < 100
    assert repaired.response["ohlcdata"]["close"] == pytest.approx(right)
    assert [row for row, changed in enumerate(repaired.rows) if changed] == [100, 101, 102]
    close = next(change for change in repaired.made if change.column == "Close")
    assert (close.bars, close.reason) == (3, "was in another unit of the currency")
    assert close.before == pytest.approx(100 * close.after)

    async def program():
        async with vf.AsyncClient(**client._settings) as asked:
            return await asked.repaired(request)

    assert asyncio.run(program()) == repaired


def test_the_face_of_yfinance_marks_repaired_bars(market_host, in_pence):
    client = in_pence.client(market_host)
    for frame in (
        yf.Ticker("IBM", session=client).history(period="1y", repair=True),
        yf.download("IBM", period="1y", repair=True, session=client, progress=False, multi_level_index=False),
    ):
        assert [*frame["Repaired?"].to_numpy().nonzero()[0]] == [100, 101, 102]
        assert frame["Repaired?"].dtype == bool
        assert frame["Close"].max() < 2 * frame["Close"].min()


def test_a_repair_needs_unadjusted_prices(client):
    with pytest.raises(ValueError, match="adjusted already"):
        client.repaired(vf.History("IBM", range="1y", adjust="auto"))


def test_a_failed_repair_is_the_failure_of_its_request(market_host):
    client = market_host.client(retries=1)
    with pytest.raises(vf.NotFoundError):
        client.repaired(vf.History("NOTFOUND"))
    frame = yf.download("NOTFOUND IBM", period="5d", repair=True, session=client, progress=False)
    assert set(frame.attrs["failures"]) == {"NOTFOUND"}
    with pytest.raises(yf.exceptions.YFRateLimitError):
        yf.Ticker("LIMITED", session=client).history(repair=True)
