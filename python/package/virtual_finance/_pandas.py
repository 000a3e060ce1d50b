"""Frames of pandas from columns, with numpy and pandas alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy
import pandas

if TYPE_CHECKING:
    from ._native import Frame


def frame(native: Frame, is_series: bool) -> pandas.DataFrame:
    """Returns the frame of columns. In a series the one column of times is the index."""
    columns = {name: _column(kind, values, nulls, zone) for name, kind, values, nulls, zone in native.buffers()}
    times = [name for name, column in columns.items() if isinstance(column, pandas.DatetimeIndex)]
    if not is_series or len(times) != 1:
        return pandas.DataFrame(columns, index=pandas.RangeIndex(len(native)), copy=False)
    return pandas.DataFrame(columns, index=columns.pop(times[0]).rename(times[0]), copy=False)


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
