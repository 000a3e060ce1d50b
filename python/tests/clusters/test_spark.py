"""The market read by Spark with two threads of one machine, which needs Java 17: `.ci/clusters spark`."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from host import FaultyHost, is_bad, symbols
from virtual_finance.cluster import plan_history, read

pyspark = pytest.importorskip("pyspark")

from virtual_finance.spark import register  # noqa: E402

COUNT = int(os.environ.get("SYMBOLS", "250"))
RATE = float(os.environ.get("RATE", "100"))


@pytest.fixture(scope="module")
def spark():
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = pyspark.sql.SparkSession.builder.master("local[2,4]").config("spark.ui.enabled", "false")
    session = builder.config("spark.sql.session.timeZone", "UTC").getOrCreate()
    register(session)
    yield session
    session.stop()


def test_many_symbols(spark, host: FaultyHost, tmp_path: Path) -> None:
    names = symbols(COUNT)
    options = {
        "symbols": ",".join(names),
        "range": "1mo",
        "parts": "2",
        "rate": str(RATE),
        "resume": str(tmp_path),
        "settings": json.dumps(host.settings()),
    }
    frame = spark.read.format("virtual_finance").options(**options).load()
    assert host.asked == [], "planning asks no host"
    rows = sorted((row["symbol"], row["timestamp"], row["close"]) for row in frame.collect())
    print(f"{len(host.asked)} requests, at most {host.most_in_a_second()} in a second of {RATE}")
    good = [name for name in names if not is_bad(name)]
    made = plan_history(good, range="1mo", settings=host.sample.settings(), rate=100_000)
    expected = [row for batch in read(made.parts[0]) for row in batch.to_pylist()]
    assert rows == sorted((row["symbol"], row["timestamp"], row["close"]) for row in expected)
    assert host.most_in_a_second() <= RATE

    before = len(host.asked)
    failures = spark.read.format("virtual_finance").options(**options, table="failures").load().collect()
    assert sorted(row["symbol"] for row in failures) == [name for name in names if is_bad(name)]
    assert host.other_kinds({row["symbol"]: row["kind"] for row in failures}) == {}
    assert len(host.asked) == before, "what was read is not asked again"


def test_a_filter_on_the_symbol_asks_for_no_other(spark, host: FaultyHost) -> None:
    options = {"symbols": ",".join(symbols(40)), "range": "5d", "settings": json.dumps(host.settings())}
    frame = spark.read.format("virtual_finance").options(**options).load().where("symbol = 'T00007'")
    assert {row["symbol"] for row in frame.collect()} == {"T00007"}
    assert set(host.counts()) == {"T00007"}
