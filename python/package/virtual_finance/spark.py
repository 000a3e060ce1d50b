"""Reads the market with Spark 4.

>>> import virtual_finance.spark  # doctest: +SKIP
>>> virtual_finance.spark.register(spark)  # doctest: +SKIP
>>> bars = spark.read.format("virtual_finance").options(symbols="IBM,MSFT", range="1y").load()  # doctest: +SKIP

Options: `endpoint` (`history` by default), `symbols`, `table` (`failures` for the requests that failed), `parts`,
`rate`, `resume`, `settings` (JSON), and the parameters of the endpoint. Filters on the symbol are pushed down.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pyspark.sql.datasource import DataSource, DataSourceReader, EqualTo, Filter, In, InputPartition
from pyspark.sql.pandas.types import from_arrow_schema

from .cluster import Part, Plan, Rows, failures_schema, plan, plan_history
from .cluster._plan import RATE
from .endpoints import ENDPOINTS

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql.types import StructType

__all__ = ["MarketSource", "register"]

#: The options that are no parameters of an endpoint.
OPTIONS = ("endpoint", "symbols", "table", "parts", "rate", "resume", "settings", "path")


def register(session: Any) -> None:
    """Makes the format `virtual_finance` known to a session, and turns on that filters are pushed down to it, without
    which Spark refuses a source that takes them."""
    session.conf.set("spark.sql.python.filterPushdown.enabled", "true")
    session.dataSource.register(MarketSource)


class MarketSource(DataSource):
    """The source of the name `virtual_finance`."""

    @classmethod
    def name(cls) -> str:
        """Returns the name of the format."""
        return "virtual_finance"

    def schema(self) -> StructType:
        """Returns the schema, which is known before anything is fetched."""
        known = failures_schema() if self.options.get("table") == "failures" else _plan(self.options).schema
        schema: StructType = from_arrow_schema(known)
        return schema

    def reader(self, schema: StructType) -> DataSourceReader:
        """Returns the reader of the parts."""
        return _Reader(_plan(self.options), self.options.get("table") == "failures")


class _Partition(InputPartition):
    def __init__(self, part: Part) -> None:
        super().__init__(part.number)
        self.part = part


class _Reader(DataSourceReader):
    def __init__(self, plan: Plan, has_failures: bool) -> None:
        self._plan = plan
        self._has_failures = has_failures

    def pushFilters(self, filters: list[Filter]) -> Iterator[Filter]:  # noqa: N802
        """Takes the filters on the symbol, so that no other symbol is asked for; gives back the rest."""
        for known in filters:
            if isinstance(known, EqualTo) and known.attribute == ("symbol",):
                self._plan = self._plan.where([known.value])
            elif isinstance(known, In) and known.attribute == ("symbol",):
                self._plan = self._plan.where(known.value)
            else:
                yield known

    def partitions(self) -> list[InputPartition]:
        """Returns the parts."""
        return [_Partition(part) for part in self._plan.parts if part.requests]

    def read(self, partition: Any) -> Iterator[pyarrow.RecordBatch]:
        """Gives the rows of a part."""
        rows = Rows(partition.part)
        if not self._has_failures:
            yield from map(_spark_batch, rows)
            return
        for _ in rows:
            pass
        yield from map(_spark_batch, rows.failures.to_batches())


def _spark_batch(batch: pyarrow.RecordBatch) -> pyarrow.RecordBatch:
    """Returns a batch with times in microseconds, the only ones that Spark has."""
    import pyarrow as pa

    fields = [
        pa.field(known.name, pa.timestamp("us", known.type.tz)) if pa.types.is_timestamp(known.type) else known
        for known in batch.schema
    ]
    return batch.cast(pa.schema(fields))


def _plan(options: Any) -> Plan:
    """Returns the plan that options describe; they are strings."""
    symbols = [symbol.strip() for symbol in options.get("symbols", "").split(",") if symbol.strip()]
    if not symbols:
        raise ValueError('name the symbols: .option("symbols", "IBM,MSFT")')
    how: dict[str, Any] = {
        "parts": int(options.get("parts", "1")),
        "rate": float(options.get("rate", RATE)),
        "resume": options.get("resume"),
        "settings": json.loads(options.get("settings", "{}")),
    }
    params = {name: value for name, value in options.items() if name not in OPTIONS}
    endpoint = options.get("endpoint", "history")
    if endpoint == "history":
        return plan_history(symbols, **how, **params)
    found = {name.lower(): kind for name, kind in ENDPOINTS.items()}
    if endpoint.lower() not in found:
        raise ValueError(f"there is no endpoint {endpoint!r}; write one of {', '.join(sorted(found))}")
    kind = found[endpoint.lower()]
    table = options.get("table")
    return plan([kind(symbol, **params) for symbol in symbols], table=None if table == "failures" else table, **how)
