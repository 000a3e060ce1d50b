"""`download`: the bars of many tickers in one frame."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from .._stream import names as symbols
from ..errors import VirtualFinanceError
from . import shared
from ._prices import Wanted, bars, empty, request
from ._session import client, logger, pandas
from .exceptions import YFException

#: How many histories are repaired at once, as `Client.many` has it.
AT_ONCE = 16


def download(
    tickers: str | Iterable[str],
    start: Any = None,
    end: Any = None,
    actions: bool = False,
    threads: bool | int = True,
    ignore_tz: bool | None = None,
    group_by: str = "column",
    auto_adjust: bool = True,
    back_adjust: bool = False,
    repair: bool = False,
    keepna: bool = False,
    progress: bool = True,
    period: Any = None,
    interval: str = "1d",
    prepost: bool = False,
    rounding: bool = False,
    timeout: float | None = None,
    session: Any = None,
    multi_level_index: bool = True,
) -> Any:
    """Downloads the bars of tickers into one frame.

    A ticker that fails has empty columns; `frame.attrs["failures"]` has the causes by ticker as texts, so that the
    frame can be written to files. `shared._EXCEPTIONS` has the exceptions of the last download.

    Args:
        tickers: Tickers, or one string with blanks or commas between them.
        start: The first day, in the time of the exchange.
        end: The day after the last one.
        actions: Adds dividends and splits.
        threads: How many requests are under way at most; false for one, true for 16.
        ignore_tz: Takes the zone off the index; by default for bars of a day and more.
        group_by: What the upper level of the columns is: `column` or `ticker`.
        auto_adjust: Adjusts all prices.
        back_adjust: Adjusts all prices but the close.
        repair: Mends what a history shows to be wrong, see `virtual_finance.Client.repaired`.
        keepna: Keeps the rows without prices.
        progress: Shows a bar if tqdm is installed.
        period: A period such as `1y`, by default `1mo`.
        interval: The length of a bar.
        prepost: Adds the bars before and after hours.
        rounding: Rounds as the exchange does.
        timeout: The seconds for one attempt.
        session: A `virtual_finance.Client`.
        multi_level_index: Keeps both levels of the columns for one ticker.
    """
    group_by = group_by.lower()
    if group_by not in ("column", "ticker"):
        raise ValueError(f"'group_by': {group_by!r}: write 'column' or 'ticker'")
    names = list(dict.fromkeys(name.upper() for name in symbols(tickers)))
    wanted = Wanted(period, interval, start, end, prepost, actions, auto_adjust, back_adjust, repair, keepna, rounding)
    at_once = None if threads is True else max(int(threads), 1)
    frames, failures = _all(names, wanted, client(session, timeout), at_once, progress)
    texts = {name: str(error) for name, error in failures.items()}
    shared._ERRORS.clear()
    shared._ERRORS.update(texts)
    shared._EXCEPTIONS.clear()
    shared._EXCEPTIONS.update(failures)
    for name, text in texts.items():
        logger.error("%s: %s", name, text)
    joined = _joined(frames, not wanted.is_intraday if ignore_tz is None else ignore_tz, group_by)
    if not multi_level_index and len(names) == 1:
        joined = joined.droplevel(0 if group_by == "ticker" else 1, axis=1).rename_axis(None, axis=1)
    joined.attrs["failures"] = texts
    return joined


def _all(
    names: list[str], wanted: Wanted, asked: Any, at_once: int | None, progress: bool
) -> tuple[dict[str, Any], dict[str, Exception]]:
    """Returns the frames in the order of the tickers, and the exceptions of those that failed."""
    requests: dict[str, Any] = {}
    frames: dict[str, Any] = dict.fromkeys(names, empty())
    failures: dict[str, Exception] = {}
    for name in names:
        try:
            requests[name] = request(name, wanted, asked)
        except (VirtualFinanceError, YFException) as error:
            failures[name] = error
    for name, reply, cause in _replies(requests, wanted, asked, at_once, progress):
        if reply is None:
            failures[name] = cause
        else:
            frames[name] = bars(reply, wanted).frame
    return frames, failures


def _replies(
    requests: dict[str, Any], wanted: Wanted, asked: Any, at_once: int | None, progress: bool
) -> Iterator[tuple[str, Any, Any]]:
    """Gives each ticker with its reply or its exception, in their order."""
    if not wanted.repair:
        results = asked.many(requests.values(), at_once=at_once, in_order=True, progress=None if progress else False)
        for name, result in zip(requests, results, strict=True):
            yield name, result.reply, result.error
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(at_once or AT_ONCE) as pool:
        running = {name: pool.submit(asked.repaired, sent) for name, sent in requests.items()}
        for name, future in running.items():
            try:
                yield name, future.result(), None
            except VirtualFinanceError as failure:
                yield name, None, failure


def _joined(frames: dict[str, Any], ignore_tz: bool, group_by: str) -> Any:
    """Returns one frame with the tickers as a level of its columns."""
    full = [frame for frame in frames.values() if len(frame)]
    zones = [str(frame.index.tz) for frame in full]
    common = max(sorted(set(zones)), key=zones.count, default=None)
    known: dict[Any, Any] = {}
    for frame, zone in zip(full, zones, strict=True):
        # Tickers of one exchange mostly have the same times, and then one index.
        key = (zone, frame.index.asi8.tobytes())
        if key not in known:
            known[key] = frame.index.tz_localize(None) if ignore_tz else frame.index.tz_convert(common)
        frame.index = known[key]
    index = pandas.DatetimeIndex([])
    for number, other in enumerate(known.values()):
        index = other if number == 0 else index.union(other)
    aligned = {name: frame if frame.index is index else frame.reindex(index) for name, frame in frames.items()}
    data = pandas.concat(aligned.values(), axis=1, sort=True, keys=aligned.keys(), names=["Ticker", "Price"])
    if group_by == "column":
        data.columns = data.columns.swaplevel(0, 1)
        data = data.sort_index(level=0, axis=1)
    return data
