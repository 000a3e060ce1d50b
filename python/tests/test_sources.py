"""Endpoints of hosts beside the market, and another provider of a history."""

from __future__ import annotations

import pandas
import pytest
import virtual_finance as vf


def test_lists_and_records_are_frames(client):
    rates = client.fx(["JPY", "CHF"], base="USD", start="2024-06-27", end="2024-06-28")
    assert client.fx("JPY,CHF", base="USD", start="2024-06-27", end="2024-06-28").response == rates.response
    frame = rates.to_pandas()
    assert list(frame.columns) == ["currency", "rate"]
    assert sorted(frame.index.strftime("%Y-%m-%d").unique()) == ["2024-06-27", "2024-06-28"]
    assert frame["rate"].iloc[:2].tolist() == [160.0, 171.94 / 1.0705]
    assert pandas.isna(frame["rate"].iloc[3])
    assert client.series("DGS10").to_polars()["value"].to_list() == [4.29, 4.36]
    series = client.series("DGS10").to_pandas()["value"]
    assert series.loc["2024-06-28"] == 4.36
    assert client.coin_history("bitcoin").to_pandas().index.name == "time"
    facts = client.facts("IBM", concepts=["totalRevenue", "Goodwill"], span="year")
    assert facts.to_arrow()["value"].to_pylist() == [61_860_000_000]
    # The host has lists; they are records here.
    bars = client.kraken_bars("XBTUSD")
    assert bars.response[0]["vwap"] == 61500.2
    assert bars.to_pandas().index[0] == pandas.Timestamp("2024-06-27T00:00:00Z")


def test_frames_say_whose_data_they_have(client):
    assert client.fx("USD", last=1).to_pandas().attrs["attribution"] == "Source: ECB"
    assert "endorsed" in vf.concat(client.many([vf.Series("DGS10")])).attrs["attribution"]


def test_a_history_of_another_provider(market_host):
    with market_host.client(source="tiingo") as client:
        reply = client.history("IBM", range="5d")
    assert reply.response["ohlcdata"]["close"] == [172.95]
    assert reply.to_pandas().attrs["source"].startswith("Tiingo (")
    sources = "auto, page, api, kraken, sec, tiingo"
    with pytest.raises(vf.ConfigError, match=f'"nobody" is no source; write one of {sources}'):
        market_host.client(source="nobody")
