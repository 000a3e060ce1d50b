"""The market read by a Ray cluster on this machine."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import pytest
from host import FaultyHost, is_bad, symbols
from virtual_finance.cluster import plan_history, read, write_sync

ray = pytest.importorskip("ray")

import virtual_finance.ray as vr  # noqa: E402

#: The figures of the book are those of 5000 symbols and a year.
COUNT = int(os.environ.get("SYMBOLS", "250"))
RATE = float(os.environ.get("RATE", "100"))
RANGE = os.environ.get("RANGE", "1mo")
WORKERS = int(os.environ.get("WORKERS", "2"))
#: A rate that any machine reaches.
CALM = 20.0


@pytest.fixture(scope="module", autouse=True)
def _cluster():
    # What is no worker's own package is not copied.
    ray.init(num_cpus=WORKERS, include_dashboard=False, logging_level="ERROR", log_to_driver=False)
    yield
    ray.shutdown()


def expected(names: list[str], settings: dict) -> list[dict]:
    """Returns the rows of a plain loop."""
    import pyarrow as pa

    made = plan_history([name for name in names if not is_bad(name)], range=RANGE, settings=settings, rate=100_000)
    rows = pa.Table.from_batches(list(read(made.parts[0])), schema=made.schema)
    return rows.sort_by([("symbol", "ascending"), ("timestamp", "ascending")]).to_pylist()


def rows_of(dataset) -> list[dict]:
    return sorted(dataset.take_all(), key=lambda row: (row["symbol"], row["timestamp"]))


def test_many_symbols_with_a_worker_that_is_killed(host: FaultyHost, tmp_path: Path) -> None:
    names = symbols(COUNT)
    how = {"range": RANGE, "settings": host.settings(), "rate": RATE, "resume": tmp_path / "kept", "parts": WORKERS}
    reading = vr.read_history(names, **how)
    assert host.asked == [], "planning asks no host"
    killed = threading.Thread(target=kill, args=(host, COUNT // 3, b"ray::Read"))
    killed.start()
    begun = time.monotonic()
    rows = rows_of(reading.dataset)
    taken = time.monotonic() - begun
    killed.join()
    print(f"{len(rows)} rows in {taken:.0f} s, {len(host.asked)} requests")
    print(f"at most {host.most_in_a_second()} in a second of {RATE}")

    assert rows == expected(names, host.sample.settings())
    failures = {row["symbol"]: row for row in reading.failures().take_all()}
    assert sorted(failures) == [name for name in names if is_bad(name)]
    assert host.other_kinds({symbol: row["kind"] for symbol, row in failures.items()}) == {}
    assert all(symbol in row["message"] for symbol, row in failures.items())
    assert host.most_in_a_second() <= RATE
    asked_twice = [name for name, count in host.counts().items() if count > 1 and not is_bad(name)]
    # Those that were refused once, and those that the killed worker had under way.
    refused = host.refused
    assert len([name for name in asked_twice if name not in refused]) <= 8

    before = len(host.asked)
    assert rows_of(vr.read_history(names, **how).dataset) == rows
    assert len(host.asked) == before, "a second job reads what the first one kept"

    write_sync(tmp_path / "prices", reading.dataset.to_pandas().pipe(arrow))
    assert len(list((tmp_path / "prices").glob("symbol=*/bars.parquet"))) == len(names) - len(failures)


def arrow(frame):
    import pyarrow as pa

    return pa.Table.from_pandas(frame, schema=plan_history(["IBM"], settings={"sample": True}).schema)


def kill(host: FaultyHost, after: int, wanted: bytes) -> None:
    """Kills a process by the beginning of its name, once the host was asked so often."""
    while len(host.asked) < after:
        time.sleep(0.01)
    for process in Path("/proc").glob("[0-9]*"):
        try:
            name = (process / "cmdline").read_bytes()
        except OSError:
            continue
        if name.startswith(wanted):
            os.kill(int(process.name), signal.SIGKILL)
            return
    pytest.fail(f"no process is {wanted}")


def test_columns_limit_and_the_rate_of_an_actor(calm_host: FaultyHost) -> None:
    names = [name for name in symbols(int(4 * CALM)) if not is_bad(name)]
    reading = vr.read_history(
        names, range="5d", columns=["symbol", "close"], parts=4, rate=vr.Rate(CALM), settings=calm_host.settings()
    )
    rows = reading.take_all()
    assert {row["symbol"] for row in rows} == set(names)
    assert set(rows[0]) == {"symbol", "close"}
    print(
        f"a mean of {calm_host.mean_in_a_second():.0f} and at most {calm_host.most_in_a_second()} in a second of {CALM}"
    )
    assert calm_host.most_in_a_second() <= CALM
    few = vr.read_history(symbols(20), range="5d", parts=2, rate=CALM, settings=calm_host.settings(), part_limit=7)
    assert few.count() == 14
    assert few.limit(7).count() == 7


def test_the_process_that_keeps_the_rate_is_killed(calm_host: FaultyHost, tmp_path: Path) -> None:
    names = [name for name in symbols(int(6 * CALM)) if not is_bad(name)]
    how = {"range": "5d", "parts": 4, "settings": calm_host.settings(), "resume": tmp_path}
    reading = vr.read_history(names, rate=vr.Rate(CALM), **how)
    killed = threading.Thread(target=kill, args=(calm_host, len(names) // 3, b"ray::_Actor"))
    killed.start()
    assert {row["symbol"] for row in reading.take_all()} == set(names)
    killed.join()
    assert reading.failures().take_all() == []
    assert calm_host.most_in_a_second() <= CALM
    assert calm_host.counts().total() == len(names)
