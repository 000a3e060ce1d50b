"""The captured replies through Python against the results that Rust is held to (`tests/tests/conformance.rs`)."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pandas
import pytest
import virtual_finance as vf

CAPTURES = Path(os.environ.get("VFAPI_CAPTURES", Path(__file__).parents[2] / "../shared/captures"))
IS_REQUIRED = os.environ.get("VFAPI_REQUIRE_CAPTURES") == "1"
PREFIX = "virtual-finance-API__"
CASES = [
    (vf.Financials("IBM"), f"financials/{PREFIX}2021_yahoo_financials.raw.html", f"{PREFIX}je_financials.json"),
    (vf.Holders("IBM"), f"holders/{PREFIX}2021_yahoo_holders.raw.html", f"{PREFIX}je_holders.json"),
    (vf.Screeners(), f"screeners/{PREFIX}2021_screeners.raw.html", "screeners.json"),
    (vf.Index("^IXIC"), f"index/{PREFIX}2021_yahoo_index.raw.html", f"{PREFIX}yh_yahooindex.json"),
    (vf.Options("IBM"), f"options/{PREFIX}2021_yahoo_options.raw.json", f"{PREFIX}je_options.json"),
    (vf.History("IBM"), f"history/{PREFIX}2021_yahoo_history.raw.json", "history_unadjusted.json"),
    (
        vf.History("IBM", adjust="auto"),
        f"history/{PREFIX}2021_yahoo_history.raw.json",
        f"{PREFIX}je_history.json",
    ),
]

pytestmark = pytest.mark.skipif(
    not CAPTURES.is_dir() and not IS_REQUIRED, reason="there are no captured replies (VFAPI_CAPTURES)"
)


def kinds(value: object) -> object:
    """Returns a value with the kinds of its numbers: 1 and 1.0 are equal in Python."""
    if isinstance(value, dict):
        return {name: kinds(member) for name, member in value.items()}
    if isinstance(value, list):
        return [kinds(item) for item in value]
    return (type(value).__name__, value)


@pytest.mark.parametrize(("request_", "reply", "expected"), CASES, ids=lambda given: str(given)[-40:])
def test_captured_replies_give_what_rust_gives(request_, reply, expected):
    converted = request_.convert((CAPTURES / reply).read_bytes(), now=1_617_000_000)
    assert kinds(converted.response) == kinds(json.loads((CAPTURES / "expected_2021" / expected).read_text()))
    assert converted.source == "saved replies"
    for frame in converted.frames().values():
        assert len(frame.to_pandas()) == frame.to_polars().height == frame.to_arrow().num_rows


def test_a_captured_history_has_its_bars_in_pandas():
    reply = CASES[5][0].convert((CAPTURES / CASES[5][1]).read_bytes())
    bars = reply.response["ohlcdata"]
    frame = reply.to_pandas()
    days = pandas.to_datetime(bars["timestamp"], unit="s", utc=True).tz_convert("America/New_York").date
    assert list(frame.index.date) == list(days)
    assert frame["close"].tolist() == bars["close"]
    assert frame["volume"].tolist() == bars["volume"]
