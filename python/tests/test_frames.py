"""Frames: the same values in pandas, polars and Arrow, with the types that they have."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys

import pandas
import polars
import pyarrow
import pytest
import virtual_finance as vf


def test_bars_have_days_of_the_exchange_as_their_index(client):
    frame = client.history("IBM", range="1mo").to_pandas()
    assert list(frame.columns) == ["open", "high", "low", "close", "volume", "adjclose"]
    assert isinstance(frame.index, pandas.DatetimeIndex)
    assert frame.index.name == "timestamp"
    assert frame.index.tz is None
    assert frame["volume"].dtype == "int64"
    assert frame["close"].dtype == "float64"


def test_events_have_their_days_as_their_index(client):
    reply = client.history("IBM", range="1y")
    dividends = reply.to_pandas("dividends")
    assert (dividends.index.name, list(dividends.columns)) == ("date", ["amount"])
    assert isinstance(dividends.index, pandas.DatetimeIndex)
    assert list(dividends.index.date) == reply.to_polars("dividends")["date"].to_list()
    assert client.history("IBM", range="5d").to_pandas("dividends").index.name == "date"
    for table in (client.quote(["IBM"]).to_pandas(), client.shares("IBM").to_pandas(), reply.to_pandas("meta")):
        assert isinstance(table.index, pandas.RangeIndex)


def test_times_within_a_day_have_the_zone_of_the_exchange(client):
    frame = client.history("IBM", range="1d", interval="1h").to_pandas()
    assert str(frame.index.tz) == "America/New_York"
    assert frame.index[0].strftime("%H:%M") == "09:30"


def test_the_three_libraries_see_the_same(client):
    for table, frame in client.options("IBM").frames().items():
        of_pandas, of_polars, of_arrow = frame.to_pandas(), frame.to_polars(), frame.to_arrow()
        assert len(of_pandas) == len(of_polars) == len(of_arrow) == len(frame), table
        for name in frame.columns:
            if name not in of_pandas:
                continue
            of_type = of_polars[name].dtype
            by_pandas = [None if pandas.isna(value) else value for value in of_pandas[name].tolist()]
            if of_type == polars.Date:
                # pandas has no days but midnights.
                by_pandas = [value and value.date() for value in by_pandas]
            assert by_pandas == of_polars[name].to_list(), (table, name)
            assert by_pandas == of_arrow[name].to_pylist(), (table, name)


def test_a_frame_is_taken_as_it_is(client):
    frame = client.history("IBM", range="5d").frame()
    assert polars.DataFrame(frame).height == 5
    assert pyarrow.table(frame).num_rows == 5
    assert pyarrow.record_batch(frame).num_columns == 7
    assert pandas.DataFrame.from_arrow(frame).shape == (5, 7)


def test_integers_with_gaps_are_no_floats(client):
    frames = [frame.to_pandas() for frame in client.options("IBM").frames().values()]
    dtypes = {str(dtype) for frame in frames for dtype in frame.dtypes}
    assert "Int64" in dtypes
    assert "object" not in dtypes


def test_the_types_of_a_frame_are_those_of_its_table_whatever_its_values(client):
    schema = client.history("IBM", range="5d").to_polars().schema
    empty = client.history("IBM", start="2024-06-22", end="2024-06-24").to_polars()
    assert (empty.height, empty.schema) == (0, schema)
    whole = {"open": [3000, 3001], "high": [3010, 3011], "low": [2990, 2991], "close": [3000, 3002]}
    meta = {
        "symbol": "IBM",
        "currency": "USD",
        "dataGranularity": "1d",
        "range": "5d",
        "exchangeTimezoneName": "America/New_York",
        "validRanges": ["5d"],
    }
    result = {
        "meta": meta,
        "timestamp": [1719408600, 1719495000],
        "indicators": {
            "quote": [{**whole, "volume": [None, None]}],
            "adjclose": [{"adjclose": [3000, 3002]}],
        },
    }
    body = json.dumps({"chart": {"result": [result], "error": None}})
    reply = vf.History("IBM", range="5d").convert(body)
    assert reply.to_polars().schema == schema
    assert reply.to_polars()["volume"].null_count() == 2
    assert [type(price) for price in reply.response["ohlcdata"]["open"]] == [int, int]


def test_frames_of_one_table_have_the_same_columns(client):
    dates = client.options("IBM").response["expirationDates"]
    tables = [
        client.options("IBM", date=date).to_polars(table)
        for date in dates[:4]
        for table in ("options.calls", "options.puts")
    ]
    assert polars.concat(tables).height > 8
    splits = [client.history("IBM", range=span).to_polars("splits") for span in ("1y", "max")]
    # Without a row nothing says that they are integers.
    assert splits[0].schema["numerator"] == polars.Float64
    assert polars.concat(splits, how="vertical_relaxed").height == splits[1].height > 0


def test_a_table_is_chosen_by_name(client):
    reply = client.history("IBM")
    assert "symbol" in set(reply.to_pandas("meta")["name"])
    with pytest.raises(vf.TableError, match=r"^History IBM has no table 'nothing'; choose one of ohlcdata") as raised:
        reply.to_pandas("nothing")
    error = raised.value
    assert isinstance(error, KeyError)
    assert (error.endpoint, error.subject) == ("History", "IBM")
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), vars(again)) == (vf.TableError, str(error), vars(error))


@pytest.mark.parametrize("interval", ["1d", "1h"])
def test_a_table_that_a_response_lacks_is_empty_with_its_columns(client, interval):
    lacks, has = (client.history("IBM", range=span, interval=interval) for span in ("5d", "1y"))
    assert "dividends" not in lacks.response
    assert lacks.to_arrow("dividends").schema.equals(has.to_arrow("dividends").schema)
    assert str(lacks.to_arrow("dividends").schema.field("date").type) == "date32[day]"
    assert lacks.to_pandas("dividends").empty
    assert lacks.to_polars("splits").schema["splitRatio"] == polars.String


def test_a_frame_of_pandas_says_what_it_is_of(client):
    adjusted = client.history("IBM", range="5d", adjust="auto").to_pandas()
    assert adjusted.attrs == {"endpoint": "History", "subject": "IBM", "currency": "USD", "adjustment": "auto"}
    assert client.screener("DAY_GAINERS").to_pandas().attrs["endpoint"] == "Screener"


@pytest.mark.parametrize(
    ("call", "instead"),
    [
        ("reply.df", r"Reply has no 'df': write to_pandas\(\)$"),
        ("reply.frame().to_dataframe()", r"Frame has no 'to_dataframe': write to_pandas\(\)$"),
        ("reply.frame('dividends').index", r"Frame has no 'index': write to_pandas\(\)\.index$"),
        ("reply.respons", "Reply has no 'respons': write response$"),
        ("reply.json()", "Reply has no 'json': write response$"),
        ("client.historical('IBM')", r"Client has no 'historical': write history\(\.\.\.\)$"),
        ("client.dividends", r"Client has no 'dividends': write history\(\.\.\.\)\.to_pandas\('dividends'\)$"),
        ("client.cashflow", r"Client has no 'cashflow': write statements\(\.\.\.\)$"),
        ("client.ticker", r"Client has no 'ticker': write history\(\.\.\.\), or virtual_finance\.yfinance\.Ticker"),
        ("client.optons('IBM')", "Client has no 'optons': write options$"),
        ("client.zzzzzzzzzzzz", "Client has no 'zzzzzzzzzzzz'$"),
        ("client._repr_x_", "Client has no '_repr_x_'$"),
        ("vf.download('IBM')", "virtual_finance has no 'download': write virtual_finance.yfinance.download$"),
        ("vf.Histori", "virtual_finance has no 'Histori': write History$"),
    ],
)
def test_a_name_of_another_library_is_an_error_with_the_right_one(client, call, instead):
    reply = client.history("IBM", range="5d")
    with pytest.raises(AttributeError, match=f"^{instead}"):
        eval(call, {"client": client, "reply": reply, "vf": vf})


def test_replies_alone_are_no_results_of_many(client):
    with pytest.raises(TypeError, match=r"a Reply is no result: write concat\(client\.many\(\[\.\.\.\]\)\)"):
        vf.concat([client.history("IBM", range="5d")])


def test_a_reply_has_no_columns_and_says_where_they_are(client):
    with pytest.raises(TypeError, match=r"write reply.to_pandas\(\)\['close'\]"):
        client.history("IBM")["close"]


def test_frames_of_every_endpoint(client):
    """Each example of the table, as `cargo regen` wrote it into the docs, has frames of the three libraries."""
    for request in [
        vf.Profile("IBM"),
        vf.Financials("IBM"),
        vf.Holders("IBM"),
        vf.Quote(["IBM", "MSFT"]),
        vf.Isin("IBM"),
        vf.Screener("DAY_GAINERS"),
        vf.Search("IBM"),
    ]:
        for frame in client.request(request).frames().values():
            rows = len(frame)
            assert len(frame.to_pandas()) == rows
            assert frame.to_polars().height == rows
            assert frame.to_arrow().num_rows == rows


def test_pandas_alone_is_enough():
    """Without pyarrow and polars: an import of either ends the program."""
    program = """
import sys
sys.modules["pyarrow"] = sys.modules["polars"] = None
import virtual_finance
with virtual_finance.Client(sample=True) as client:
    frame = client.history("IBM", range="5d").to_pandas()
assert frame.shape == (5, 6)
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


@pytest.mark.parametrize(
    ("call", "module"),
    [
        ("reply.to_pandas()", "pandas"),
        ("reply.to_polars()", "polars"),
        ("reply.to_arrow()", "pyarrow"),
        ("vf.concat([])", "pandas"),
        ("vf.sql('select 1')", "duckdb"),
        ("vf.sql(\"from history('IBM')\", client=client)", "pyarrow"),
        ("reply.plot(backend='plotly')", "plotly"),
    ],
)
def test_a_library_that_is_not_installed_is_named(call, module):
    """numpy is missing, too: pandas brings it."""
    program = f"""
import sys
sys.modules["{module}"] = sys.modules["numpy"] = None
import virtual_finance as vf
with vf.Client(sample=True) as client:
    reply = client.history("IBM", range="5d")
    try:
        {call}
    except ModuleNotFoundError as error:
        print(error)
        print(error.name)
"""
    ended = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True, timeout=60)
    assert ended.stdout == f"{module} is not installed: pip install {module}\n{module}\n"


def test_a_frame_in_a_notebook(client):
    reply = client.history("IBM", range="5d")
    page = reply._repr_html_()
    assert "<b>History IBM</b>" in page
    assert page.count("<tr>") == 6
    assert "5 rows × 7 columns" in page


def test_no_text_of_a_host_is_markup(client):
    reply = client.search("<b>x</b>")
    assert "<b>x" not in reply._repr_html_().removeprefix("<b>Search")


def test_many_replies_are_one_frame(client):
    requests = [vf.History(ticker, range="5d") for ticker in ("MSFT", "NOTFOUND", "IBM")]
    frame = vf.concat(client.many(requests, in_order=True))
    assert frame.index.names == ["ticker", "timestamp"]
    assert list(frame.index.unique("ticker")) == ["MSFT", "IBM"]
    pandas.testing.assert_frame_equal(frame.loc["IBM"], client.history("IBM", range="5d").to_pandas())
    assert list(frame.attrs["failures"]) == ["NOTFOUND"]
    assert frame.attrs["currency"] == "USD"
    twice = [vf.History("NOTFOUND", range=span) for span in ("5d", "1mo")]
    failures = vf.concat(client.many([*twice, vf.History("IBM")])).attrs["failures"]
    assert set(failures) == {repr(request) for request in twice}
    dividends = vf.concat(client.many([vf.History(ticker, range="1y") for ticker in ("IBM", "MSFT")]), "dividends")
    assert dividends.index.names == ["ticker", "date"]
    mixed = vf.concat(client.many([vf.Quote(["IBM"]), vf.Screener("DAY_GAINERS")]))
    assert mixed.index.names[0] == "subject"


def test_frames_of_several_zones_are_in_utc():
    def result(ticker, zone):
        request = vf.History(ticker, range="1d", interval="1h")
        meta = {"symbol": ticker, "dataGranularity": "1h", "exchangeTimezoneName": zone, "validRanges": ["1d"]}
        bars = {name: [3000, 3001] for name in ("open", "high", "low", "close", "volume")}
        result = {"meta": meta, "timestamp": [1719446400, 1719450000], "indicators": {"quote": [bars]}}
        body = json.dumps({"chart": {"result": [result], "error": None}})
        return vf.Result(request, request.convert(body.encode()), None)

    results = [result("IBM", "America/New_York"), result("7203.T", "Asia/Tokyo")]
    single = [str(result.unwrap().to_pandas().index.tz) for result in results]
    assert single == ["America/New_York", "Asia/Tokyo"]
    frame = vf.concat(results)
    assert str(frame.index.levels[1].tz) == "UTC"
    assert frame.loc["7203.T"].index[0] == pandas.Timestamp("2024-06-27T00:00:00Z")


def test_replies_without_a_frame_have_their_causes(client):
    with pytest.raises(ValueError, match="none of 1 requests succeeded") as raised:
        vf.concat(client.many([vf.History("NOTFOUND")]))
    assert isinstance(raised.value.__cause__.exceptions[0], vf.NotFoundError)
    with pytest.raises(vf.TableError, match="ohlcdata"):
        vf.concat(client.many([vf.History("IBM")]), "nothing")
