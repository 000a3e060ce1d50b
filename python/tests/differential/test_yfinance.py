"""yfinance and `virtual_finance.yfinance` ask the same sample host, and their results are compared.

A call that differs has a row with the reason in the book; a row of a call that does not differ is an error, too.
"""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest

os.environ["YF_DISABLE_CURL_CFFI"] = "1"
pandas = pytest.importorskip("pandas")
requests = pytest.importorskip("requests")
original = pytest.importorskip("yfinance")

import virtual_finance  # noqa: E402
import virtual_finance.yfinance as ours  # noqa: E402
from virtual_finance.testing import SampleHost  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")
BOOK = Path(__file__).parents[3] / "docs/src/python.md"

TICKER = """
    income_stmt quarterly_income_stmt ttm_income_stmt incomestmt quarterly_incomestmt ttm_incomestmt financials
    quarterly_financials ttm_financials balance_sheet quarterly_balance_sheet balancesheet quarterly_balancesheet
    cash_flow quarterly_cash_flow ttm_cash_flow cashflow quarterly_cashflow ttm_cashflow dividends splits actions
    capital_gains major_holders institutional_holders mutualfund_holders insider_purchases insider_transactions
    institutional_holders.filter(like="Date") mutualfund_holders.filter(like="Date")
    insider_roster_holders recommendations recommendations_summary upgrades_downgrades earnings_estimate
    revenue_estimate earnings_history eps_trend eps_revisions growth_estimates sustainability earnings_dates
    valuation calendar analyst_price_targets sec_filings options news isin info earnings quarterly_earnings
    history() history(period="1y") history(period="5d",interval="1d") history(actions=False)
    history(period="max",interval="3mo") history(start="2025-03-03",end="2025-06-02") history(start=1750000000)
    history(period=None) history(period=None,start="2025-03-03") history(period=None,end="2025-03-03")
    history(period="1y",auto_adjust=False) option_chain().calls option_chain().puts option_chain().underlying
    option_chain(tz="America/New_York").calls get_shares_full() get_income_stmt() get_income_stmt(as_dict=True)
    get_income_stmt(freq="quarterly",pretty=True) get_balance_sheet() get_cash_flow(freq="trailing")
    get_dividends(period="1y") get_splits("1y") get_actions(period="5y") get_earnings_dates(limit=50)
    get_valuation_measures(freq="yearly",periods=2) get_valuation_measures(periods=0)
    get_earnings_estimate(as_dict=True) get_eps_trend(as_dict=True)
""".split()  # noqa: SIM905

DOWNLOAD = """
    ; period="1y"; period="max"; period="5y",interval="1wk"; period="5y",interval="1mo",actions=True
    ; period="2y",interval="3mo"; start="2025-03-03",end="2025-06-02",actions=True; start="2025-03-03",interval="1wk"
    ; end="2025-06-02"; period="1y",auto_adjust=False; period="1y",back_adjust=True,auto_adjust=False
    ; rounding=True,auto_adjust=False; keepna=True; group_by="ticker"; period="40d"; period="2wk",start="2025-03-03"
    ; ignore_tz=False; multi_level_index=False; period="5d",interval="1h",prepost=True
    ; period="5d",interval="30m",prepost=True; period=None; period=None,start="2025-03-03"
""".replace("\n", "").split(";")[1:]


def reasons() -> dict[str, str]:
    """Returns the differences that the book gives reasons for."""
    text = BOOK.read_text().partition("### Differences from yfinance")[2].partition("\n## ")[0]
    rows = [line.split("|")[1:3] for line in text.splitlines() if line.startswith("| `")]
    return {name.strip(): reason.strip() for names, reason in rows for name in names.replace("`", "").split("; ")}


class Session(requests.Session):
    """Sends whatever yfinance asks for to the sample host."""

    url = ""

    def request(self, method, url, **settings):
        asked = urlsplit(url)
        settings.pop("proxies", None)
        return super().request(method, f"{self.url}{asked.path}?{asked.query}", **settings)


@pytest.fixture(scope="module")
def sessions(tmp_path_factory):
    """Both sessions at one host, whose clock is that of this machine: yfinance has no other."""
    original.set_tz_cache_location(str(tmp_path_factory.mktemp("zones")))
    with SampleHost(now=int(time.time())) as host:
        session = Session()
        session.url = host.url
        fast = virtual_finance.RateLimit(requests=(1000, 1.0), at_once=16)
        yield session, host.client(rate_limit=fast)


@pytest.fixture(scope="module")
def tickers(sessions):
    return original.Ticker("MSFT", session=sessions[0]), ours.Ticker("MSFT", session=sessions[1])


def is_equal(one, other) -> bool:
    try:
        if isinstance(one, pandas.DataFrame):
            pandas.testing.assert_frame_equal(one, other, check_exact=True)
        elif isinstance(one, pandas.Series):
            pandas.testing.assert_series_equal(one, other, check_exact=True)
        elif isinstance(one, dict):
            return set(one) == set(other) and all(
                one[name] == other[name] or str(one[name]) == str(other[name]) for name in one
            )
        else:
            return one == other
    except AssertionError as error:
        print(error)
        return False
    return True


@pytest.mark.parametrize("call", TICKER)
def test_ticker(tickers, call):
    one, other = (eval(f"ticker.{call}", {"ticker": ticker}) for ticker in tickers)
    assert is_equal(one, other) == (call not in reasons()), (one, other)


FAST = """
    currency dayHigh dayLow exchange fiftyDayAverage lastPrice lastVolume marketCap open previousClose quoteType
    regularMarketPreviousClose shares tenDayAverageVolume threeMonthAverageVolume timezone twoHundredDayAverage
    yearChange yearHigh yearLow
""".split()  # noqa: SIM905

DOMAINS = """
    Sector("technology").name Sector("technology").symbol Sector("technology").overview Sector("energy").top_companies
    Sector("technology").industries Sector("technology").top_etfs Sector("technology").top_mutual_funds
    Sector("technology").research_reports Industry("software-infrastructure").overview
    Industry("software-infrastructure").top_companies Industry("software-infrastructure").top_performing_companies
    Industry("software-infrastructure").top_growth_companies Industry("semiconductors").sector_key
    Industry("semiconductors").sector_name
    Tickers("IBM,MSFT").history(period="1y",progress=False,threads=False,session=session)
    Tickers("IBM,MSFT").symbols Search("apple").quotes Search("apple",max_results=3).quotes Search("apple").lists
    Search("apple").response Search("apple",include_research=True,include_nav_links=True).response
    Search("apple").news Search("apple",include_research=True).research Search("apple",include_nav_links=True).nav
    Ticker("VFINX").funds_data.description Ticker("VFINX").funds_data.fund_overview
    Ticker("VFINX").funds_data.fund_operations Ticker("VFINX").funds_data.asset_classes
    Ticker("VFINX").funds_data.top_holdings Ticker("VFINX").funds_data.equity_holdings
    Ticker("VFINX").funds_data.bond_holdings Ticker("VFINX").funds_data.bond_ratings
    Ticker("VFINX").funds_data.sector_weightings Ticker("VFINX").funds_data.quote_type()
    Ticker("QQQ").history(period="max") Ticker("QQQ").history(period="5y",interval="1wk") Ticker("QQQ").capital_gains
""".split()  # noqa: SIM905


@pytest.mark.parametrize("key", FAST)
def test_fast_info(tickers, key):
    one, other = (ticker.fast_info[key] for ticker in tickers)
    assert (one == other) == (f"fast_info[{key}]" not in reasons()), (one, other)


@pytest.mark.parametrize("call", DOMAINS)
def test_domains(sessions, call):
    kind, _, rest = call.partition("(")
    arguments, _, rest = rest.partition(")")
    one, other = (
        eval(f"module.{kind}({arguments}, session=session){rest}", {"module": module, "session": session})
        for module, session in zip((original, ours), sessions, strict=True)
    )
    assert is_equal(one, other) == (call not in reasons()), (one, other)


MODULE = """
Lookup("apple",session=session).all
Lookup("apple",session=session).get_stock(count=5)
Lookup("apple",session=session).mutualfund
Lookup("apple",session=session).etf
Lookup("apple",session=session).index
Lookup("apple",session=session).get_future(count=3)
Lookup("NOTFOUND",session=session).all
Market("US",session=session).summary
Market("US",session=session).status
Market("EUROPE",session=session).summary
Market("EUROPE",session=session).status
list(MarketRegion)
Calendars("2025-11-03","2025-11-10",session=session).get_earnings_calendar(filter_most_active=False)
Calendars("2025-11-03","2025-11-10",session=session).earnings_calendar
Calendars("2025-11-03",session=session).get_earnings_calendar(10**11,filter_most_active=False,limit=50)
Calendars("2025-11-03","2025-11-10",session=session).ipo_info_calendar
Calendars("2025-11-03","2025-11-10",session=session).get_economic_events_calendar(limit=5,offset=3)
Calendars("2025-11-03","2025-11-10",session=session).splits_calendar
Calendars(session=session).splits_calendar
screen("day_gainers",session=session)["total"]
screen("day_gainers",session=session)["quotes"]
screen("day_gainers",session=session)
[quote["symbol"] for quote in screen("day_losers",count=7,session=session)["quotes"]]
[quote["symbol"] for quote in screen("day_gainers",count=100,session=session)["quotes"]]
screen("most_actives",offset=5,session=session)
screen(EquityQuery("and",[EquityQuery("eq",["region","us"]),EquityQuery("gt",["beta",1])]),session=session)
screen(EquityQuery("is-in",["sector","Technology","Energy"]),sortField="eodvolume",sortAsc=True,size=10,session=session)
screen(ETFQuery("gt",["fundnetassets",10]),offset=3,session=session)
screen(FundQuery("btwn",["initialinvestment",10,20.5]),session=session)
PREDEFINED_SCREENER_QUERIES.keys()
{name:(q["sortField"],q["sortType"],q["query"].to_dict()) for name,q in PREDEFINED_SCREENER_QUERIES.items()}
repr(PREDEFINED_SCREENER_QUERIES["bond_etfs"]["query"])
set.union(*map(set,EquityQuery("gt",["beta",1]).valid_fields.values()))
set.union(*map(set,FundQuery("gt",["initialinvestment",1]).valid_fields.values()))
set.union(*map(set,ETFQuery("gt",["fundnetassets",1]).valid_fields.values()))
EquityQuery("gt",["beta",1]).valid_fields
EquityQuery("gt",["beta",1]).valid_values
FundQuery("gt",["initialinvestment",1]).valid_values
ETFQuery("gt",["fundnetassets",1]).valid_values
EquityQuery("gt",["beta",1]).valid_values["sector"]
Ticker(("OR","XPAR"),session=session).ticker
Ticker("MSFT",session=session).history(period="1y",repair=True)
download("IBM MSFT",period="1y",repair=True,progress=False,threads=False,session=session)
""".strip().splitlines()


@pytest.mark.parametrize("call", MODULE)
def test_module(sessions, call):
    # A client of its own: one that has had rows from a service that a page lacks asks that service first from then on.
    sessions = sessions[0], pickle.loads(pickle.dumps(sessions[1]))
    one, other = (
        eval(call, {**{name: getattr(module, name) for name in module.__all__}, "session": session})
        for module, session in zip((original, ours), sessions, strict=True)
    )
    assert is_equal(one, other) == (call not in reasons()), (one, other)


#: What yfinance answers with something empty, or with what raises later.
REFUSED = """
Calendars("2025-11-10","2025-11-03",session=session).splits_calendar
Ticker("MSFT",session=session).funds_data
""".strip().splitlines()


@pytest.mark.parametrize("call", REFUSED)
def test_what_is_refused_has_a_reason(sessions, call):
    assert call in reasons()
    one, other = sessions
    eval(call, {**{name: getattr(original, name) for name in original.__all__}, "session": one})
    with pytest.raises((virtual_finance.ParamsError, ours.exceptions.YFDataException)):
        eval(call, {**{name: getattr(ours, name) for name in ours.__all__}, "session": other})


#: The modules of yfinance that are not here.
MODULES = ("data", "cache", "base", "version")


@pytest.mark.parametrize("name", MODULES)
def test_a_module_that_is_not_here_has_a_reason(name):
    assert hasattr(original, name)
    assert not hasattr(ours, name)
    assert name in reasons()


def test_constants_and_functions_that_programs_use_are_those_of_yfinance(sessions):
    for name in ("_BASE_URL_", "_QUERY1_URL_", "_ROOT_URL_", "_PRICE_COLNAMES_", "SECTOR_INDUSTY_MAPPING"):
        assert getattr(ours.const, name) == getattr(original.const, name), name
    keys = {sector: len(industries) for sector, industries in original.const.SECTOR_INDUSTY_MAPPING_LC.items()}
    assert {sector: len(industries) for sector, industries in ours.const.SECTOR_INDUSTY_MAPPING_LC.items()} == keys
    for kind in ("EQUITY", "ETF", "FUND"):
        names = [f"{kind}_SCREENER_{part}" for part in ("EQ_MAP", "FIELDS")]
        (one, one_fields), (other, other_fields) = (
            [getattr(module.const, name) for name in names] for module in (original, ours)
        )
        # Regions without an exchange have an empty text in some of the maps of yfinance.
        one = {**one, "exchange": {region: set(codes) - {""} for region, codes in one["exchange"].items()}}
        assert {**other, **one} == other, kind
        assert set().union(*one_fields.values()) <= set().union(*other_fields.values()), kind
    for statement, rows in original.const.fundamentals_keys.items():
        assert set(rows) <= set(ours.const.fundamentals_keys[statement]), statement
    bars = original.Ticker("IBM", session=sessions[0]).history(period="1y", auto_adjust=False, actions=False)
    for name in ("auto_adjust", "back_adjust"):
        one, other = (getattr(module.utils, name)(bars) for module in (original, ours))
        pandas.testing.assert_frame_equal(one[other.columns], other)
    for text in (None, "", "5d", "1mo", "10y", "2wk", "max", "3m", "0d", "01d", "1D", " 1d"):
        assert ours.utils.is_valid_period_format(text) == original.utils.is_valid_period_format(text), text
    for given in (["NetIncome", "EBITDAMargin", "BasicEPSTotal"], ["snake_case", "A1"], []):
        for sep, acronyms in ((" ", None), ("_", None), (" ", ["EPS", "EBITDA"]), ("_", ["EBITDA"])):
            one, other = (module.utils.camel2title(given, sep, acronyms) for module in (original, ours))
            assert one == other, (given, sep, acronyms)
    assert ours.utils.YfConfig is ours.config
    assert [ours.utils.is_isin(text) for text in ("US4592001014", "IBM")] == [True, False]


def test_an_isin_has_a_ticker(sessions, monkeypatch):
    monkeypatch.setattr(ours.config, "client", sessions[1])
    symbol = ours.utils.get_ticker_by_isin("US4592001014")
    assert symbol == ours.Ticker("US4592001014").ticker != ""
    assert ours.utils.get_info_by_isin("US4592001014")["type"] == "EQUITY"
    assert ours.utils.get_news_by_isin("US4592001014")
    with pytest.raises(ValueError, match="Invalid ISIN"):
        ours.utils.get_ticker_by_isin("IBM")


def test_an_unknown_ticker_has_no_latest_figures(sessions):
    for module, session in zip((original, ours), sessions, strict=True):
        info = module.Ticker("NOTFOUND", session=session).fast_info
        # Its first failure is another one, of the request for the time zone.
        with pytest.raises((KeyError, original.exceptions.YFException)):
            info["exchange"]
        for key in ("timezone", "quoteType"):
            with pytest.raises(KeyError):
                info[key]
    for key in info:
        with pytest.raises(KeyError):
            ours.Ticker("NOTFOUND", session=sessions[1]).fast_info[key]


def test_the_days_of_holders_are_those_of_yfinance_where_the_host_says_days(sessions):
    with SampleHost(now=sessions[1]._settings["now"]) as host:
        ticker = ours.Ticker("MSFT", session=host.client(source="api"))
        for kind in ("institutional_holders", "mutualfund_holders"):
            one = getattr(original.Ticker("MSFT", session=sessions[0]), kind)["Date Reported"]
            pandas.testing.assert_series_equal(one, getattr(ticker, kind)["Date Reported"])


def test_live_prices_come_as_messages(sessions):
    """yfinance has no way to end `listen` but an exception, so that its first messages are read off its socket."""
    session, client = sessions
    address = session.url.replace("http", "ws") + "/?version=2"
    with original.WebSocket(address, verbose=False) as socket:
        socket.subscribe(["IBM", "MSFT"])
        one = [socket._decode_message(json.loads(socket._ws.recv())["message"]) for _ in range(2)]
    other = []
    socket = ours.WebSocket(address, verbose=False)
    socket.subscribe(["IBM", "MSFT"])
    socket.listen(lambda message: other.append(message) or (len(other) == 2 and socket.close()))
    assert sorted(map(str, one)) == sorted(map(str, other))

    async def program():
        found = []
        socket = ours.AsyncWebSocket(verbose=False, session=client)
        await socket.subscribe("IBM")

        async def handler(message):
            found.append(message["id"])
            await socket.close()

        await socket.listen(handler)
        return found

    assert asyncio.run(program()) == ["IBM"]


def test_a_ticker_gives_its_live_prices(sessions, caplog):
    ticker, found = ours.Ticker("IBM", session=sessions[1]), []

    def handler(message):
        found.append(message["id"])
        if len(found) == 1:
            raise ValueError("a function of the program fails")
        ticker.ws.close()

    ticker.live(handler, verbose=False)
    assert found == ["IBM", "IBM"]
    assert "Error in message handler: a function of the program fails" in caplog.text


@pytest.mark.parametrize(
    ("arguments", "kind"),
    [
        (("eq", ["nowhere", 1]), ValueError),
        (("eq", ["sector", "Lamps"]), ValueError),
        (("gt", ["beta", "1"]), TypeError),
        (("btwn", ["beta", 1]), ValueError),
        (("and", []), ValueError),
        (("near", ["beta", 1]), ValueError),
        (("eq", ("beta", 1)), TypeError),
        (("is-in", ["sector"]), ValueError),
    ],
)
def test_wrong_queries_are_refused_as_yfinance_does(arguments, kind):
    for module in (original, ours):
        with pytest.raises(kind):
            module.EquityQuery(*arguments)
    with pytest.raises(TypeError):
        ours.EquityQuery("and", [ours.ETFQuery("gt", ["fundnetassets", 1])] * 2)


def test_numbers_of_numpy_are_those_of_queries(sessions):
    import numpy

    query = ours.EquityQuery("gt", ["beta", numpy.float64(1)])
    assert query.to_text() == "beta > 1.0"
    assert ours.EquityQuery("gt", ["dayvolume", numpy.int64(5)]).to_text() == "dayvolume > 5"
    with pytest.raises(virtual_finance.ParamsError, match="query"):
        ours.screen(ours.EquityQuery("gt", ["beta", float("nan")]), session=sessions[1])
    with pytest.raises(ValueError, match="250 at once"):
        ours.screen(query, count=251)


STATEMENTS = [call for call in TICKER if any(kind in call for kind in ("stmt", "financials", "sheet", "cash"))]


@pytest.mark.parametrize("call", [call for call in STATEMENTS if "as_dict" not in call])
def test_statements_differ_in_the_order_of_their_rows_alone(tickers, call):
    one, other = (eval(f"ticker.{call}", {"ticker": ticker}) for ticker in tickers)
    assert is_equal(one.sort_index(), other.sort_index()), (one, other)


@pytest.mark.parametrize("names", ["IBM", "IBM MSFT"])
@pytest.mark.parametrize("arguments", [text.strip() for text in DOWNLOAD])
def test_download(sessions, names, arguments):
    one, other = (
        eval(f"download(names, progress=False, threads=False, session=session, {arguments})", {
            "download": module.download, "names": names, "session": session,
        })
        for module, session in zip((original, ours), sessions, strict=True)
    )  # fmt: skip
    if "group_by" in arguments:
        # The tickers of yfinance are in the order of a set, which is another each time; ours as they were given.
        assert list(other.columns.get_level_values(0).unique()) == names.split()
        one = one[names.split()]
    assert is_equal(one, other) == (f"download({arguments})" not in reasons()), (one, other)


def test_every_reason_is_of_a_call_that_is_made():
    calls = {
        *TICKER,
        *(f"fast_info[{key}]" for key in FAST),
        *DOMAINS,
        *MODULE,
        *REFUSED,
        *MODULES,
        *(f"download({text.strip()})" for text in DOWNLOAD),
    }
    assert set(reasons()) <= calls


def test_public_names_are_there(sessions):
    given = [name for name in dir(original.Ticker("MSFT", session=sessions[0])) if not name.startswith("_")]
    assert len(given) == 101
    for kind, argument in {
        "Ticker": "MSFT", "Tickers": "IBM", "Lookup": "apple", "Market": "US", "Calendars": None, "Sector": "energy",
        "Search": "apple",
    }.items():  # fmt: skip
        one, other = (
            getattr(module, kind)(argument, session=session)
            for module, session in zip((original, ours), sessions, strict=True)
        )
        missing = {name for name in dir(one) if not name.startswith("_")} - set(dir(other))
        assert not missing, (kind, missing)
    for kind in ("WebSocket", "AsyncWebSocket"):
        missing = {name for name in dir(getattr(original, kind)()) if not name.startswith("_")}
        assert missing <= set(dir(getattr(ours, kind)())), kind


def test_public_names_of_yfinance_are_there_or_say_what_to_use():
    for name in original.__all__:
        if name in ours.__all__:
            continue
        with pytest.raises(AttributeError, match=f"no '{name}': write"):
            getattr(ours, name)
        assert f"`{name}`" in BOOK.read_text()


def test_failures_of_a_download_have_their_causes(sessions, silent_host):
    client = virtual_finance.Client(hosts=silent_host.hosts, retries=1, deadline=0.5, proxy=False)
    frame = ours.download(["IBM", "MSFT"], session=client, progress=False)
    assert frame.empty
    assert set(frame.attrs["failures"]) == set(ours.shared._ERRORS) == {"IBM", "MSFT"}
    assert frame.attrs["failures"] == ours.shared._ERRORS
    failures = ours.shared._EXCEPTIONS.values()
    assert all(isinstance(error, virtual_finance.NetworkError) for error in failures)


def test_wrong_periods_and_dates_are_errors(sessions):
    ticker = ours.Ticker("IBM", session=sessions[1])
    with pytest.raises(ours.exceptions.YFInvalidPeriodError, match="must be one of"):
        ticker.history(period="fortnight", raise_errors=True)
    with pytest.raises(ValueError, match="leave one of them out"):
        ticker.history(period="1y", start="2025-01-01", end="2025-02-01")
    with pytest.raises(ValueError, match="cannot be found"):
        ticker.option_chain("1999-01-01")
    with pytest.raises(TypeError, match=r"virtual_finance\.Client"):
        ours.Ticker("IBM", session=object()).get_info()


def test_a_setting_that_is_not_there_is_an_error():
    with pytest.raises(AttributeError, match=r"config\.client"):
        ours.config.debug.verbose = True


@pytest.mark.parametrize("day", ["20240628", "28.06.2024", "2024-06-28 10:00", "1719532800"])
def test_a_day_of_a_calendar_is_written_as_yfinance_takes_it(day):
    for module in (original, ours):
        for given in ({"start": day}, {"start": "2024-06-01", "end": day}):
            with pytest.raises(ValueError, match=r"does not match|unconverted|is no date: write one such as"):
                module.Calendars(**given)
        assert module.Calendars("2024-6-8", "2024-06-28").calendars == {}


def test_names_that_are_deprecated_still_work():
    with pytest.warns(DeprecationWarning, match=r"config\.network"):
        ours.set_config(retries=1)
    assert ours.config.network.retries == 1
    ours.config.network.retries = 2
    with pytest.warns(DeprecationWarning, match=r"config\.debug"):
        ours.enable_debug_mode()
    assert ours.config.debug.logging
    ours.config.debug.logging = False
    ours.set_tz_cache_location("nowhere")
