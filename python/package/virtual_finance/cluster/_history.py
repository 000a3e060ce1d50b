"""Bars of many symbols with their dividends and splits, as `vfapi sync` has them."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any

from .._reply import Reply
from .._settings import SharedRate
from ..endpoints import History
from ._plan import RATE, SYMBOL, Part, Plan, divided

if TYPE_CHECKING:
    import pyarrow

#: The intervals whose bars have dates.
DAYS = frozenset({"1d", "5d", "1wk", "1mo", "3mo"})

PRICES = ("open", "high", "low", "close", "adjclose")


def plan_history(
    symbols: Iterable[str],
    *,
    columns: Sequence[str] | None = None,
    parts: int = 1,
    settings: Mapping[str, Any] | None = None,
    rate: float | SharedRate = RATE,
    resume: str | os.PathLike[str] | None = None,
    part_limit: int | None = None,
    **params: Any,
) -> Plan:
    """Divides the histories of symbols into parts.

    The rows have the columns of `vfapi sync` behind the `symbol`: `timestamp` (midnight of the exchange's date without
    a zone, and for shorter intervals a time in UTC), `open`, `high`, `low`, `close`, `adjclose`, `volume`, `dividend`
    and `split`. Prices are in the currency of the exchange, and corrected for splits.

    Args:
        symbols: The symbols. One that comes twice is asked once.
        params: The other parameters of `History`, for example `range="1y"` or `interval="5m"`.
        columns, parts, settings, rate, resume, part_limit: As in `plan`.
    """
    whole = Part(
        endpoint="History",
        requests=tuple(History(symbol, **params).params for symbol in dict.fromkeys(symbols)),
        table="history",
        schema=bars_schema(params.get("interval", "1d") in DAYS),
        settings=dict(settings or {}),
        resume=None if resume is None else os.fspath(resume),
        limit=part_limit,
    )
    return divided(whole, parts, rate, columns)


def bars_schema(has_dates: bool) -> pyarrow.Schema:
    """Returns the schema of bars."""
    import pyarrow as pa

    time = pa.timestamp("ms") if has_dates else pa.timestamp("ms", "UTC")
    numbers = [(name, pa.float64()) for name in PRICES]
    return pa.schema(
        [
            (SYMBOL, pa.string()),
            ("timestamp", time),
            *numbers,
            ("volume", pa.int64()),
            ("dividend", pa.float64()),
            ("split", pa.float64()),
        ]
    )


def bars(reply: Reply[Any]) -> pyarrow.Table:
    """Returns the bars of a history: those that have a price, with the dividends and splits of their times."""
    import pyarrow as pa
    import pyarrow.compute

    # Its functions are made when it is imported, so that type checkers know none.
    pc: Any = pyarrow.compute
    table = reply.to_arrow("ohlcdata")
    response = reply.response
    times = response["ohlcdata"]["timestamp"]
    dividends, splits = [None] * len(times), [None] * len(times)
    for event in response.get("dividends") or []:
        if (bar := at(times, event.get("date"))) is not None and event.get("amount") is not None:
            dividends[bar] = (dividends[bar] or 0.0) + event["amount"]
    for event in response.get("splits") or []:
        bar, new, old = at(times, event.get("date")), event.get("numerator"), event.get("denominator")
        if bar is not None and new is not None and old:
            splits[bar] = (splits[bar] or 1.0) * new / old
    table = table.append_column("dividend", pa.array(dividends, pa.float64()))
    table = table.append_column("split", pa.array(splits, pa.float64()))
    known = [pc.is_valid(table.column(name)) for name in PRICES if name in table.column_names]
    return table.filter(reduce(pc.or_, known)) if known else table.slice(0, 0)


def at(times: list[int], time: int | None) -> int | None:
    """Returns the bar that a time lies in: the last one that begins before it ends its day."""
    if time is None:
        return None
    bar = bisect_right(times, time) - 1
    return bar if bar >= 0 else None
