"""Reads the market with Dask.

>>> import virtual_finance.dask as vd  # doctest: +SKIP
>>> bars = vd.read_history(["IBM", "MSFT"], range="1y", parts=2)  # doctest: +SKIP
>>> bars.frame.groupby("symbol").close.max().compute()  # doctest: +SKIP

A symbol that fails is a row of `failures` and never fails the job. The rate of a host holds for all workers together.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import dask
import dask.dataframe as dd
import distributed
import pandas as pd
from distributed.diagnostics.plugin import SchedulerPlugin
from distributed.utils import sync

from ._request import Request
from .cluster import Bucket, Part, Plan, Rows, failures_schema, plan, plan_history
from .cluster._plan import subject
from .cluster._rate import ANSWER

if TYPE_CHECKING:
    import pyarrow

__all__ = ["Rate", "Reading", "read", "read_history"]


class _Rates(SchedulerPlugin):
    """The rates of a cluster. Its scheduler keeps them, the one process that no job outlives."""

    name = "virtual-finance-rates"
    idempotent = True

    def start(self, scheduler: Any) -> None:
        """Makes the scheduler answer calls of rates."""
        buckets: dict[str, Bucket] = {}

        def call(bucket: str, rate: float, function: str, given: list[Any]) -> Any:
            made = buckets.setdefault(bucket, Bucket(rate))
            return getattr(made, function)(*given)

        scheduler.handlers[_CALL] = call


#: The name of the call.
_CALL = "virtual_finance_rate"


class Rate:
    """A rate that all workers of a Dask cluster share through its scheduler.

    >>> rate = Rate(client, 5)  # doctest: +SKIP
    """

    def __init__(self, client: Any, rate: float) -> None:
        # A wrong rate is told here, and not by every worker.
        Bucket(rate)
        client.register_plugin(_Rates())
        self._sent = {"bucket": uuid.uuid4().hex, "rate": rate}
        self._node = client

    def __reduce__(self) -> tuple[Any, ...]:
        return _sent_rate, (self._sent,)

    def connect(self) -> None:
        """Finds the scheduler. Dask knows its worker in the thread of a task alone."""
        self._node = self._node or distributed.get_worker()

    def take(self, host: str, n: int) -> float:
        """Returns the seconds until the next message may be sent."""
        wait: float = self._call("take", host, n)
        return wait

    def pause(self, host: str, seconds: float) -> None:
        """Gives no turn before so many seconds are over."""
        self._call("pause", host, seconds)

    def _call(self, function: str, *given: Any) -> Any:
        asked = getattr(self._node.scheduler, _CALL)
        return sync(self._node.loop, asked, **self._sent, function=function, given=given, callback_timeout=ANSWER)


def _sent_rate(sent: dict[str, Any]) -> Rate:
    """Returns the rate of a pickle."""
    rate = Rate.__new__(Rate)
    rate._node, rate._sent = None, sent
    return rate


class Reading:
    """The rows of a plan, and the requests that failed, as frames of Dask that share the work.

    Compute both at once, `dask.compute(reading.frame, reading.failures)`, or call `persist` first: what is computed
    twice is asked for twice, unless the plan has a folder (`resume`) or its client a cache.
    """

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        read = dask.delayed(_read, pure=False, nout=2)
        self._made([read(part) for part in plan.parts])

    def _made(self, parts: list[Any]) -> None:
        self._parts = parts
        by_symbol = "symbol" in self._plan.schema.names
        #: The rows. Their index is the symbol if the plan has that column, and the divisions are known where the plan's
        #: symbols are sorted.
        self.frame = dd.from_delayed(
            [part[0] for part in parts],
            meta=_frame(self._plan.schema.empty_table()),
            divisions=_divisions(self._plan) if by_symbol else None,
            verify_meta=False,
        )
        #: The requests that failed, with their causes.
        self.failures = dd.from_delayed(
            [part[1] for part in parts], meta=_plain(failures_schema().empty_table()), verify_meta=False
        )

    def persist(self) -> Reading:
        """Begins to read, keeps the rows in the cluster, and returns itself."""
        self._made(list(dask.persist(*self._parts)))
        return self


def read(requests: Iterable[Request[Any]], **how: Any) -> Reading:
    """Reads a table of the responses to requests, see `virtual_finance.cluster.plan`."""
    return Reading(plan(requests, **how))


def read_history(symbols: Iterable[str], **how: Any) -> Reading:
    """Reads the bars of symbols, sorted by symbol, see `virtual_finance.cluster.plan_history`."""
    return Reading(plan_history(sorted(set(symbols)), **how))


def _read(part: Part) -> tuple[pd.DataFrame, pd.DataFrame]:
    import pyarrow as pa

    if isinstance(part.rate, Rate):
        part.rate.connect()
    rows = Rows(part)
    table = pa.Table.from_batches(list(rows), schema=part.schema)
    if "symbol" in part.schema.names:
        table = table.sort_by([("symbol", "ascending")])
    return _frame(table), _plain(rows.failures)


def _frame(table: pyarrow.Table) -> pd.DataFrame:
    """Returns the frame with the symbol as its index."""
    frame = _plain(table)
    return frame.set_index("symbol") if "symbol" in frame.columns else frame


def _plain(table: pyarrow.Table) -> pd.DataFrame:
    """Returns the frame with the types of Arrow, in which integers may have gaps."""
    return table.to_pandas(types_mapper=pd.ArrowDtype)


def _divisions(plan: Plan) -> tuple[str, ...] | None:
    """Returns the first symbol of each part and the last one; none if they are not sorted."""
    symbols = [[subject(part.endpoint, params) for params in part.requests] for part in plan.parts]
    every = [symbol for part in symbols for symbol in part]
    if not every or every != sorted(every) or not all(symbols):
        return None
    return (*(part[0] for part in symbols), every[-1])
