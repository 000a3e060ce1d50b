"""SQL over endpoints and the frames of its caller, by DuckDB."""

from __future__ import annotations

import pytest
import virtual_finance as vf

duckdb = pytest.importorskip("duckdb")
pa = pytest.importorskip("pyarrow")
pd = pytest.importorskip("pandas")
pl = pytest.importorskip("polars")


def test_sql_over_endpoints() -> None:
    client = vf.Client(sample=True)

    def rows(query: str) -> list[tuple]:
        return vf.sql(query, client=client).fetchall()

    assert rows("select count(*) from history('IBM', range := '5d')") == [(5,)]
    joined = rows(
        "select q.symbol, max(h.close) from quote(['IBM', 'MSFT']) q, history(ticker := 'IBM', range := '5d') h "
        "where q.symbol = 'IBM' group by 1"
    )
    closes = client.history("IBM", range="5d").response["ohlcdata"]["close"]
    assert joined == [("IBM", max(closes))]
    assert rows("select 1 + 1") == [(2,)]
    assert rows("select count(*) from history(upper('ibm'), range := '5' || 'd') -- from quote('X')") == [(5,)]
    assert rows("select history.close > 0 from history('IBM', range := '5d') limit 1") == [(True,)]
    assert rows("from history('IBM', range := '1y', \"table\" := 'dividends') select count(amount) > 0") == [(True,)]
    assert rows("select 'from quote(''IBM'')'") == [("from quote('IBM')",)]
    with pytest.raises(TypeError, match="rang"):
        rows("select * from history('IBM', rang := '5d')")
    with pytest.raises(duckdb.Error):
        rows("selec 1")
    with pytest.raises(ValueError, match="has no end; close its bracket"):
        rows("select * from history('IBM'")
    with pytest.raises(vf.NotFoundError):
        rows("select * from history('NOTFOUND')")


#: A frame of the module, for SQL.
OF_MODULE = pl.DataFrame({"symbol": ["IBM"], "shares": [3]})


@pytest.mark.parametrize("own", [False, True])
def test_sql_sees_the_frames_of_the_caller(own: bool) -> None:
    client, connection = vf.Client(sample=True), duckdb.connect() if own else None
    # Names that the function has, too: they are those of the caller.
    requests = pd.DataFrame({"symbol": ["IBM", "MSFT"], "shares": [1, 2]})
    query = pl.DataFrame({"symbol": ["MSFT"], "shares": [5]})
    Client = pa.table({"symbol": ["IBM"], "shares": [7]})  # noqa: N806
    assert len(requests) + len(query) + len(Client) == 4
    for name, held in {"requests": 3, "query": 5, "Client": 7, "OF_MODULE": 3}.items():
        text = f"select sum(h.shares) from {name} h join quote(['IBM', 'MSFT']) q on q.symbol = h.symbol"
        relation = vf.sql(text, client=client, connection=connection)
        assert relation.fetchall() == [(held,)], name
    with pytest.raises(duckdb.Error, match="AFTER"):
        # A frame of nobody, though the function has such a name.
        vf.sql("select * from AFTER", connection=connection)


@pytest.mark.parametrize("sign", ["=", "=>", " = "])
def test_sql_says_how_parameters_are_written(sign: str) -> None:
    client = vf.Client(sample=True)
    with pytest.raises(duckdb.Error, match=r"write range := '5d'$"):
        vf.sql(f"select * from history('IBM', range{sign}'5d')", client=client)
    with pytest.raises(duckdb.Error, match=r"""write "table" := 'meta'$"""):
        vf.sql(f"select * from history('IBM', \"table\"{sign}'meta')", client=client)
    with pytest.raises(duckdb.Error) as raised:
        vf.sql("select * from history('IBM', range := nothing = '5d')", client=client)
    assert "write" not in str(raised.value)


def test_sql_asks_for_each_value_of_a_list() -> None:
    client = vf.Client(sample=True)

    def rows(query: str) -> list[tuple]:
        return vf.sql(query, client=client).fetchall()

    counted = "select ticker, count(*), min(close) > 0 from history({}, range := '5d') group by 1 order by 1"
    expected = [("IBM", 5, True), ("MSFT", 5, True)]
    assert rows(counted.format("['MSFT', 'IBM']")) == expected
    assert rows(counted.format("ticker := ['MSFT', 'IBM']")) == expected
    # A table that some lack, and a parameter of another name.
    dividends = "select distinct ticker from history(['IBM', 'BTC-USD'], range := '1y', \"table\" := 'dividends')"
    assert rows(dividends) == [("IBM",)]
    found = rows("select query, value from isin(['IBM', 'MSFT']) where name = 'ticker' order by 1")
    assert found == [("IBM", "IBM"), ("MSFT", "MSFT")]
    with pytest.raises(vf.NotFoundError, match="NOTFOUND"):
        rows("select * from history(['IBM', 'NOTFOUND'])")
    with pytest.raises(ValueError, match=r"^History: 'ticker' is an empty list: write one value or more$"):
        rows("select * from history([])")
    with pytest.raises(ValueError, match=r"^unnest\(\['IBM', 'MSFT'\]\) is 2 values: write one value, or a list"):
        rows("select * from history(unnest(['IBM', 'MSFT']))")
    with pytest.raises(vf.ParamsError, match="'range' is a list"):
        rows("select * from history('IBM', range := ['5d', '1mo'])")
