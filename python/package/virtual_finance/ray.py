"""Reads the market with Ray Data.

>>> import virtual_finance.ray as vr  # doctest: +SKIP
>>> bars = vr.read_history(["IBM", "MSFT"], range="1y", parts=2)  # doctest: +SKIP
>>> bars.to_pandas()  # doctest: +SKIP
>>> bars.failures().to_pandas()  # doctest: +SKIP

A symbol that fails is a row of `failures()` and never fails the job. The rate of a host holds for all workers together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import ray
from ray.data import Dataset
from ray.data.block import BlockMetadata
from ray.data.datasource import Datasource, ReadTask

from ._request import Request
from .cluster import Bucket, Part, Plan, Rows, failures_schema, plan, plan_history
from .cluster._rate import ANSWER

if TYPE_CHECKING:
    import pyarrow

__all__ = ["Market", "Rate", "Reading", "read", "read_history"]


class _Actor(Bucket):
    """A bucket in a process that Ray starts anew if it dies."""

    def __init__(self, rate: float) -> None:
        is_again = ray.get_runtime_context().was_current_actor_reconstructed
        super().__init__(rate, after=1.0 if is_again else 0.0)


class Rate:
    """A rate that all workers of a Ray cluster share through one actor.

    >>> rate = Rate(5)  # doctest: +SKIP
    """

    def __init__(self, rate: float) -> None:
        self._bucket = ray.remote(num_cpus=0, max_restarts=-1, max_task_retries=-1)(_Actor).remote(rate)

    def take(self, host: str, n: int) -> float:
        """Returns the seconds until the next message may be sent."""
        wait: float = ray.get(self._bucket.take.remote(host, n), timeout=ANSWER)
        return wait

    def pause(self, host: str, seconds: float) -> None:
        """Gives no turn before so many seconds are over."""
        self._bucket.pause.remote(host, seconds)


class _Failures:
    """The failures of all parts, by part and symbol: a part that is read anew replaces its own."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, str], dict[str, Any]] = {}

    def add(self, part: int, rows: list[dict[str, Any]]) -> None:
        for row in rows:
            self._known[part, row["symbol"]] = row

    def rows(self) -> list[dict[str, Any]]:
        return list(self._known.values())


class Market(Datasource):
    """The parts of a plan as a source of Ray Data."""

    def __init__(self, plan: Plan, failures: Any = None) -> None:
        super().__init__()
        self._plan = plan
        self._failures = failures

    def get_name(self) -> str:
        """Returns the name of the source in Ray's own pages."""
        return f"virtual_finance {self._plan.endpoint}"

    def estimate_inmemory_data_size(self) -> int | None:
        """Returns nothing: how many rows a symbol has is not known before it is asked for."""
        return None

    def get_read_tasks(
        self, parallelism: int, per_task_row_limit: int | None = None, data_context: Any = None
    ) -> list[ReadTask]:
        """Returns a task for each part. Ray may ask for fewer rows of each."""
        plan = self._plan if per_task_row_limit is None else self._plan.limit_parts(per_task_row_limit)
        metadata = BlockMetadata(num_rows=None, size_bytes=None, input_files=None, exec_stats=None)
        return [
            ReadTask(_task(part, self._failures), metadata, schema=plan.schema, per_task_row_limit=per_task_row_limit)
            for part in plan.parts
        ]


def _task(part: Part, failures: Any) -> Callable[[], Iterable[pyarrow.Table]]:
    """Returns the function that reads a part, and reports what failed."""

    def blocks() -> Iterable[pyarrow.Table]:
        import pyarrow as pa

        rows = Rows(part)
        empty = True
        for batch in rows:
            empty = False
            yield pa.Table.from_batches([batch])
        if empty:
            yield part.schema.empty_table()
        if failures is not None and rows.failures.num_rows:
            ray.get(failures.add.remote(part.number, rows.failures.to_pylist()))

    return blocks


class Reading:
    """A dataset of rows beside those of its failures. Whatever a `Dataset` can do it can do, too."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._failed = ray.remote(num_cpus=0)(_Failures).remote()
        #: The rows.
        self.dataset: Dataset = ray.data.read_datasource(
            Market(plan, self._failed), override_num_blocks=max(len(plan.parts), 1)
        )

    def failures(self) -> Dataset:
        """Returns the requests that failed so far, with their causes: all of them once the rows were read."""
        import pyarrow as pa

        rows = ray.get(self._failed.rows.remote())
        return ray.data.from_arrow(pa.Table.from_pylist(rows, schema=failures_schema()))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name == "dataset":
            raise AttributeError(name)
        return getattr(self.dataset, name)


def read(requests: Iterable[Request[Any]], **how: Any) -> Reading:
    """Reads a table of the responses to requests, see `virtual_finance.cluster.plan`. There are as many parts as the
    cluster has processors, unless `parts` says another number."""
    return Reading(plan(requests, **_parts(how)))


def read_history(symbols: Iterable[str], **how: Any) -> Reading:
    """Reads the bars of symbols, see `virtual_finance.cluster.plan_history`.

    `read_history(symbols, range="1y", columns=["symbol", "timestamp", "close"])` asks for a year of closes.
    """
    return Reading(plan_history(symbols, **_parts(how)))


def _parts(how: dict[str, Any]) -> dict[str, Any]:
    return {"parts": max(int(ray.cluster_resources().get("CPU", 1)), 1), **how}
