"""Reading parts."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from .._base import Result
from .._client import Client
from .._reply import Reply
from .._request import _again
from ..endpoints import ENDPOINTS
from ._history import bars
from ._kept import Kept, Outcome
from ._plan import RATE, SYMBOL, Part, subject
from ._rate import Slots, Turns

if TYPE_CHECKING:
    import pyarrow

#: The number of rows of a batch.
BATCH = 32_768

#: The requests under way at once of one part.
AT_ONCE = 8


def failures_schema() -> pyarrow.Schema:
    """Returns the schema of failures: the subject of each request that failed, and why."""
    import pyarrow as pa

    return pa.schema(
        [
            (SYMBOL, pa.string()),
            ("kind", pa.string()),
            ("status", pa.int64()),
            ("message", pa.string()),
            ("attempts", pa.int64()),
            ("when", pa.timestamp("ms", "UTC")),
        ]
    )


class Rows:
    """The rows of a part as record batches; `failures` is whole after the last one."""

    def __init__(self, part: Part) -> None:
        self._part = part
        self._failed: list[Outcome] = []
        self._batches = self._read()

    def __iter__(self) -> Iterator[pyarrow.RecordBatch]:
        return self

    def __next__(self) -> pyarrow.RecordBatch:
        return next(self._batches)

    @property
    def schema(self) -> pyarrow.Schema:
        """The schema of the rows."""
        return self._part.schema

    @property
    def failures(self) -> pyarrow.Table:
        """The requests that failed, with their causes."""
        import pyarrow as pa

        rows = [outcome._asdict() for outcome in self._failed]
        return pa.Table.from_pylist(rows, schema=failures_schema())

    def _read(self) -> Iterator[pyarrow.RecordBatch]:
        """Gives the batches, as large as `BATCH`, until the limit of the part."""
        import pyarrow as pa

        part, left = self._part, self._part.limit
        waiting: list[pyarrow.Table] = []
        count = 0
        for table in self._tables():
            rows = table.select(part.schema.names).slice(0, left)
            left = None if left is None else left - rows.num_rows
            waiting.append(rows)
            count += rows.num_rows
            if count >= BATCH or left == 0:
                yield from pa.concat_tables(waiting).combine_chunks().to_batches()
                waiting, count = [], 0
            if left == 0:
                return
        if count:
            yield from pa.concat_tables(waiting).combine_chunks().to_batches()

    def _tables(self) -> Iterator[pyarrow.Table]:
        """Gives the rows of each request that succeeded: those that are kept, and those that are asked for."""
        part = self._part
        if part.resume is None:
            yield from self._asked(part.requests, None)
            return
        with Kept(part) as kept:
            for outcome, table in kept.read(part.requests):
                if outcome.kind is not None:
                    self._failed.append(outcome)
                elif table is not None:
                    yield table
            yield from self._asked(kept.missing(part.requests), kept)

    def _asked(self, requests: tuple[dict[str, Any], ...], kept: Kept | None) -> Iterator[pyarrow.Table]:
        """Asks for requests, and keeps what comes."""
        part = self._part
        if not requests:
            return
        turns = Turns(part.rate or Slots(RATE, part.number, part.of))
        with Client(**part.settings, shared_rate=turns) as client:
            for result in client.many(
                [_again(ENDPOINTS[part.endpoint], params) for params in requests], at_once=AT_ONCE, progress=False
            ):
                if result.error is not None and turns.error is not None:
                    # What is under way still comes.
                    continue
                outcome, table = outcome_of(part, result)
                if kept is not None:
                    kept.add(outcome, table)
                if outcome.kind is not None:
                    self._failed.append(outcome)
                elif table is not None and table.num_rows:
                    yield table
        turns.check()


def read(part: Part) -> Rows:
    """Reads a part: its rows as record batches, and the requests that failed."""
    return Rows(part)


def outcome_of(part: Part, result: Result[Any]) -> tuple[Outcome, pyarrow.Table | None]:
    """Returns what became of a request, and its rows. A reply whose rows do not fit the schema is a failure."""
    params = result.request.params
    name = subject(part.endpoint, params)
    error = result.error
    if error is None:
        try:
            return Outcome(params, name), rows_of(part, name, result.unwrap())
        except (ValueError, TypeError, KeyError) as fault:
            error = fault
    status = getattr(error, "status", None)
    kind = getattr(error, "kind", type(error).__name__)
    attempts = len(getattr(error, "attempts", [])) + 1
    when = int(time.time() * 1000)
    return Outcome(params, name, kind, status, str(error), attempts, when), None


def rows_of(part: Part, symbol: str, reply: Reply[Any]) -> pyarrow.Table:
    """Returns the rows of a reply in the schema of its endpoint's table."""
    tables: dict[str | None, Callable[[], pyarrow.Table]] = {"history": lambda: bars(reply)}
    table = tables.get(part.table, lambda: reply.to_arrow(part.table))()
    return fitted(table, symbol, part.schema)


def fitted(table: pyarrow.Table, symbol: str, schema: pyarrow.Schema) -> pyarrow.Table:
    """Returns a table with the columns of a schema: those that it lacks are null."""
    import pyarrow as pa

    columns = []
    for known in schema:
        if known.name in table.column_names:
            columns.append(cast(table.column(known.name), known.type))
        elif known.name == SYMBOL:
            columns.append(pa.chunked_array([pa.repeat(pa.scalar(symbol), table.num_rows)]))
        else:
            columns.append(pa.chunked_array([pa.nulls(table.num_rows, known.type)]))
    return pa.Table.from_arrays(columns, schema=schema)


def cast(column: pyarrow.ChunkedArray, kind: pyarrow.DataType) -> pyarrow.ChunkedArray:
    """Returns a column as one of another type."""
    import pyarrow as pa

    if column.type == kind:
        return column
    # Dates are midnights, and a time keeps its moment in another zone.
    if pa.types.is_date(column.type):
        return column.cast(pa.timestamp("ms")).cast(kind)
    return column.cast(kind)
