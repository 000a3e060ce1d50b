"""Plans: requests in parts, with the schema of their rows."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from .. import _native
from .._client import Client
from .._request import Request, subject_name
from .._settings import SharedRate
from ..endpoints import ENDPOINTS
from ._rate import Slots

if TYPE_CHECKING:
    import pyarrow

#: The messages that each host gets in a second, from all workers together, unless a plan says more.
RATE = 5.0

#: The name of the column with the subject of a row's request.
SYMBOL = "symbol"


@dataclass(frozen=True)
class Part:
    """Requests that one worker reads one after the other. It pickles."""

    #: The name of the endpoint, and the parameters of each request.
    endpoint: str
    requests: tuple[dict[str, Any], ...]
    #: The table of the responses; `None` for the main one, and `history` for bars with their dividends and splits.
    table: str | None
    schema: pyarrow.Schema
    #: The settings of the client.
    settings: Mapping[str, Any]
    #: The number of the part, and the number of parts.
    number: int = 0
    of: int = 1
    rate: SharedRate | None = None
    #: The folder that keeps what was read.
    resume: str | None = None
    #: The number of rows after which the part ends.
    limit: int | None = None


@dataclass(frozen=True)
class Plan:
    """Requests in parts. Planning asks no host."""

    endpoint: str
    #: The schema of the rows, which is known from the table of endpoints.
    schema: pyarrow.Schema
    parts: list[Part] = field(repr=False)

    def select(self, columns: Sequence[str]) -> Plan:
        """Returns the plan of some of the columns."""
        missing = [name for name in columns if name not in self.schema.names]
        if missing:
            raise KeyError(f"there is no column {missing[0]!r}; choose some of {', '.join(self.schema.names)}")
        schema = self.schema.empty_table().select(list(columns)).schema
        return replace(self, schema=schema, parts=[replace(part, schema=schema) for part in self.parts])

    def limit_parts(self, rows: int) -> Plan:
        """Returns the plan whose parts end after so many rows each."""
        return replace(self, parts=[replace(part, limit=rows) for part in self.parts])

    def where(self, symbols: Iterable[str]) -> Plan:
        """Returns the plan of the requests about some symbols."""
        wanted = set(symbols)
        parts = [
            replace(
                part, requests=tuple(params for params in part.requests if subject(part.endpoint, params) in wanted)
            )
            for part in self.parts
        ]
        return replace(self, parts=parts)


def plan(
    requests: Iterable[Request[Any]],
    *,
    table: str | None = None,
    columns: Sequence[str] | None = None,
    parts: int = 1,
    settings: Mapping[str, Any] | None = None,
    rate: float | SharedRate = RATE,
    resume: str | os.PathLike[str] | None = None,
    part_limit: int | None = None,
) -> Plan:
    """Divides requests to one endpoint into parts.

    Args:
        requests: The requests, for example `History` of many symbols.
        table: The table of their responses; by default the main one.
        columns: The columns that are wanted; by default all.
        parts: The number of parts: that of the workers.
        settings: The settings of the clients, as `Client` takes them.
        rate: The messages that a host gets in a second from all workers together, each of which has its share; or what
            keeps the rate, such as an actor of Ray.
        resume: A folder that all workers see. What was read is kept there, and read from there when the plan is read
            again.
        part_limit: The number of rows after which each part ends. Parts know nothing of each other, so a limit of the
            whole is the engine's, for example `reading.limit(100)` of Ray.

    Raises:
        ValueError: There are no requests, or requests to several endpoints.
        KeyError: There is no such table or column.
        ConfigError: One of the settings cannot be used.
    """
    given = list(requests)
    names = {request.endpoint for request in given}
    if len(names) != 1:
        raise ValueError(f"a plan has requests to one endpoint, and these are to {sorted(names) or 'none'}")
    (endpoint,) = names
    whole = Part(
        endpoint=endpoint,
        requests=tuple(request.params for request in given),
        table=table,
        schema=known_schema(endpoint, table),
        settings=dict(settings or {}),
        resume=None if resume is None else os.fspath(resume),
        limit=part_limit,
    )
    return divided(whole, parts, rate, columns)


def divided(whole: Part, parts: int, rate: float | SharedRate, columns: Sequence[str] | None) -> Plan:
    """Returns the plan of a part with all requests."""
    if parts < 1:
        raise ValueError(f"parts={parts}: write a number above 0")
    # Wrong settings are told here, and not by every worker.
    Client(**whole.settings).close()
    requests = whole.requests
    parts = min(parts, max(len(requests), 1))
    length, longer = divmod(len(requests), parts)
    ends = [number * length + min(number, longer) for number in range(parts + 1)]
    made = [
        replace(
            whole,
            number=number,
            of=parts,
            requests=requests[ends[number] : ends[number + 1]],
            rate=Slots(rate, number, parts) if isinstance(rate, (int, float)) else rate,
        )
        for number in range(parts)
    ]
    made_plan = Plan(whole.endpoint, whole.schema, made)
    return made_plan if columns is None else made_plan.select(columns)


def known_schema(endpoint: str, table: str | None) -> pyarrow.Schema:
    """Returns the schema of a table's rows: the symbol, and the columns that the table of endpoints declares."""
    import pyarrow as pa

    kinds = {
        "Boolean": pa.bool_(),
        "Integer": pa.int64(),
        "Float": pa.float64(),
        "Text": pa.string(),
        "Time": pa.timestamp("ms", "UTC"),
        "Mixed": pa.string(),
    }
    fields = [(name, kinds[kind]) for name, kind in _native.columns(endpoint, table)]
    if SYMBOL not in dict(fields):
        fields.insert(0, (SYMBOL, pa.string()))
    return pa.schema(fields)


def subject(endpoint: str, params: Mapping[str, Any]) -> str:
    """Returns what a request is about: its ticker, symbols or text, or its parameters if it has none of them."""
    found = params.get(subject_name(ENDPOINTS[endpoint]) or "")
    if isinstance(found, str):
        return found
    return ",".join(map(str, found)) if found else json.dumps(params, sort_keys=True, default=str)
