"""Reads many requests in parts: the source that Ray, Dask and Spark have in common.

A plan divides requests into parts and knows the schema of their rows before anything is fetched. A part can be read in
any process: its rows come as record batches of Arrow, in bounded memory, and a request that fails is a row of failures
and never an exception.

>>> from virtual_finance.cluster import plan_history, read
>>> plan = plan_history(["IBM", "NOTFOUND"], range="5d", settings={"sample": True})
>>> rows = read(plan.parts[0])
>>> [batch.num_rows for batch in rows]
[5]
>>> rows.failures.column("symbol").to_pylist()
['NOTFOUND']
"""

from __future__ import annotations

from .._settings import SharedRate
from ._history import plan_history
from ._plan import Part, Plan, plan
from ._rate import Bucket, SharedRateError, Slots
from ._read import Rows, failures_schema, read
from ._sync import write_sync

__all__ = [
    "Bucket",
    "Part",
    "Plan",
    "Rows",
    "SharedRate",
    "SharedRateError",
    "Slots",
    "failures_schema",
    "plan",
    "plan_history",
    "read",
    "write_sync",
]
