"""The names of yfinance, where yfinance itself has no word to compare."""

from __future__ import annotations

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
