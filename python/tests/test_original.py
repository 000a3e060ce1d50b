"""The surface of the original's package: every module path, name, signature and attribute."""

from __future__ import annotations

import datetime
import doctest
import importlib
import inspect
import pickle

import pytest

pytest.importorskip("requests")

import pandas
import virtual_finance_api as fa
from virtual_finance_api.compat.yfinance import Ticker
from virtual_finance_api.compat.yfinance.endpoints import Profile as FrameProfile
from virtual_finance_api.compat.yfinance.endpoints.util import YFHolders, camel2title, yfprocopt
from virtual_finance_api.endpoints import yahoo as yh
from virtual_finance_api.endpoints.apirequest import APIRequest, VirtualAPIRequest
from virtual_finance_api.endpoints.business_insider import ISIN
from virtual_finance_api.endpoints.decorators import dyndoc_insert, endpoint
from virtual_finance_api.endpoints.yahoo import util
from virtual_finance_api.endpoints.yahoo.types import AdjustType, Interval, Period, ReportPeriod
from virtual_finance_api.exceptions import ConversionHookError, VirtualFinanceAPIError
from virtual_finance_api.generic.isin import ISINCode

from .original_replies import PROFILE

NAMES = {
    "": "Client VirtualFinanceAPIError VERSION __version__",
    ".client": "Client DEFAULT_HEADERS",
    ".exceptions": "VirtualFinanceAPIError ConversionHookError",
    ".endpoints": "",
    ".endpoints.apirequest": "APIRequest VirtualAPIRequest",
    ".endpoints.decorators": "endpoint dyndoc_insert",
    ".endpoints.yahoo": (
        "Profile Financials Holders History Options Screeners Screener YhooIndex AdjustType Period Interval"
    ),
    ".endpoints.yahoo.types": "AdjustType Period Interval ReportPeriod",
    ".endpoints.yahoo.ticker_bundle": "Yhoo Profile Financials Holders History Options",
    ".endpoints.yahoo.screener_bundle": "Screeners Screener",
    ".endpoints.yahoo.index_bundle": "YhooIndex",
    ".endpoints.yahoo.util": "get_store response2json extract_domain convtime procopt",
    ".endpoints.business_insider": "ISIN",
    ".endpoints.business_insider.isin": "ISIN",
    ".generic": "",
    ".generic.isin": "ISINCode",
    ".compat": "",
    ".compat.yfinance": "Ticker",
    ".compat.yfinance.ticker": "Ticker client",
    ".compat.yfinance.endpoints": "Financials History Holders Options Profile",
    ".compat.yfinance.endpoints.bundle": "Financials History Holders Options Profile",
    ".compat.yfinance.endpoints.util": "yfprocopt YFHolders camel2title",
    ".endpoints.yahoo.responses.ticker_bundle": "responses",
    ".endpoints.yahoo.responses.screener_bundle": "responses",
    ".endpoints.yahoo.responses.index_bundle": "responses",
    ".endpoints.business_insider.responses.isin": "responses",
    ".compat.yfinance.endpoints.responses.bundle": "responses",
    ".compat.yfinance.responses.ticker": "responses",
    ".cli": "main",
}
SIGNATURES = {
    fa.Client: "headers=None request_params=None",
    VirtualFinanceAPIError: "code msg",
    ConversionHookError: "code msg",
    APIRequest: "endpoint method='GET' expected_status=200",
    endpoint: "url domain=None method='GET' response_type='txt' expected_status=200",
    dyndoc_insert: "src",
    yh.Profile: "ticker",
    yh.Financials: "ticker",
    yh.Holders: "ticker",
    yh.Options: "ticker params=None",
    yh.Screeners: "",
    yh.Screener: "name",
    yh.YhooIndex: "index",
    ISIN: "params",
    ISINCode: "code",
    Ticker: "ticker",
    Ticker.history: "self kwargs",
    YFHolders: "std",
    util.get_store: "response store",
    util.response2json: "response",
    util.extract_domain: "url",
    util.convtime: "t",
    camel2title: "o",
    yfprocopt: (
        "period='1mo' interval='1d' start=None end=None prepost=False actions=True auto_adjust=True "
        "back_adjust=False proxy=None rounding=False tz=None kwargs"
    ),
}
PROPERTIES = """
actions balance_sheet balancesheet calendar cashflow dividends earnings financials info institutional_holders isin
major_holders mutualfund_holders options quarterly_balance_sheet quarterly_balancesheet quarterly_cashflow
quarterly_earnings quarterly_financials recommendations splits sustainability
"""


@pytest.mark.parametrize("module", NAMES)
def test_each_module_has_its_names(module):
    found = importlib.import_module(f"virtual_finance_api{module}")
    assert [name for name in NAMES[module].split() if not hasattr(found, name)] == []


@pytest.mark.parametrize("call", SIGNATURES, ids=lambda call: call.__qualname__)
def test_each_call_has_the_parameters_of_the_original(call):
    parameters = inspect.signature(call).parameters.values()
    shown = [
        parameter.name if parameter.default is parameter.empty else f"{parameter.name}={parameter.default!r}"
        for parameter in parameters
    ]
    assert " ".join(shown) == SIGNATURES[call]


def test_a_ticker_has_22_properties():
    found = [name for name, member in vars(Ticker).items() if isinstance(member, property)]
    assert sorted(found) == PROPERTIES.split()
    assert len(found) == 22


REQUESTS = [
    (yh.Profile("IBM"), "quote/IBM", "https://finance.yahoo.com", "txt"),
    (yh.Financials("IBM"), "quote/IBM/financials", "https://finance.yahoo.com", "txt"),
    (yh.Holders("IBM"), "quote/IBM/holders", "https://finance.yahoo.com", "txt"),
    (yh.History("IBM", {}), "v8/finance/chart/IBM", "https://query1.finance.yahoo.com", "json"),
    (yh.Options("IBM"), "v7/finance/options/IBM", "https://query1.finance.yahoo.com", "json"),
    (yh.Screeners(), "screener", "https://finance.yahoo.com", "txt"),
    (yh.Screener("DAY_GAINERS"), "screener/predefined/DAY_GAINERS", "https://finance.yahoo.com", "txt"),
    (yh.YhooIndex("^IXIC"), "quote/^IXIC/components", "https://finance.yahoo.com", "txt"),
    (ISIN({"query": "IBM"}), "ajax/SearchController_Suggest", "https://markets.businessinsider.com", "txt"),
]


@pytest.mark.parametrize(("request_", "path", "domain", "kind"), REQUESTS, ids=lambda given: str(given))
def test_requests_have_paths_hosts_and_states(request_, path, domain, kind):
    assert str(request_) == path
    found = (request_.DOMAIN, request_.RESPONSE_TYPE, request_.METHOD)
    assert found == (domain, kind, "GET")
    assert (request_.method, request_.expected_status, request_.EXPECTED_STATUS) == ("GET", 200, 200)
    assert request_.response is None
    assert request_.status_code is None
    assert "{" + "history" not in (type(request_).__doc__ or "")


def test_requests_keep_their_parameters():
    assert (yh.Profile("IBM").ticker, yh.YhooIndex("^IXIC").index, yh.Screener("X").name) == ("IBM", "^IXIC", "X")
    assert ISIN({"query": "IBM"}).params == {"query": "IBM", "max_results": 25}
    assert ISIN({"query": "IBM", "max_results": 3}).params["max_results"] == 3
    with pytest.raises(ValueError, match="Missing in 'params': 'query'"):
        ISIN({})
    assert yh.Options("IBM", {"date": "2021-03-26"}).params == {"date": 1616716800}
    assert len(FrameProfile.COMPONENTS) == 15


def test_programs_set_statuses_and_methods():
    request = yh.Profile("IBM")
    request.status_code = 201
    request.method = "PUT"
    assert (request.status_code, request.method) == (201, "PUT")


def test_base_classes_are_abstract():
    for kind in (APIRequest, VirtualAPIRequest):
        with pytest.raises(TypeError):
            kind("path")


def test_enumerations_are_text():
    assert " ".join(Period) == "1d 5d 1mo 3mo 6mo 1y 2y 5y 10y ytd max"
    assert " ".join(Interval) == "1m 2m 5m 15m 30m 60m 90m 1h 1d 5d 1wk 1mo 3mo"
    assert [period.name for period in Period] == [f"p_{period}" for period in Period]
    assert [interval.name for interval in Interval] == [f"i_{interval}" for interval in Interval]
    assert f"{AdjustType.auto} {AdjustType.back}" == "auto back"
    assert [period.name for period in ReportPeriod] == ["y", "q"]
    assert all(isinstance(kind, str) for kind in (*Period, *Interval, *AdjustType, *ReportPeriod))


def test_the_decorator_sets_what_a_class_has():
    @endpoint("path/{name}", domain="https://example.com", method="PUT", response_type="json", expected_status=201)
    class Made(APIRequest):
        def __init__(self, name):
            super().__init__(self.ENDPOINT.format(name=name), method=self.METHOD, expected_status=self.EXPECTED_STATUS)

    made = Made("x")
    assert (str(made), made.method, made.expected_status) == ("path/x", "PUT", 201)
    assert (made.DOMAIN, made.RESPONSE_TYPE) == ("https://example.com", "json")


def test_examples_are_written_into_docs():
    @dyndoc_insert({"it": {"params": {"a": 1}, "response": "text"}})
    class Made:
        """Has {it_params}, {it_resp} and {other}."""

    assert Made.__doc__ == 'Has {\n  "a": 1\n}, text and {other}.'


def test_errors_have_codes_and_pickle():
    inner = ConversionHookError(422, "")
    error = pickle.loads(pickle.dumps(VirtualFinanceAPIError(422, inner)))
    assert error.code == 422
    assert isinstance(error.args[0], ConversionHookError)
    assert error.args[0].code == 422
    assert str(VirtualFinanceAPIError(404, "gone")) == "gone"
    assert not isinstance(inner, VirtualFinanceAPIError)


@pytest.mark.parametrize("code", ["US4592001014", "US0378331005", "AU0000XVGZA3", "BE0003788057"])
def test_isin_codes_have_parts(code):
    made = ISINCode(code)
    assert (made.code, made.country, made.NSIN, made.passed) == (code, code[:2], code[2:11], True)
    assert str(made) == str({"ISIN": code, "COUNTRY": code[:2], "NSIN": code[2:11], "CHKSUM": True})


@pytest.mark.parametrize("code", ["US4592001015", "us4592001014", "E0003788057", ""])
def test_a_wrong_isin_code_is_an_error(code):
    with pytest.raises(ValueError, match=f"'{code}' is no ISIN"):
        ISINCode(code)


def test_the_examples_of_docs_hold():
    assert doctest.testmod(importlib.import_module("virtual_finance_api.generic.isin")) == (0, 2)


def test_stores_and_domains_are_read():
    assert util.get_store(PROFILE, "QuoteSummaryStore")["symbol"] == "AAA"
    assert list(util.response2json(PROFILE)) == ["context"]
    for text in ("", "root.App.main = {", "root.App.main = {}"):
        with pytest.raises(ConversionHookError) as caught:
            util.get_store(text, "QuoteSummaryStore")
        assert caught.value.code == 422
    assert util.extract_domain("https://www.example.com:80/a") == "example.com"
    assert util.extract_domain("nothing") is None


def test_times_are_in_utc():
    day = 1609459200
    given = [
        "2021-01-01",
        datetime.date(2021, 1, 1),
        datetime.datetime(2021, 1, 1),
        pandas.Timestamp("2021-01-01 01:00", tz="Europe/Berlin"),
        day,
    ]
    assert [util.convtime(time) for time in given] == [day] * 5


def test_options_of_a_history_are_those_of_the_host():
    usual = {"range": "1mo", "interval": "1d", "includePrePost": False, "prepost": False, "events": "div,splits"}
    assert util.procopt() == usual
    assert util.procopt(period="1y", range="5d") == {**usual, "range": "5d"}
    assert "events" not in util.procopt(actions=False)
    given = util.procopt(prepost=True, adjust=AdjustType.back)
    assert (given["prepost"], given["includePrePost"], given["adjust"]) == (True, True, AdjustType.back)
    assert util.procopt(start="2021-01-01", end="2021-01-02")["period2"] == 1609545600
    # The range `max` would be answered with longer bars.
    assert util.procopt(period=Period.p_max)["period1"] == util.FIRST
    assert yfprocopt()["adjust"] == AdjustType.auto
    assert yfprocopt(auto_adjust=False, back_adjust=True)["adjust"] == AdjustType.back
    assert camel2title(["totalAssets", "dilutedEPS"]) == ["Total Assets", "Diluted Eps"]
