"""The market read by a Dask cluster on this machine."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import pytest
from host import FaultyHost, is_bad, symbols
from virtual_finance.cluster import plan_history, read, write_sync

dask = pytest.importorskip("dask")
distributed = pytest.importorskip("distributed")

import virtual_finance.dask as vd  # noqa: E402

COUNT = int(os.environ.get("SYMBOLS", "250"))
RATE = float(os.environ.get("RATE", "100"))
RANGE = os.environ.get("RANGE", "1mo")
WORKERS = int(os.environ.get("WORKERS", "2"))
#: A rate that any machine reaches.
CALM = 20.0


@pytest.fixture(scope="module")
def cluster():
    with (
        distributed.LocalCluster(n_workers=WORKERS, threads_per_worker=1, dashboard_address=None) as made,
        distributed.Client(made) as client,
    ):
        yield client


def plain(names: list[str], settings: dict, range: str = RANGE):
    """Returns the rows of a plain loop."""
    import pandas as pd
    import pyarrow as pa

    made = plan_history([name for name in names if not is_bad(name)], range=range, settings=settings, rate=100_000)
    rows = pa.Table.from_batches(list(read(made.parts[0])), schema=made.schema)
    rows = rows.sort_by([("symbol", "ascending"), ("timestamp", "ascending")])
    return rows.to_pandas(types_mapper=pd.ArrowDtype).set_index("symbol")


def test_many_symbols_with_a_worker_that_is_killed(cluster, host: FaultyHost, tmp_path: Path) -> None:
    import pandas as pd

    names = symbols(COUNT)
    how = {"range": RANGE, "settings": host.settings(), "rate": RATE, "resume": tmp_path, "parts": WORKERS}
    reading = vd.read_history(names, **how)
    # The parts are as long as each other, but that the first ones have one more where they cannot be.
    length, longer = divmod(COUNT, WORKERS)
    starts = [names[part * length + min(part, longer)] for part in range(WORKERS)]
    assert reading.frame.divisions == (*starts, names[-1])
    assert host.asked == [], "planning asks no host"
    pids = list(cluster.run(os.getpid).values())
    killed = threading.Thread(target=kill, args=(host, COUNT // 3, pids[0]))
    killed.start()
    begun = time.monotonic()
    rows, failures = dask.compute(reading.frame, reading.failures)
    taken = time.monotonic() - begun
    killed.join()
    print(f"{len(rows)} rows in {taken:.0f} s, {len(host.asked)} requests")
    print(f"at most {host.most_in_a_second()} in a second of {RATE}")

    rows = rows.reset_index().sort_values(["symbol", "timestamp"]).set_index("symbol")
    pd.testing.assert_frame_equal(rows, plain(names, host.sample.settings()), check_index_type=False)
    assert sorted(failures["symbol"]) == [name for name in names if is_bad(name)]
    assert host.other_kinds(dict(zip(failures["symbol"], failures["kind"], strict=True))) == {}
    assert host.most_in_a_second() <= RATE
    asked_twice = [name for name, count in host.counts().items() if count > 1 and not is_bad(name)]
    assert len([name for name in asked_twice if name not in host.refused]) <= 8

    before = len(host.asked)
    again = vd.read_history(names, **how).frame.compute()
    assert len(again) == len(rows)
    assert len(host.asked) == before, "a second job reads what the first one kept"


def kill(host: FaultyHost, after: int, process: int) -> None:
    """Kills a worker once the host was asked so often."""
    while len(host.asked) < after:
        time.sleep(0.01)
    os.kill(process, signal.SIGKILL)


def test_the_rate_of_an_actor(cluster, calm_host: FaultyHost) -> None:
    rate = vd.Rate(cluster, CALM)
    names = [name for name in symbols(int(4 * CALM)) if not is_bad(name)]
    reading = vd.read_history(names, range="5d", parts=4, rate=rate, settings=calm_host.settings())
    assert len(reading.persist().frame.compute()) == len(plain(names, calm_host.sample.settings(), "5d"))
    print(
        f"a mean of {calm_host.mean_in_a_second():.0f} and at most {calm_host.most_in_a_second()} in a second of {CALM}"
    )
    assert calm_host.most_in_a_second() <= CALM


def test_a_worker_is_killed_while_all_share_a_rate(cluster, calm_host: FaultyHost, tmp_path: Path) -> None:
    names = [name for name in symbols(int(6 * CALM)) if not is_bad(name)]
    how = {"range": "5d", "parts": 4, "settings": calm_host.settings(), "resume": tmp_path}
    reading = vd.read_history(names, rate=vd.Rate(cluster, CALM), **how)
    pids = list(cluster.run(os.getpid).values())
    killed = threading.Thread(target=kill, args=(calm_host, len(names) // 3, pids[0]))
    killed.start()
    rows, failures = dask.compute(reading.frame, reading.failures)
    killed.join()
    assert set(rows.index) == set(names)
    assert len(failures) == 0
    assert calm_host.most_in_a_second() <= CALM


def test_dask_reads_a_folder_of_sync(tmp_path: Path) -> None:
    import dask.dataframe as dd
    import pyarrow as pa

    made = plan_history(["IBM", "BRK-B", "^GSPC"], start="2024-01-02", settings={"sample": True}, rate=100_000)
    rows = pa.Table.from_batches(list(read(made.parts[0])), schema=made.schema)
    write_sync(tmp_path, rows, start="2024-01-02")
    back = dd.read_parquet(tmp_path).compute()
    expected = rows.to_pandas()
    for symbol in ("IBM", "BRK-B", "^GSPC"):
        mine, its = back[back.symbol == symbol], expected[expected.symbol == symbol]
        assert mine.close.tolist() == its.close.tolist()
        assert mine.timestamp.tolist() == its.timestamp.tolist()
