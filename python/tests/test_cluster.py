"""The source that Ray, Dask and Spark have in common, read in this process."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import subprocess
import time
from pathlib import Path

import pyarrow as pa
import pytest
import virtual_finance as vf
from virtual_finance.cluster import Bucket, SharedRateError, Slots, plan, plan_history, read, write_sync
from virtual_finance.testing import SampleHost

SAMPLE = {"sample": True}


def table(part) -> pa.Table:
    return pa.Table.from_batches(list(read(part)), schema=part.schema)


def test_the_schema_is_known_before_anything_is_fetched() -> None:
    made = plan([vf.Quote(["IBM"])])
    assert made.schema.field("symbol").type == pa.string()
    assert made.schema.field("regularMarketPrice").type == pa.float64()
    assert plan_history(["IBM"], settings=SAMPLE).schema.names == [
        "symbol", "timestamp", "open", "high", "low", "close", "adjclose", "volume", "dividend", "split",
    ]  # fmt: skip
    assert (
        str(plan_history(["IBM"], interval="5m", range="1d").schema.field("timestamp").type) == "timestamp[ms, tz=UTC]"
    )


def test_every_endpoint_has_a_schema_that_its_rows_fit() -> None:
    client = vf.Client(sample=True)
    for request in (
        vf.Holders("IBM"),
        vf.Options("IBM"),
        vf.Screener("DAY_GAINERS"),
        vf.Statements("IBM"),
        vf.News("IBM"),
    ):
        made = plan([request], settings=SAMPLE, rate=1000)
        rows = read(made.parts[0])
        found = pa.Table.from_batches(list(rows), schema=made.schema)
        assert rows.failures.num_rows == 0, rows.failures.to_pylist()
        assert found.num_rows == len(client.request(request).frame()), request
        assert any(column.null_count < found.num_rows for column in found.columns), request


def test_rows_are_those_of_single_requests_and_a_bad_symbol_is_a_row_of_failures() -> None:
    made = plan_history(["IBM", "NOTFOUND", "MSFT"], range="1mo", parts=2, settings=SAMPLE, rate=1000)
    rows = [read(part) for part in pickle.loads(pickle.dumps(made.parts))]
    tables = [pa.Table.from_batches(list(part), schema=made.schema) for part in rows]
    found = pa.concat_tables(tables).to_pylist()
    client = vf.Client(sample=True)
    for symbol in ("IBM", "MSFT"):
        expected = client.history(symbol, range="1mo").to_pandas()
        mine = [row for row in found if row["symbol"] == symbol]
        assert [row["close"] for row in mine] == expected["close"].tolist()
        assert [row["timestamp"].date() for row in mine] == [day.date() for day in expected.index]
    failures = pa.concat_tables([part.failures for part in rows]).to_pylist()
    assert [(row["symbol"], row["kind"], row["status"]) for row in failures] == [("NOTFOUND", "NotFound", 404)]
    assert "NOTFOUND" in failures[0]["message"]


def test_columns_and_rows_can_be_limited() -> None:
    made = plan_history(
        ["IBM", "MSFT"], range="1mo", columns=["close", "symbol"], settings=SAMPLE, rate=1000, parts=2, part_limit=7
    )
    assert [table(part).shape for part in made.parts] == [(7, 2), (7, 2)]
    assert table(made.limit_parts(3).parts[1]).num_rows == 3
    with pytest.raises(KeyError, match="there is no column 'nope'; choose some of close, symbol"):
        made.select(["nope"])


def test_what_was_read_is_not_asked_again(tmp_path: Path) -> None:
    with SampleHost() as host:
        how = {"range": "5d", "settings": host.settings(), "rate": 1000, "resume": tmp_path}
        made = plan_history(["IBM", "NOTFOUND", "MSFT", "AAPL"], **how)
        rows = iter(read(made.parts[0]))
        first = pa.Table.from_batches(list(rows), schema=made.schema)
        failures = rows.failures
    # The host is gone: everything comes from the folder, in parts of another number, too.
    again = plan_history(["MSFT", "IBM", "AAPL", "NOTFOUND"], parts=3, **how)
    rows = [read(part) for part in again.parts]
    second = pa.concat_tables([pa.Table.from_batches(list(part), schema=made.schema) for part in rows])
    order = [("symbol", "ascending"), ("timestamp", "ascending")]
    assert second.sort_by(order).equals(first.sort_by(order))
    assert pa.concat_tables([part.failures for part in rows]).equals(failures)


class Gone:
    """A rate whose process dies after some turns."""

    def __init__(self, turns: int) -> None:
        self.turns = turns

    def take(self, host: str, n: int) -> float:
        self.turns -= 1
        if self.turns < 0:
            raise OSError("its process is gone")
        return 0.0

    def pause(self, host: str, seconds: float) -> None:
        pass


def test_a_rate_that_cannot_be_asked_makes_no_failures(tmp_path: Path) -> None:
    names = ["IBM", "MSFT", "AAPL", "NOTFOUND", "KO"]
    how = {"range": "5d", "settings": SAMPLE, "resume": tmp_path}
    rows = read(plan_history(names, rate=Gone(2), **how).parts[0])
    with pytest.raises(SharedRateError, match=r"OSError\('its process is gone'\).*`resume` only what is missing"):
        list(rows)
    assert rows.failures.num_rows == 0
    again = Gone(3)
    made = plan_history(names, rate=again, **how)
    rows = read(made.parts[0])
    found = pa.Table.from_batches(list(rows), schema=made.schema)
    assert set(found.column("symbol").to_pylist()) == set(names) - {"NOTFOUND"}
    assert rows.failures.column("symbol").to_pylist() == ["NOTFOUND"]
    assert again.turns == 0, "what came before is not asked again"


def test_a_cut_file_costs_what_was_cut(tmp_path: Path) -> None:
    how = {"range": "5d", "settings": SAMPLE, "rate": 1000, "resume": tmp_path}
    made = plan_history(["IBM", "MSFT", "AAPL"], **how)
    table(made.parts[0])
    (lines,) = tmp_path.rglob("*.outcomes")
    text = lines.read_text()
    lines.write_text(text[: len(text) - 10])
    assert sorted(set(table(made.parts[0]).column("symbol").to_pylist())) == ["AAPL", "IBM", "MSFT"]


def test_slots_of_all_workers_keep_the_rate() -> None:
    workers = [Slots(50, worker, 3) for worker in range(3)]
    began = time.time()
    turns = sorted(time.time() - began + worker.take("h", 1) for worker in workers for _ in range(40))
    for first, later in zip(turns, turns[50:], strict=False):
        assert later - first >= 1.0
    assert turns[-1] <= 120 * 1.1 / 50 + 0.2


def test_a_bucket_keeps_the_rate_and_a_pause() -> None:
    bucket = Bucket(50)
    turns = [bucket.take("h", 1) for _ in range(120)]
    for first, later in zip(turns, turns[50:], strict=False):
        assert later - first >= 1.0
    bucket.pause("h", 60)
    assert bucket.take("h", 1) > 59
    assert bucket.take("other", 1) == 0


@pytest.mark.parametrize(
    ("make", "error", "text"),
    [
        (lambda: plan([]), ValueError, "requests to one endpoint"),
        (lambda: plan([vf.Quote(["IBM"]), vf.History("IBM")]), ValueError, "requests to one endpoint"),
        (lambda: plan([vf.History("IBM")], table="nope"), KeyError, "History has no table"),
        (lambda: plan_history(["IBM"], parts=0), ValueError, "parts=0"),
        (lambda: plan_history(["IBM"], rate=0), ValueError, "rate=0"),
        (lambda: plan_history(["IBM"], settings={"nope": 1}), TypeError, "nope"),
        (lambda: plan_history(["IBM"], rang="1y"), TypeError, "rang"),
        (lambda: plan_history([""], settings=SAMPLE), ValueError, "ticker"),
    ],
)
def test_a_wrong_plan_is_an_error_before_anything_is_sent(make, error, text) -> None:
    with pytest.raises(error, match=text):
        make()


@pytest.mark.parametrize(
    ("request_", "name"),
    [
        (vf.History("IBM", range="1y"), "IBM"),
        (vf.Quote(["IBM", "MSFT"]), "IBM,MSFT"),
        (vf.Insights("IBM"), "IBM"),
        (vf.Screener("DAY_GAINERS"), "DAY_GAINERS"),
        (vf.Search("acme", lang="en-US"), "acme"),
        (vf.Index("^GSPC"), "^GSPC"),
        (vf.Sector("technology"), "technology"),
        (vf.Screeners(), "{}"),
        (vf.Calendar(tickers=["IBM"]), '{"tickers": ["IBM"]}'),
    ],
)
def test_a_request_is_about_what_the_table_requires(request_: vf.Request, name: str) -> None:
    made = plan([request_], settings=SAMPLE)
    kept = made.where([name]).parts[0].requests
    assert kept == (request_.params,)
    assert made.where(["other"]).parts[0].requests == ()


def vfapi(*line: str) -> list[dict]:
    """Returns what the command of the same build prints; the environment or the folder of builds has it."""
    built = Path(__file__).parents[2] / "target" / "debug" / "vfapi"
    program = os.environ.get("VFAPI", str(built))
    if shutil.which(program) is None:
        pytest.skip("there is no vfapi: cargo build -p virtual-finance-cli --features frames")
    output = subprocess.run([program, "--sample", "sync", *line, "--format", "json"], capture_output=True, text=True)
    if "was built without sync" in output.stderr:
        pytest.skip(output.stderr)
    assert output.returncode == 0, output.stderr
    return json.loads(output.stdout)


SYNCED = {"IBM": "symbol=IBM", "BRK-B": "symbol=BRK-B", "^GSPC": "symbol=%5EGSPC", "EURUSD=X": "symbol=EURUSD%3DX"}


@pytest.mark.parametrize(("interval", "start"), [("1d", "2024-01-02"), ("60m", "2024-06-03")])
def test_what_is_written_is_what_the_command_writes(tmp_path: Path, interval: str, start: str) -> None:
    own, written = tmp_path / "own", tmp_path / "written"
    vfapi(str(own), *SYNCED, "--interval", interval, "--start", start)
    made = plan_history(SYNCED, interval=interval, start=start, settings=SAMPLE, rate=1000, parts=2)
    rows = pa.concat_tables([table(part) for part in made.parts])
    write_sync(written, rows, interval=interval, start=start)
    for place in SYNCED.values():
        expected, found = (pa.parquet.ParquetFile(folder / place / "bars.parquet").read() for folder in (own, written))
        assert expected.num_rows > 50
        assert found.schema.equals(expected.schema.remove_metadata())
        assert found.to_pylist() == expected.to_pylist()
    # The command knows the files, and has nothing to add.
    vfapi(str(written), "--verify")
    assert {row["symbol"]: row["done"] for row in vfapi(str(written))} == dict.fromkeys(SYNCED, "up to date")
    expected, found = (json.loads((folder / "_manifest.json").read_text()) for folder in (own, written))
    for entry in (*expected["symbols"].values(), *found["symbols"].values()):
        # Two writers of Parquet have bytes of their own.
        assert len(entry.pop("crc32")) == 8
    assert found == expected


def test_a_folder_of_sync_is_read_by_all(tmp_path: Path) -> None:
    duckdb, pl, pd = (pytest.importorskip(name) for name in ("duckdb", "polars", "pandas"))
    made = plan_history(SYNCED, start="2024-01-02", settings=SAMPLE, rate=1000)
    rows = table(made.parts[0])
    write_sync(tmp_path, rows, start="2024-01-02")
    files = f"{tmp_path}/*/*.parquet"
    readings = {
        "pandas": pd.read_parquet(tmp_path).astype({"symbol": "str"}),
        "polars": pl.read_parquet(files, hive_partitioning=True).to_pandas(),
        "duckdb": duckdb.sql(f"select * from read_parquet('{files}', hive_partitioning = true)").df(),
    }
    order = ["symbol", "timestamp"]
    expected = rows.to_pandas().sort_values(order).reset_index(drop=True)
    for name, found in readings.items():
        found = found.sort_values(order).reset_index(drop=True)[expected.columns]
        pd.testing.assert_frame_equal(found, expected, check_dtype=False, obj=name)


def test_a_folder_of_sync(tmp_path: Path) -> None:
    made = plan_history(["IBM", "BRK-B"], range="1mo", settings=SAMPLE, rate=1000)
    rows = table(made.parts[0])
    assert sorted(write_sync(tmp_path, rows)) == ["BRK-B", "IBM"]
    back = pa.parquet.read_table(tmp_path, partitioning="hive").sort_by("timestamp")
    assert back.num_rows == rows.num_rows
    assert (tmp_path / "symbol=BRK-B" / "bars.parquet").is_file()
    with pytest.raises(ValueError, match="has bars of 1d since the first one, and these are of 1wk"):
        write_sync(tmp_path, rows, interval="1wk")
