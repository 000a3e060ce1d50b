"""The names of yfinance, where yfinance itself has no word to compare."""

from __future__ import annotations

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


def test_a_date_without_dashes_is_no_time_of_1970(sample):
    with pytest.raises(ValueError, match="write '2024-01-02'"):
        yf.download("IBM", start=20240102, session=sample)


def test_without_a_period_and_dates_it_is_a_month(sample):
    ticker = yf.Ticker("IBM", session=sample)
    pandas.testing.assert_frame_equal(ticker.history(period=None), ticker.history(period="1mo"))
    one, other = (yf.download("IBM", period=period, session=sample, progress=False) for period in (None, "1mo"))
    pandas.testing.assert_frame_equal(one, other)
    assert len(one) > 15
    since = ticker.history(period=None, start="2024-06-03", end="2024-06-10")
    assert len(since) == 5


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
    yf.config.network.proxy = yf.config.network.retries = None


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


def test_the_version_is_that_of_the_package():
    assert vf.__version__ == yf.__version__ == version("virtual-finance")
    for module in (vf, yf):
        with pytest.raises(AttributeError, match=f"module '{module.__name__}' has no attribute 'nothing'"):
            _ = module.nothing
