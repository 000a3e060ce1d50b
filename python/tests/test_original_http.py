"""The original's package on mocked, mounted, subclassed and redirected HTTP, and on the native client."""

from __future__ import annotations

import json
import pickle
import socket
from pathlib import Path

import pytest

pytest.importorskip("requests")

import requests
import requests_mock
import responses
import virtual_finance_api as fa
from urllib3.connectionpool import HTTPSConnectionPool
from virtual_finance_api.compat.yfinance import Ticker
from virtual_finance_api.compat.yfinance import endpoints as yf
from virtual_finance_api.compat.yfinance import ticker as ticker_module
from virtual_finance_api.endpoints import yahoo as yh
from virtual_finance_api.endpoints.apirequest import APIRequest, VirtualAPIRequest
from virtual_finance_api.endpoints.business_insider import ISIN
from virtual_finance_api.endpoints.decorators import endpoint
from virtual_finance_api.exceptions import ConversionHookError

from .original_replies import BODIES, CHAIN, CHART, PROFILE
from .test_captures import CAPTURES

REQUESTS = [
    yh.Profile,
    yh.Financials,
    yh.Holders,
    lambda ticker: yh.History(ticker, {"period": "max"}),
    yh.Options,
    lambda ticker: ISIN({"query": ticker}),
]


@pytest.fixture
def hosts():
    """All hosts, mocked."""
    with requests_mock.Mocker() as mocker:
        for path, body in BODIES.items():
            mocker.get(path, text=body)
        yield mocker


@pytest.fixture
def native(market_host):
    """A client whose native client asks the sample host."""
    client = fa.Client()
    client.native = market_host.client()
    return client


@pytest.mark.parametrize("make", REQUESTS)
def test_mocked_replies_are_converted(hosts, make):
    request = make("AAA")
    converted = fa.Client().request(request)
    assert hosts.call_count == 1
    assert hosts.last_request.headers["Accept-Encoding"] == "gzip, deflate"
    assert converted is request.response
    assert request.status_code == 200
    assert converted


def test_a_history_is_adjusted_where_it_was_asked_for(hosts):
    plain = fa.Client().request(yh.History("AAA", {"period": "5d", "interval": "1wk"}))
    assert plain["ohlcdata"]["close"] == [10.0, 12.0]
    assert hosts.last_request.qs == {
        "range": ["5d"],
        "interval": ["1wk"],
        "includeprepost": ["false"],
        "prepost": ["false"],
        "events": ["div,splits"],
    }
    auto = fa.Client().request(yh.History("AAA", {"adjust": yh.AdjustType.auto}))
    assert auto["ohlcdata"]["close"] == [5.0, 12.0]
    assert auto["ohlcdata"]["open"] == [5.0, 11.0]
    with pytest.raises(fa.VirtualFinanceAPIError) as caught:
        fa.Client().request(yh.History("AAA", {"adjust": "sideways"}))
    assert caught.value.args[0].code == 422


def test_responses_mocks_work_too():
    with responses.RequestsMock() as mock:
        mock.get("https://query1.finance.yahoo.com/v7/finance/options/AAA", json=CHAIN)
        assert fa.Client().request(yh.Options("AAA"))["strikes"] == [10.0]


def test_mounted_and_patched_sessions_are_used(monkeypatch):
    adapter = requests_mock.Adapter()
    adapter.register_uri("GET", "mock://host/quote/AAA", text=PROFILE)
    client = fa.Client()
    client._client.mount("mock://", adapter)
    request = yh.Profile("AAA")
    request.DOMAIN = "mock://host"
    assert client.request(request)["info"]["sector"] == "Industrials"

    class Patched:
        status_code = 200
        content = PROFILE.encode()

    patched = fa.Client()
    monkeypatch.setattr(patched._client, "get", lambda url, **given: Patched)
    assert patched.request(yh.Profile("AAA"))["info"]["symbol"] == "AAA"


def test_a_domain_of_an_instance_or_a_class_is_asked(hosts, monkeypatch):
    request = yh.Profile("AAA")
    request.DOMAIN = "https://test.example.com"
    fa.Client().request(request)
    assert hosts.last_request.url == "https://test.example.com/quote/AAA"
    monkeypatch.setattr(yh.Profile, "DOMAIN", "https://other.example.com")
    fa.Client().request(yh.Profile("AAA"))
    assert hosts.last_request.url == "https://other.example.com/quote/AAA"


def test_request_params_and_headers_reach_every_request(hosts):
    client = fa.Client(headers={"X-Name": "a"}, request_params={"timeout": 0.5, "headers": {"X-Other": "b"}})
    assert client.request_params == {"timeout": 0.5, "headers": {"X-Other": "b"}}
    client.request(yh.Profile("AAA"))
    sent = hosts.last_request
    assert (sent.timeout, sent.headers["X-Name"], sent.headers["X-Other"]) == (0.5, "a", "b")


@endpoint("orders/{number}", domain="https://test.example.com", method="PUT", expected_status=201)
class Order(APIRequest):
    """A request of a program."""

    HEADERS = {"X-Order": "yes"}  # noqa: RUF012

    def __init__(self, number, data):
        super().__init__(self.ENDPOINT.format(number=number), method=self.METHOD, expected_status=self.EXPECTED_STATUS)
        self.data = data

    def _conversion_hook(self, s):
        if s == "bad":
            raise ConversionHookError(418, "no order")
        return {"text": s}


def test_a_request_of_a_program_is_sent_with_its_own_hook(hosts):
    hosts.put("https://test.example.com/orders/7", text="good", status_code=201)
    order = Order(7, {"a": 1})
    assert fa.Client().request(order) == {"text": "good"}
    assert hosts.last_request.json() == {"a": 1}
    assert hosts.last_request.headers["X-Order"] == "yes"
    assert (order.status_code, order.response) == (201, {"text": "good"})
    hosts.put("https://test.example.com/orders/7", text="bad", status_code=201)
    with pytest.raises(fa.VirtualFinanceAPIError) as caught:
        fa.Client().request(order)
    assert isinstance(caught.value.args[0], ConversionHookError)
    assert (caught.value.code, caught.value.args[0].code, str(caught.value)) == (418, 418, "no order")
    assert order.status_code == 418


@endpoint("tickers", domain="https://test.example.com", response_type="json")
class Tickers(VirtualAPIRequest):
    """A request of a program whose replies are JSON."""

    def __init__(self):
        super().__init__(self.ENDPOINT, method=self.METHOD)

    def _conversion_hook(self, s):
        return s


def test_json_of_a_program_is_parsed_behind_its_hook(hosts):
    request = Tickers()
    hosts.get("https://test.example.com/tickers", text='{"list": ["IBM"]}')
    assert fa.Client().request(request) == request.response == {"list": ["IBM"]}
    hosts.get("https://test.example.com/tickers", text='{"list": ["IBM}')
    with pytest.raises(ValueError, match="request: tickers, response could not be loaded as JSON"):
        fa.Client().request(request)


def test_a_subclass_of_ours_has_the_last_word(hosts):
    class Counted(yh.History):
        def _conversion_hook(self, s):
            assert json.loads(s)["chart"]["error"] is None
            return len(super()._conversion_hook(s)["ohlcdata"]["timestamp"])

    assert fa.Client().request(Counted("AAA", {})) == 2


@pytest.mark.parametrize("make", REQUESTS)
def test_replies_that_cannot_be_converted_are_422(make):
    with requests_mock.Mocker() as mocker:
        mocker.get(requests_mock.ANY, text="<html>nothing</html>")
        request = make("AAA")
        with pytest.raises(fa.VirtualFinanceAPIError) as caught:
            fa.Client().request(request)
    error = caught.value
    assert isinstance(error.args[0], ConversionHookError)
    assert (error.code, error.args[0].code, str(error)) == (422, 422, "")
    assert request.status_code == 422
    assert error.args[0].__cause__ is not None


def test_a_profile_without_its_sections_is_not_found():
    empty = '<script>\nroot.App.main = {"context":{"dispatcher":{"stores":{"QuoteSummaryStore":{}}}}};\n</script>'
    with requests_mock.Mocker() as mocker:
        mocker.get(requests_mock.ANY, text=f"<html>{empty}</html>")
        with pytest.raises(fa.VirtualFinanceAPIError) as caught:
            fa.Client().request(yh.Profile("AAA"))
    assert (caught.value.code, str(caught.value)) == (404, "Profile not found")


@pytest.mark.parametrize("status", [400, 404, 429, 500])
def test_errors_of_hosts_have_their_status(status):
    with requests_mock.Mocker() as mocker:
        mocker.get(requests_mock.ANY, text="gone", status_code=status)
        request = yh.Holders("AAA")
        with pytest.raises(fa.VirtualFinanceAPIError) as caught:
            fa.Client().request(request)
    assert (caught.value.code, str(caught.value)) == (status, "gone")
    assert request.status_code == status


def test_exceptions_of_requests_come_through():
    with requests_mock.Mocker() as mocker:
        mocker.get(requests_mock.ANY, exc=requests.exceptions.ConnectTimeout)
        with pytest.raises(requests.exceptions.ConnectTimeout):
            fa.Client().request(yh.Holders("AAA"))


@pytest.mark.parametrize(
    "request_",
    [
        *(make("IBM") for make in REQUESTS),
        yh.History("IBM", {"start": "2024-01-02", "interval": yh.Interval.i_1wk, "adjust": "back"}),
        yh.History("IBM", {"range": "max", "interval": "1d", "events": "div,splits"}),
        yh.Screeners(),
        yh.Screener("DAY_GAINERS"),
        yh.Screener("day_gainers"),
        yh.YhooIndex("^DJI"),
        yh.YhooIndex("%5EDJI"),
    ],
    ids=lambda given: str(given),
)
def test_untouched_requests_go_to_the_native_client(native, request_, monkeypatch):
    assert native._is_native(request_)
    # A session that is asked would fail.
    monkeypatch.setattr(fa.Client, "_ask", None)
    assert native.request(request_) is request_.response
    assert request_.status_code == 200


def test_what_was_touched_goes_through_requests(native, monkeypatch):
    request = yh.Profile("IBM")
    assert native._is_native(request)
    changed = [
        (request, "DOMAIN", "https://test.example.com"),
        (request, "_conversion_hook", lambda s: s),
        (yh.Profile, "_conversion_hook", lambda self, s: s),
        (request, "params", {"a": 1}),
        (request, "HEADERS", {"a": "b"}),
        (native._client, "verify", False),
        (native._client, "proxies", {"https": "http://127.0.0.1:9"}),
        (native._client, "send", print),
        (native, "_client", object()),
        (requests.Session, "send", print),
        (requests.adapters.HTTPAdapter, "send", print),
        # Libraries that play replies back replace connections or sockets.
        (HTTPSConnectionPool, "ConnectionCls", type("Played", (), {})),
        (socket, "socket", type("Played", (), {})),
    ]
    for target, name, value in changed:
        with monkeypatch.context() as patch:
            patch.setattr(target, name, value, raising=False)
            assert not native._is_native(request), name
    assert native._is_native(request)
    assert pickle.loads(pickle.dumps(fa.Client()))._is_native(request)
    mounted = fa.Client()
    mounted._client.mount("https://", requests.adapters.HTTPAdapter(max_retries=3))
    assert not mounted._is_native(request)
    native._client.headers["X-New"] = "a"
    assert not native._is_native(request)
    assert not fa.Client(request_params={"timeout": 1})._is_native(request)


def test_failures_of_the_native_client_are_those_of_the_original(native, silent_host, market_host):
    request = yh.History("IBM", {"adjust": "sideways"})
    with pytest.raises(fa.VirtualFinanceAPIError) as caught:
        native.request(request)
    assert caught.value.args[0].code == request.status_code == 422
    assert "sideways" in str(caught.value.__cause__)
    request = yh.Profile("NOTFOUND")
    with pytest.raises(fa.VirtualFinanceAPIError) as caught:
        native.request(request)
    assert caught.value.code == request.status_code == 404
    native.native = market_host.client(hosts=silent_host.hosts, timeout=0.2, retries=1)
    with pytest.raises(requests.exceptions.ConnectionError):
        native.request(yh.Holders("IBM"))


def test_frames_have_the_values_of_the_reply(hosts, monkeypatch):
    monkeypatch.setattr(ticker_module, "client", fa.Client())
    ticker = Ticker("AAA")
    assert ticker._r["profile"] is None
    assert ticker.dividends.to_dict() == {ticker.actions.index[1]: 0.25}
    assert ticker.splits.tolist() == [2.0]
    assert ticker.actions["Stock Splits"].tolist() == [2.0, 0.0]
    assert ticker.history(auto_adjust=False)["Close"].tolist() == [10.0, 12.0]
    assert ticker.history()["Close"].tolist() == [5.0, 12.0]
    assert str(ticker.history().index[0]) == "2020-12-31 14:30:00"
    assert str(ticker.history(tz="America/New_York").index[0]) == "2020-12-31 09:30:00-05:00"
    assert ticker.balance_sheet.loc["Total Assets"].tolist() == [9000.0, 8000.0]
    assert ticker.cashflow is None
    assert ticker.earnings.to_dict() == {"Revenue": {2020: 4000}, "Earnings": {2020: 500}}
    assert ticker.quarterly_earnings.index.tolist() == ["4Q2020"]
    assert ticker.institutional_holders.iloc[0].tolist()[:2] == ["Example Fund", 1000]
    assert ticker.institutional_holders["% Out"].tolist() == [0.0825]
    assert ticker.major_holders.to_numpy().tolist() == [["58.58%", "% of Shares Held by Institutions"]]
    assert ticker.mutualfund_holders["Holder"].tolist() == ["Other Fund"]
    assert ticker.calendar.loc["Revenue High", "Value"] == 1000
    assert ticker.recommendations["Firm"].tolist() == ["Bank A", "Bank B"]
    assert ticker.sustainability.loc["totalEsg", "Value"] == 20.5
    assert ticker.info["logo_url"].endswith("/example.com")
    assert ticker.isin == {"ticker": "AAA", "ISIN": "US0378331005"}
    assert ticker.options == ("2021-01-15", "2021-02-19")
    calls, puts = ticker.option_chain("2021-01-15", tz="America/New_York")
    assert hosts.last_request.qs == {"date": ["1610668800"]}
    assert (calls["inTheMoney"].tolist(), puts["volume"].tolist()) == ([True], [7])
    with pytest.raises(ValueError, match="2021-02-19"):
        ticker.option_chain("2021-02-19")


def test_frames_of_a_reply_are_kept_and_can_be_deleted(hosts):
    request = yf.Holders("AAA")
    fa.Client().request(request)
    assert request.major is request.major
    del request._holders["major"]
    with pytest.raises(KeyError, match="major"):
        request.major  # noqa: B018
    fa.Client().request(request)
    assert len(request.major) == 1


def test_a_section_that_a_program_removed_is_none(hosts):
    request = yf.Profile("AAA")
    fa.Client().request(request)
    for name in ("calendar", "recommendations", "sustainability"):
        assert getattr(request, name) is not None
        request.response[name] = None
        assert getattr(request, name) is None


def test_frames_of_a_request_without_a_reply_are_none():
    members = {"Financials": "balancesheet", "Holders": "major", "Options": "options", "Profile": "calendar"}
    for kind, member in members.items():
        assert getattr(getattr(yf, kind)("AAA"), member) is None
    assert yf.History("AAA", {}).history is None


@pytest.mark.parametrize("make", REQUESTS[:5])
def test_a_reply_about_another_ticker_is_taken_with_a_warning(make, caplog):
    with requests_mock.Mocker() as mocker:
        for path, body in BODIES.items():
            mocker.get(path.replace("AAA", "OTHER"), text=body)
        assert fa.Client().request(make("OTHER"))
    assert "is about AAA" in caplog.text


def test_rows_of_a_screener_keep_the_order_of_the_page():
    row = {"regularMarketPrice": {"raw": 2.5, "fmt": "2.50"}, "symbol": "AAA", "priceHint": 2, "currency": "USD"}
    results = {"rows": [row], "columns": [{"data": "symbol"}], "total": 1, "filters": {}}
    stores = {"ScreenerResultsStore": {"results": results}}
    text = json.dumps({"context": {"dispatcher": {"stores": stores}}})
    with requests_mock.Mocker() as mocker:
        mocker.get(requests_mock.ANY, text=f"<html><script>\nroot.App.main = {text};\n</script></html>")
        converted = fa.Client().request(yh.Screener("MOST_ACTIVES"))
    assert json.dumps(converted["rows"]) == json.dumps([row])


def test_a_page_without_its_stores_is_422():
    text = json.dumps({"context": {"dispatcher": {"erots": {"ScreenerResultsStore": {"results": {
        "rows": [], "columns": [], "total": 0, "filters": {}
    }}}}}})  # fmt: skip
    with requests_mock.Mocker() as mocker:
        mocker.get(requests_mock.ANY, text=f"<html><script>\nroot.App.main = {text};\n</script></html>")
        with pytest.raises(fa.VirtualFinanceAPIError) as caught:
            fa.Client().request(yh.Screener("MOST_ACTIVES"))
    assert caught.value.code == 422


def test_hooks_take_text_bytes_and_parsed_json():
    for body in (json.dumps(CHART), json.dumps(CHART).encode(), CHART):
        request = yf.History("AAA", {})
        request._conversion_hook(body)
        assert len(request.history) == 2


CONVERTED = [
    (yh.Financials("IBM"), "financials/{}financials.raw.html", "je_financials"),
    (yh.Holders("IBM"), "holders/{}holders.raw.html", "je_holders"),
    (yh.Options("IBM"), "options/{}options.raw.json", "je_options"),
    (yh.History("IBM", {"adjust": "auto"}), "history/{}history.raw.json", "je_history"),
    (yh.YhooIndex("^IXIC"), "index/{}index.raw.html", "yh_yahooindex"),
]


@pytest.mark.skipif(not CAPTURES.is_dir(), reason="there are no captured replies (VFAPI_CAPTURES)")
@pytest.mark.parametrize(("request_", "reply", "expected"), CONVERTED, ids=lambda given: str(given)[:30])
def test_captured_replies_give_what_the_original_gave(request_, reply, expected):
    body = (CAPTURES / reply.format("virtual-finance-API__2021_yahoo_")).read_bytes()
    golden = json.loads((CAPTURES / f"expected_2021/virtual-finance-API__{expected}.json").read_text())
    with requests_mock.Mocker() as mocker:
        mocker.get(requests_mock.ANY, content=body)
        assert fa.Client().request(request_) == golden


FRAMES = [
    ("Financials", "financials/{}financials.raw.html", "balancesheet", "Financials.balancesheet"),
    ("Holders", "holders/{}holders.raw.html", "major", "Holders.major"),
    ("Holders", "holders/{}holders.raw.html", "institutional", "Holders.institutional"),
    ("History", "history/{}history.raw.json", "history", "History.history"),
    ("History", "history/{}history.raw.json", "dividends", "History.dividends"),
    ("Profile", "profile/{}profile.raw.html", "calendar", "Profile.calendar"),
    ("Profile", "profile/{}profile.raw.html", "recommendations", "Profile.recommendations"),
]


def cell(value):
    """Returns a cell of a frame as the expected ones are written."""
    value = value.item() if hasattr(value, "item") else value
    return value.isoformat() if hasattr(value, "isoformat") else value


@pytest.mark.skipif(not CAPTURES.is_dir(), reason="there are no captured replies (VFAPI_CAPTURES)")
@pytest.mark.parametrize(("kind", "reply", "member", "name"), FRAMES)
def test_frames_of_captured_replies_are_those_of_the_original(kind, reply, member, name):
    request = getattr(yf, kind)("IBM", *([{"auto_adjust": False}] if kind == "History" else []))
    body = (CAPTURES / reply.format("virtual-finance-API__2021_yahoo_")).read_text()
    request._conversion_hook(body)
    found = getattr(request, member)
    frames = {f"{name}.{part}": frame for part, frame in found.items()} if isinstance(found, dict) else {name: found}
    for title, frame in frames.items():
        expected = json.loads((Path(CAPTURES) / "expected_frames" / f"{title}.json").read_text())
        assert [cell(key) for key in frame.index] == expected["index"]
        if "columns" in expected:
            assert [cell(column) for column in frame.columns] == expected["columns"]
            assert [[cell(value) for value in row] for row in frame.astype(object).to_numpy()] == expected["data"]
        else:
            assert (frame.name, frame.tolist()) == (expected["name"], expected["data"])
