"""Bad input: right, or a clear error before anything is sent."""

from __future__ import annotations

import datetime
import pickle
import threading

import pytest
import virtual_finance as vf
from virtual_finance.testing import SampleHost, replay

numpy = pytest.importorskip("numpy")
pandas = pytest.importorskip("pandas")

import virtual_finance.yfinance as yf  # noqa: E402

WRONG = {
    "many of one request": (lambda client: client.many(vf.History("IBM")), TypeError, "one request: write a list"),
    "many of texts": (lambda client: client.many(["IBM"]), TypeError, r"'IBM' is of type str: write a request"),
    "no request at once": (lambda client: client.many([], at_once=0), ValueError, "'at_once' is 0: write a number"),
    "half a request": (lambda client: client.many([], at_once=2.5), TypeError, "write an integer"),
    "a class": (lambda client: client.request(vf.History), TypeError, "call it with its parameters"),
    "negative items": (lambda client: list(client.items(vf.Lookup("a"), limit=-1)), ValueError, "'limit' is -1"),
    "a stream of bytes": (lambda client: client.stream(b"IBM"), TypeError, "decode them"),
    "a stream of nothing": (lambda client: client.stream(""), ValueError, "there are no symbols"),
    "a stream of none": (lambda client: client.stream(None), TypeError, "of type NoneType"),
    "a repair of quotes": (lambda client: client.repaired(vf.Quote("IBM")), TypeError, "is no history"),
    "a hook that is none": (lambda client: client.with_params(hook=3), TypeError, "'hook' is of type int"),
    "a time as text": (lambda client: vf.Client(deadline="3"), vf.ConfigError, "'deadline': invalid type"),
    "no time": (lambda client: vf.Client(deadline=float("nan")), ValueError, "Out of range float values"),
    "headers of bytes": (lambda client: vf.Client(headers={"a": b"b"}), TypeError, "bytes is not JSON serializable"),
    "bytes": (lambda client: vf.Client(session_file=b"a"), TypeError, "'session_file' is bytes"),
    "several tickers": (lambda client: client.history(["IBM", "MSFT"]), vf.ParamsError, r"client\.many\(\[History"),
    "a pickle of a frame": (lambda client: pickle.dumps(client.quote("IBM").frame()), TypeError, "to_arrow"),
    "a ticker of bytes": (lambda client: client.history(b"IBM"), TypeError, "decode them"),
    "a ticker that is none": (lambda client: client.history(pandas.NA), TypeError, "NAType"),
    "a replay of none": (lambda client: replay(None), TypeError, "of type NoneType: name the folder that a client"),
    "a replay of false": (lambda client: replay(False), TypeError, "of type bool: name the folder"),
    "NaN": (lambda client: client.history(float("nan")), ValueError, r"^History: 'ticker' is nan: write a string$"),
    "NaN of numpy": (
        lambda client: vf.History(numpy.float32("nan")), ValueError, r"^History: 'ticker' is nan: write a string$",
    ),
    "NaN among symbols": (
        lambda client: vf.Quote(["IBM", float("nan")]), ValueError, r"^Quote: 'symbols\[1\]' is nan: write a string$",
    ),
    "NaT among symbols": (
        lambda client: vf.Quote([pandas.NaT, "IBM"]), ValueError, r"^Quote: 'symbols\[0\]' is NaT: write a string$",
    ),
    "none among symbols": (
        lambda client: vf.Quote(["IBM", None]), ValueError, r"^Quote: 'symbols\[1\]' is None: write a string$",
    ),
    "NA among symbols": (
        lambda client: vf.Quote(["IBM", pandas.NA]), TypeError, r"'symbols\[1\]' is of type NAType: write a string",
    ),
    "NaN of a number": (
        lambda client: vf.News("IBM", count=float("nan")), ValueError, "'count' is nan: write a number, or leave it",
    ),
    "a stream of none among symbols": (
        lambda client: client.stream(["IBM", None]), TypeError, r"symbols\[1\]: None is of type NoneType: write symb",
    ),
    "a frame of results to come": (
        lambda client: vf.concat(vf.AsyncClient(sample=True).many([vf.History("IBM")])),
        TypeError,
        r"the results are of type AsyncMany: write concat\(\[result async for result in \.\.\.\]\)",
    ),
    "a frame of no results": (
        lambda client: vf.concat([]), ValueError, r"^there are no results: give those of one request at least$",
    ),
    "NaT": (lambda client: client.history("IBM", start=pandas.NaT), ValueError, "'start' is NaT"),
    "no time of numpy": (
        lambda client: client.history("IBM", start=numpy.datetime64("NaT")), ValueError, "NaT is no time",
    ),
    "a naive time": (
        lambda client: client.history("IBM", start=datetime.datetime(2024, 1, 1, 5)), ValueError, "without a zone",
    ),
    "a large number": (lambda client: client.news("IBM", count=10**30), ValueError, "100 bits"),
    "yfinance: no tickers": (lambda client: yf.download([], session=client), ValueError, "there are no symbols"),
    "yfinance: bytes": (lambda client: yf.download(b"IBM", session=client), TypeError, "decode them"),
    "yfinance: none": (
        lambda client: yf.download(["IBM", None], session=client), TypeError, r"symbols\[1\]: None is of type NoneType",
    ),
    "yfinance: numbers": (lambda client: yf.download([1], session=client), TypeError, "1 is of type int"),
    "yfinance: no day": (
        lambda client: yf.download("IBM", start="2024-13-01", session=client), ValueError, "'2024-13-01' is no date",
    ),
    "yfinance: NaN": (lambda client: yf.download("IBM", start=float("nan"), session=client), ValueError, "no date"),
    "yfinance: three parts": (lambda client: yf.Ticker(("A", "B", "C")), ValueError, "no pair"),
    "yfinance: no market": (lambda client: yf.Ticker(("A", "NOPE")), ValueError, "Unknown MIC code"),
    "yfinance: no calendar": (lambda client: yf.Calendars("x", session=client), ValueError, "'x' is no date"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_wrong_values_are_errors_that_name_them(client, case):
    call, kind, words = WRONG[case]
    with pytest.raises(kind, match=words):
        call(client)


def test_what_means_the_same_is_the_same():
    day = vf.History("IBM", start="2024-01-02")
    assert day == vf.History("IBM", start=datetime.date(2024, 1, 2))
    assert day == vf.History("IBM", start=pandas.Timestamp("2024-01-02"))
    assert day == vf.History("IBM", start=numpy.datetime64("2024-01-02"))
    assert vf.News("IBM", count=3) == vf.News("IBM", count=numpy.int32(3))
    names = vf.Quote(["IBM", "MSFT"])
    for given in (("IBM", "MSFT"), pandas.Series(["IBM", "MSFT"]), numpy.array(["IBM", "MSFT"]), iter(["IBM", "MSFT"])):
        assert names == vf.Quote(given)
    given = vf.Client(deadline=datetime.timedelta(seconds=3), retries=numpy.int64(2), rate_limit=numpy.int64(5))
    assert repr(given) == repr(vf.Client(deadline=3.0, retries=2, rate_limit=5))


def test_dates_of_numpy_and_pandas_are_those_of_yfinance(client):
    ticker = yf.Ticker("IBM", session=client)
    frame = ticker.history(start="2024-06-03", end="2024-06-10")
    assert len(frame) == 5
    for start, end in (
        (numpy.datetime64("2024-06-03"), pandas.Timestamp("2024-06-10")),
        (numpy.int64(1717387200), datetime.date(2024, 6, 10)),
    ):
        pandas.testing.assert_frame_equal(ticker.history(start=start, end=end), frame)


def test_ten_thousand_tickers_each_have_their_cause(tmp_path):
    client = vf.Client(replay=tmp_path, retries=1)
    requests = [vf.History(f"T{number}") for number in range(10_000)]
    many = client.many(requests, progress=False)
    subjects = {result.error.subject for result in many if isinstance(result.error, vf.OtherError)}
    assert subjects == {f"T{number}" for number in range(10_000)}
    assert (many.progress.done, many.progress.failed) == (10_000, 10_000)


def test_a_host_that_dies_leaves_no_request_without_a_result():
    with SampleHost() as host:
        client = host.client(retries=1, deadline=10)
        results = []
        for result in client.many([vf.History(f"T{number}", range="5d") for number in range(60)], at_once=4):
            results.append(result)
            if len(results) == 10:
                host.close()
    assert len({result.request.params["ticker"] for result in results}) == 60
    failed = [result.error for result in results if result.error is not None]
    assert failed
    assert all(isinstance(error, (vf.NetworkError, vf.HostError)) for error in failed)


@pytest.mark.parametrize("broken", ["{", "", "[]", '{"version": 999}'])
def test_a_broken_record_names_its_file(market_host, tmp_path, broken):
    with market_host.client(record=tmp_path) as client:
        client.history("IBM")
    record = next(tmp_path.glob("*.json"))
    record.write_text(broken)
    with vf.Client(replay=tmp_path) as client, pytest.raises(vf.VirtualFinanceError, match=record.stem):
        client.history("IBM")


def test_a_closed_client_says_so_whatever_is_asked(market_host):
    client = market_host.client()
    derived = client.with_params(deadline=3)
    client.close()
    client.close()
    for call in (
        lambda: client.many([vf.History("IBM")]),
        lambda: next(client.pages(vf.Lookup("a"))),
        lambda: client.stream("IBM"),
        lambda: client.repaired(vf.History("IBM")),
        lambda: client.with_params(deadline=3),
        lambda: derived.history("IBM"),
    ):
        with pytest.raises(RuntimeError, match="closed"):
            call()


def test_a_function_that_fails_in_another_thread_harms_nothing(market_host):
    """The function of an asynchronous call is called by a thread of Rust."""
    client, reported, done = market_host.async_client(), [], threading.Event()

    def fails(value, error):
        done.set()
        raise RuntimeError("a function of the program")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.unraisablehook", lambda found: reported.append(str(found.exc_value)))
        client._native.reply("History", {"ticker": "IBM"}, fails)
        assert done.wait(30)
        again, second = threading.Event(), []
        client._native.reply("History", {"ticker": "IBM"}, lambda value, error: (second.append(value), again.set()))
        assert again.wait(30)
    assert reported == ["a function of the program"]
    assert second[0].endpoint == "History"
