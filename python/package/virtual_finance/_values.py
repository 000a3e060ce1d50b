"""Values of parameters: whatever Python has for a date, a number or a list, as plain values of JSON."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Any, SupportsFloat, SupportsIndex, TypeAlias, get_args

from .errors import ParamsError

#: A day: `"2024-06-28"`, or a date.
DateLike: TypeAlias = str | date
#: A point in time: a day, text with a zone, a datetime with a zone, or epoch seconds.
DateTimeLike: TypeAlias = str | int | date | datetime


def plain(request: str, name: str, value: object, is_text: bool = False) -> object:
    """Returns the plain value of a parameter; its type and its limits are checked with all others.

    A value that is missing from other data, such as NaN, is no text where the parameter is one.
    """
    if isinstance(value, (bool, str)):
        return value
    if isinstance(value, datetime):  # pandas.Timestamp is one
        return _moment(request, name, value, is_text)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, (bytes, bytearray, memoryview)):
        raise TypeError(f"{request}: '{name}' is bytes: decode them to a string")
    if isinstance(value, Mapping):
        raise TypeError(f"{request}: '{name}' is a mapping: write one value, or a list of values")
    if isinstance(value, float):
        return _number(request, name, value, is_text)
    if isinstance(value, Iterable) and getattr(value, "ndim", None) != 0:  # arrays of numpy are indices, too
        return [plain(request, f"{name}[{at}]", item, is_text) for at, item in enumerate(value)]
    if type(value).__name__ == "datetime64":
        return plain(request, name, time_of_numpy(value))
    if isinstance(value, SupportsIndex):  # integers of numpy, too
        return _integer(request, name, value.__index__())
    if type(value).__name__ in ("bool", "bool_"):  # of numpy
        return bool(value)
    if isinstance(value, SupportsFloat):
        return _number(request, name, float(value), is_text)
    if value is None:
        raise _missing(request, name, value, is_text, "a value")
    raise TypeError(f"{request}: '{name}' is of type {type(value).__name__}: write a string, a number or a date")


def in_json(request: str, name: str, value: object) -> object:
    """Returns the plain value of a parameter in JSON: text is a string, a mapping an object, `None` in them null."""
    if value is None:
        return None
    if isinstance(value, Mapping):
        return {str(key): in_json(request, f"{name}.{key}", item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [in_json(request, f"{name}[{at}]", item) for at, item in enumerate(value)]
    return plain(request, name, value)


def timely(request: str, name: str, value: object) -> None:
    """Refuses an integer that is a date without dashes.

    Raises:
        ParamsError: It is one.
    """
    day = day_without_dashes(value) if isinstance(value, int) else None
    if day is not None:
        raise _refused(request, f"'{name}' is {value}, a time in 1970 in epoch seconds", f'write "{day}"')


def single(request: str, name: str, value: object) -> None:
    """Refuses several values of a parameter that has one.

    Raises:
        ParamsError: There are several.
    """
    if isinstance(value, list):
        advice = f"write one, and ask for several with client.many([{request}(...), {request}(...)])"
        raise _refused(request, f"'{name}' is a list", advice)


def day_without_dashes(value: int) -> str | None:
    """Returns the date that an integer such as 20240102 is; `None` if it is none. In epoch seconds it is in 1970."""
    year, month, day = value // 10_000, value // 100 % 100, value % 100
    if not (1900 <= year <= 2100 and 1 <= month <= 12 and 1 <= day <= 31):
        return None
    return f"{year}-{month:02}-{day:02}"


def _refused(request: str, fault: str, advice: str) -> ParamsError:
    """Returns the error of a value that is refused before the table sees it."""
    return ParamsError(f"{request}: {fault}: {advice}", endpoint=request, request=request, advice=advice)


def _missing(request: str, name: str, value: object, is_text: bool, wanted: str) -> ParamsError:
    """Returns the error of a value that other data lacks."""
    advice = "write a string" if is_text else f"write {wanted}, or leave it out"
    return _refused(request, f"'{name}' is {value}", advice)


def time_of_numpy(value: Any) -> datetime:
    """Returns the time of a `numpy.datetime64`, which has no zone."""
    found = value.astype("datetime64[us]").item()
    if not isinstance(found, datetime):
        raise ValueError(f"{value} is no time: write a date, or leave it out")
    return found


def _integer(request: str, name: str, value: int) -> int:
    if not -(1 << 63) <= value < 1 << 64:
        raise _refused(request, f"'{name}' is an integer of {value.bit_length()} bits", "write a number of 64 bits")
    return value


def _number(request: str, name: str, value: float, is_text: bool) -> float:
    if not math.isfinite(value):
        raise _missing(request, name, value, is_text, "a number")
    return value


def _moment(request: str, name: str, value: datetime, is_text: bool) -> str:
    if value != value:  # NaT
        raise _missing(request, name, value, is_text, "a date")
    if value.tzinfo is not None:
        return value.isoformat(timespec="seconds")
    if (value.hour, value.minute, value.second, value.microsecond) == (0, 0, 0, 0):
        return value.date().isoformat()
    advice = "give it one, such as value.replace(tzinfo=datetime.timezone.utc)"
    raise _refused(request, f"'{name}' is {value}, a time without a zone", advice)


def listed(alias: Any) -> list[str]:
    """Returns the values of an open enumeration that the table lists."""
    return [value for part in get_args(alias) for value in get_args(part)]


def in_upper_case(alias: Any, name: str) -> str:
    """Returns the value of an open enumeration of upper case for a name in any case."""
    known = name.upper()
    return known if known in listed(alias) else f"other:{name}"
