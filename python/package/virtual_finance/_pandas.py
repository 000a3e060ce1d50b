"""Frames of pandas from columns, with numpy and pandas alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy
import pandas

if TYPE_CHECKING:
    from collections.abc import Collection

    from ._native import Frame


def frame(native: Frame, index: Collection[str]) -> pandas.DataFrame:
    """Returns the frame of columns. The first of those named that has times is the index."""
    columns = {name: _column(kind, values, nulls, zone) for name, kind, values, nulls, zone in native.buffers()}
    times = next((name for name in index if isinstance(columns.get(name), pandas.DatetimeIndex)), None)
    if times is None:
        return pandas.DataFrame(columns, index=pandas.RangeIndex(len(native)), copy=False)
    return pandas.DataFrame(columns, index=columns.pop(times).rename(times), copy=False)


def _column(kind: str, values: Any, nulls: bytearray | None, zone: str | None) -> Any:
    if kind == "str":
        return pandas.array(values, dtype="str") if _has_str() else numpy.array(values, dtype=object)
    column = numpy.frombuffer(values, dtype=kind)
    if kind.startswith("datetime64"):
        times = pandas.DatetimeIndex(column)
        return times if zone is None else times.tz_localize("UTC").tz_convert(zone)
    if nulls is None or kind == "float64":
        return column
    masked = pandas.arrays.BooleanArray if kind == "bool" else pandas.arrays.IntegerArray
    return masked(column, numpy.frombuffer(nulls, dtype="bool"))


def _has_str() -> bool:
    """Returns true for a pandas whose strings are a type of their own."""
    return int(pandas.__version__.split(".")[0]) >= 3
