"""Functions of the requests."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from typing import Any
from urllib.parse import urlsplit

from ...exceptions import ConversionHookError
from .types import AdjustType, Interval, Period

#: The start of `max`: midnight of 1900-01-01. Hosts answer the range `max` with longer bars than were asked for.
FIRST = -2208988800
_STORES = "root.App.main = "


def response2json(response: Any) -> Any:
    """Returns the data that a page of 2021 carries: the object behind `root.App.main`.

    Raises:
        ConversionHookError: The page has none.
    """
    text = getattr(response, "text", response)
    text = text.decode("utf-8", errors="replace") if isinstance(text, bytes) else str(text)
    start = text.find(_STORES)
    try:
        if start < 0:
            raise ValueError(f"the page has no {_STORES.strip()}")
        return json.JSONDecoder().raw_decode(text, start + len(_STORES))[0]
    except ValueError as error:
        raise ConversionHookError(422, "") from error


def get_store(response: Any, store: str) -> Any:
    """Returns one of the stores of a page, such as `QuoteSummaryStore`.

    Raises:
        ConversionHookError: The page has no such store.
    """
    try:
        return response2json(response)["context"]["dispatcher"]["stores"][store]
    except (KeyError, TypeError) as error:
        raise ConversionHookError(422, "") from error


def extract_domain(url: str | None) -> str | None:
    """Returns the domain of an address, without `www.`; `None` if it has none."""
    try:
        host = urlsplit(url or "").hostname
    except ValueError:
        return None
    return host.removeprefix("www.") if host else None


def convtime(t: Any) -> int:
    """Returns a time in epoch seconds. What does not name its zone is in UTC.

    Args:
        t: Epoch seconds, a `datetime`, a `date`, or text in ISO 8601.
    """
    if isinstance(t, str):
        t = datetime.fromisoformat(t)
    if isinstance(t, date) and not isinstance(t, datetime):
        t = datetime(t.year, t.month, t.day)
    if isinstance(t, datetime):
        t = (t if t.tzinfo else t.replace(tzinfo=UTC)).timestamp()
    return int(t)


def procopt(
    period: Period | str | None = Period.p_1mo,
    interval: Interval | str = Interval.i_1d,
    start: Any = None,
    end: Any = None,
    prepost: bool = False,
    actions: bool = True,
    adjust: AdjustType | str | None = None,
    rounding: bool = False,
    tz: str | None = None,
    **kwargs: Any,
) -> dict[str, Any]:
    """Returns the parameters of a history as the host takes them, with `prepost` and `adjust` as they were given.

    Args:
        period: The time span, if there is no start.
        interval: The time that one bar covers.
        start: The start, as `convtime` takes it.
        end: The end, exclusive; by default now.
        prepost: Whether bars outside the regular hours are wanted.
        actions: Whether dividends and splits are wanted.
        adjust: The adjustment, which is made here and not by the host.
        rounding: Taken as the original takes it; prices are not rounded.
        tz: Taken as the original takes it; times are in epoch seconds.
        kwargs: `range`, another name of the period, and `events`. Others are left out.
    """
    span = kwargs.get("range") or period
    params: dict[str, Any] = {}
    if start is not None or end is not None or span is None or str(span) == Period.p_max:
        params["period1"] = FIRST if start is None else convtime(start)
        params["period2"] = convtime(datetime.now(UTC) if end is None else end)
    else:
        params["range"] = str(span)
    params["interval"] = str(interval)
    params["includePrePost"] = params["prepost"] = prepost
    if adjust is not None:
        params["adjust"] = adjust
    events = kwargs.get("events") or ("div,splits" if actions else None)
    if events is not None:
        params["events"] = events
    return params
