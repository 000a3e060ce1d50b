"""Five programs of the kind that the original's pages show, unchanged but for the host that they ask."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("requests")

import virtual_finance_api
from virtual_finance_api import cli
from virtual_finance_api.compat.yfinance import ticker as ticker_module

PRINT = """
import json
import virtual_finance_api as fa
import virtual_finance_api.endpoints.yahoo as yh

client = fa.Client()
r = yh.Holders("IBM")
rv = client.request(r)
print(json.dumps(rv["major"][0][1]))
"""
CATCH = """
import virtual_finance_api as fa
import virtual_finance_api.endpoints.yahoo as yh

client = fa.Client()
for ticker in ("IBM", ""):
    r = yh.Profile(ticker)
    try:
        rv = client.request(r)
    except fa.VirtualFinanceAPIError as err:
        print("failed", err.code)
    else:
        print(sorted(rv))
"""
BARS = """
import virtual_finance_api as fa
import virtual_finance_api.endpoints.yahoo as yh
from virtual_finance_api.endpoints.yahoo import AdjustType, Interval, Period

client = fa.Client()
params = {"period": Period.p_5d, "interval": Interval.i_1d, "adjust": AdjustType.auto}
r = yh.History("IBM", params=params)
client.request(r)
bars = r.response["ohlcdata"]
print(r, r.status_code, len(bars["timestamp"]), bars["close"] == bars["adjclose"])
"""
FRAMES = """
import virtual_finance_api as fa
import virtual_finance_api.compat.yfinance.endpoints as yf

client = fa.Client()
r = yf.Financials("IBM")
client.request(r)
print(sorted(r.balancesheet), "Total Assets" in r.balancesheet["yearly"].index, list(r.earnings["yearly"].columns))
o = yf.Options("IBM")
client.request(o)
calls, puts = o.option_chain()
print(len(o.options) > 1, len(calls) > 1, len(puts) > 1)
"""
TICKERS = """
from virtual_finance_api.compat.yfinance import Ticker
from virtual_finance_api.generic.isin import ISINCode

ibm = Ticker("IBM")
print(list(ibm.history(period="5d").columns))
print(ibm.info["symbol"], len(ibm.calendar), ISINCode(ibm.isin["ISIN"]).passed, ibm.dividends.name)
"""
PROGRAMS = {
    PRINT: ['"% of Shares Held by All Insider"'],
    CATCH: ["['calendar', 'info', 'recommendations', 'sustainability']", "failed 422"],
    BARS: ["v8/finance/chart/IBM 200 5 True"],
    FRAMES: ["['quarterly', 'yearly'] True ['Revenue', 'Earnings']", "True True True"],
    TICKERS: ["['Open', 'High', 'Low', 'Close', 'Adj Close', 'Volume']", "IBM 7 True Dividends"],
}


@pytest.fixture
def sample(market_host, monkeypatch):
    """Makes all clients ask the sample host."""
    made = virtual_finance_api.Client.__init__

    def init(self, *args, **kwargs):
        made(self, *args, **kwargs)
        self.native = market_host.client()

    monkeypatch.setattr(virtual_finance_api.Client, "__init__", init)
    monkeypatch.setattr(ticker_module, "client", virtual_finance_api.Client())


@pytest.mark.parametrize("program", PROGRAMS, ids=["print", "catch", "bars", "frames", "tickers"])
def test_programs_run_unchanged(program, sample, capsys):
    exec(compile(program, "program.py", "exec"), {})
    assert capsys.readouterr().out.splitlines() == PROGRAMS[program]


@pytest.mark.parametrize("command", ["profile", "financials", "holders", "history"])
def test_the_command_prints_json(command, sample, capsys):
    assert cli.main([command, "IBM"]) == 0
    assert json.loads(capsys.readouterr().out)


def test_the_command_says_what_is_wrong(sample, capsys):
    assert cli.main(["profile", ""]) == 1
    assert "ticker" in capsys.readouterr().err
