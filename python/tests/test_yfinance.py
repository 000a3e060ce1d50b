"""The names of yfinance, where yfinance itself has no word to compare."""

from __future__ import annotations

import datetime
import json
from importlib.metadata import version

import pytest

pandas = pytest.importorskip("pandas")

import virtual_finance as vf  # noqa: E402
import virtual_finance.yfinance as yf  # noqa: E402


@pytest.fixture(scope="module")
def sample():
    """A client whose clock is that of its sample host, and stands in its settings by no number."""
    with vf.Client(sample=True, retries=1) as client:
        yield client


def test_a_download_with_failures_is_written_to_a_file(sample, tmp_path):
    pytest.importorskip("pyarrow")
    frame = yf.download(["IBM", "NOTFOUND"], period="5d", session=sample, progress=False)
    frame.to_parquet(tmp_path / "bars.parquet")
    again = pandas.read_parquet(tmp_path / "bars.parquet")
    assert again.attrs["failures"] == yf.shared._ERRORS == {"NOTFOUND": str(yf.shared._EXCEPTIONS["NOTFOUND"])}
    assert isinstance(yf.shared._EXCEPTIONS["NOTFOUND"], vf.NotFoundError)


def test_the_latest_figures_are_of_the_clock_of_the_client(sample):
    info = yf.Ticker("IBM", session=sample).fast_info
    last = sample.history("IBM", range="5d").to_pandas()["close"].iloc[-1]
    assert info["lastPrice"] == pytest.approx(last)
    assert info["shares"] > 0
    assert len(yf.download("IBM", period="40d", session=sample, progress=False)) > 20


def test_an_info_has_the_key_figures_and_the_quote(sample):
    info = yf.Ticker("IBM", session=sample).info
    quote = sample.quote(["IBM"]).response["quotes"][0]
    assert {name: value for name, value in quote.items() if value is not None}.items() <= info.items()
    figures = sample.key_figures("IBM").response
    assert all(info[name] == value for name, value in figures.items() if name != "ticker" and value is not None)
    assert info["sector"]
    assert "trailingPegRatio" in info
    assert yf.Ticker("NOTFOUND", session=sample).info == {"trailingPegRatio": None}


def test_a_date_without_dashes_is_no_time_of_1970(sample):
    with pytest.raises(ValueError, match="write '2024-01-02'"):
        yf.download("IBM", start=20240102, session=sample)


def test_a_misspelt_grouping_is_an_error(sample):
    with pytest.raises(ValueError, match="'group_by': 'tikcer': write 'column' or 'ticker'"):
        yf.download("IBM", group_by="tikcer", session=sample)


def test_completion_has_the_names_of_yfinance_alone():
    assert {"PREDEFINED_SCREENER_QUERIES", "const", "download"} <= set(dir(yf))
    assert not {"annotations", "sys", "missing"} & set(dir(yf))


def test_without_a_period_and_dates_it_is_a_month(sample):
    ticker = yf.Ticker("IBM", session=sample)
    pandas.testing.assert_frame_equal(ticker.history(period=None), ticker.history(period="1mo"))
    one, other = (yf.download("IBM", period=period, session=sample, progress=False) for period in (None, "1mo"))
    pandas.testing.assert_frame_equal(one, other)
    assert len(one) > 15
    since = ticker.history(period=None, start="2024-06-03", end="2024-06-10")
    assert len(since) == 5


def chart(path):
    """Returns six days of a fund of London in summer, which begin at 23:00 UTC, with capital gains on the third."""
    bars = [1_717_974_000 + day * 86_400 for day in range(6)]
    prices = [1.5] * 6
    meta = {
        "symbol": path.split("?")[0].split("/")[-1], "currency": "GBP", "instrumentType": "MUTUALFUND",
        "exchangeTimezoneName": "Europe/London", "gmtoffset": 0, "dataGranularity": "1d", "range": "",
    }  # fmt: skip
    quote = {**dict.fromkeys(("open", "high", "low", "close"), prices), "volume": [1] * 6}
    events = {"capitalGains": {str(bars[2]): {"date": bars[2], "amount": 2.5}}}
    indicators = {"quote": [quote], "adjclose": [{"adjclose": prices}]}
    result = {"meta": meta, "timestamp": bars, "events": events, "indicators": indicators}
    return json.dumps({"chart": {"result": [result], "error": None}}).encode()


def test_dates_are_days_of_the_exchange_and_cost_one_message_for_each_ticker(stand_in, market_host):
    host = stand_in(chart)
    days = pandas.DatetimeIndex(["2024-06-11", "2024-06-12", "2024-06-13"])
    with host.client(market_host) as client:
        given = {"start": "2024-06-11", "end": datetime.date(2024, 6, 14)}
        frame = yf.download(["AAA", "BBB", "CCC"], **given, session=client, progress=False)
        assert list(frame.index) == list(days)
        assert len(host.asked) == 3
        ticker = yf.Ticker("DDD", session=client)
        bars = ticker.history(**given)
        assert list(bars.index) == list(days.tz_localize("Europe/London"))
        assert list(bars["Capital Gains"]) == [0.0, 2.5, 0.0]
        assert list(ticker.actions["Capital Gains"]) == [2.5]
        assert list(ticker.capital_gains) == [2.5]


def test_a_search_has_the_reply_of_the_host_and_what_was_asked(sample):
    search = yf.Search("apple", include_research=True, include_nav_links=True, timeout=20, session=sample)
    found = search.response
    assert [row for row in found["quotes"] if "symbol" in row] == search.quotes
    assert [row["name"] for row in found["quotes"] if "symbol" not in row] == ["Umber Water Group (The) Ventures"]
    assert (found["news"], found["lists"], found["researchReports"], found["nav"]) == (
        search.news, search.lists, search.research, search.nav,
    )  # fmt: skip
    assert search.research
    assert search.nav
    names = ("query", "max_results", "news_count", "lists_count", "recommended", "timeout", "raise_errors")
    assert [getattr(search, name) for name in names] == ["apple", 8, 8, 8, 8, 20, True]
    flags = ("include_cb", "nav_links", "enable_research", "enable_cultural_assets", "enable_fuzzy_query")
    assert [getattr(search, name) for name in flags] == [True, True, True, False, False]


@pytest.fixture
def config():
    """The settings, which are as before after the test."""
    yield yf.config
    yf.config.client = None
    yf.config.network.proxy, yf.config.network.retries = None, 2


def test_a_client_of_ones_own_has_its_own_proxy_and_retries(config, sample):
    config.client = sample
    with pytest.raises(AttributeError, match=r"network\.proxy.*config\.client.*: .*Client\(proxy=\.\.\.\)$"):
        config.network.proxy = "http://me:s3cret@127.0.0.1:1"
    assert config.network.proxy is None
    with pytest.raises(AttributeError, match=r"network\.retries.*Client\(retries=\.\.\.\)$"):
        config.network.retries = 1
    config.network.proxy = config.client = None
    config.network.proxy = "http://me:s3cret@127.0.0.1:1"
    with pytest.raises(AttributeError, match=r"network\.proxy.*Client\(proxy=\.\.\.\)") as raised:
        config.client = sample
    assert "s3cret" not in str(raised.value)
    assert config.client is None


def test_the_retries_are_a_number(config):
    config.network.retries += 1
    assert config.network.retries == 3


def test_more_rows_than_a_page_has_come_from_the_service(sample):
    for count in (10, 25, 60):
        rows = yf.screen("day_gainers", count=count, session=sample)["quotes"]
        assert len(rows) == count
    assert yf.screen("DAY_GAINERS", count=60, session=sample)["quotes"] == rows
    assert len(sample.screener("DAY_GAINERS", count=60).response["rows"]) == 60
    with pytest.raises(vf.ParamsError, match=r"count.*250"):
        sample.screener("DAY_GAINERS", count=251)


@pytest.mark.parametrize("name", [*yf.PREDEFINED_SCREENER_QUERIES, "MOST_ACTIVES", "recent_52_week_highs"])
def test_every_screener_is_asked_by_its_name(sample, name):
    assert len(yf.screen(name, session=sample)["quotes"]) == 25


@pytest.mark.parametrize("kind", [yf.EquityQuery, yf.ETFQuery, yf.FundQuery])
def test_every_exchange_has_a_region_and_every_industry_a_sector(kind):
    known = {name: set(values) for name, _, values in vf._native.screener_fields(kind.KIND)}
    values = kind("gt", ["intradayprice", 1]).valid_values
    for name in {"exchange", "industry"} & values.keys():
        assert set().union(*values[name].values()) == known[name], name
    for exchange in known["exchange"]:
        kind("eq", ["exchange", exchange])


def test_earnings_are_of_the_200_most_active_companies(sample):
    calendars = yf.Calendars("2025-11-03", "2025-11-10", session=sample)
    assert len(calendars.earnings_calendar) > 0
    assert len(calendars._active) == min(200, sample.screener("MOST_ACTIVES").response["total"])


def test_a_calendar_of_more_events_than_a_page_has(sample, monkeypatch):
    calendars = yf.Calendars("2025-01-01", "2025-12-31", session=sample)
    whole = calendars.get_splits_calendar(limit=100)
    monkeypatch.setattr("virtual_finance.yfinance.calendars.MOST", 10)
    assert len(whole) == 31
    for limit in (7, 10, 25, 200):
        pandas.testing.assert_frame_equal(calendars.get_splits_calendar(limit=limit), whole[:limit])
    pandas.testing.assert_frame_equal(calendars.get_splits_calendar(limit=15, offset=3), whole[3:18])


def test_no_bars_are_an_error_where_errors_are_raised(sample):
    ticker = yf.Ticker("IBM", session=sample)
    span = {"start": "1901-01-02", "end": "1901-01-09"}
    assert ticker.history(**span).empty
    with pytest.raises(yf.exceptions.YFPricesMissingError, match=r"IBM.*1901-01-02 -> 1901-01-09"):
        ticker.history(**span, raise_errors=True)


def test_a_property_gives_the_same_object_again(sample):
    ticker = yf.Ticker("IBM", session=sample)
    ticker.info["mine"] = 1
    assert ticker.info["mine"] == 1
    for name in ("dividends", "income_stmt", "calendar", "news", "recommendations", "history_metadata", "fast_info"):
        assert getattr(ticker, name) is getattr(ticker, name), name
    assert ticker.get_income_stmt(pretty=True) is not ticker.income_stmt
    sector = yf.Sector("technology", session=sample)
    assert sector.overview is sector.overview
    search = yf.Search("apple", session=sample)
    assert search.quotes is search.all["quotes"]


def test_metadata_says_whether_bars_were_repaired(sample):
    ticker = yf.Ticker("IBM", session=sample)
    for repair in (True, False):
        ticker.history(period="1mo", repair=repair)
        assert ticker.history_metadata["YF repair?"] is repair
        assert ticker.history_metadata["currency"] == "USD"


def test_an_empty_search_finds_nothing(sample):
    search = yf.Search("", session=sample)
    assert (search.all, search.response) == ({"quotes": [], "news": [], "lists": [], "research": [], "nav": []}, {})


def test_the_version_is_that_of_the_package():
    assert vf.__version__ == yf.__version__ == version("virtual-finance")
    for module in (vf, yf):
        with pytest.raises(AttributeError, match=f"^{module.__name__} has no 'nothing'"):
            _ = module.nothing
