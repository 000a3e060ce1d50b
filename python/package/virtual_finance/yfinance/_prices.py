"""Bars and their events as frames of pandas, in the columns and types of yfinance."""

from __future__ import annotations

import datetime
import re
from functools import lru_cache
from typing import Any, NamedTuple, SupportsIndex, get_args

from .._client import Client
from .._repaired import Repaired
from .._reply import Reply
from .._values import day_without_dashes, time_of_numpy
from ..endpoints import History, Range
from ..errors import RateLimitedError
from ._session import ask, numpy, pandas, relativedelta
from .exceptions import YFInvalidPeriodError, YFRateLimitError

PRICES = ["Open", "High", "Low", "Close", "Adj Close"]
EVENTS = ["Dividends", "Stock Splits", "Capital Gains"]
#: The column that says which bars a repair changed.
REPAIRED = "Repaired?"
RANGES = get_args(Range)

_STEP = re.compile(r"([1-9]\d*)(m|h|d|wk|mo|y)")
_UNITS = {"d": "days", "wk": "weeks", "mo": "months", "y": "years", "m": "minutes", "h": "hours"}


class Wanted(NamedTuple):
    """The arguments of `history`."""

    period: Any = None
    interval: str = "1d"
    start: Any = None
    end: Any = None
    prepost: bool = False
    actions: bool = True
    auto_adjust: bool = True
    back_adjust: bool = False
    repair: bool = False
    keepna: bool = False
    rounding: bool = False

    @property
    def is_intraday(self) -> bool:
        """True for bars that are shorter than a day."""
        return self.interval[-1] in "mh"


class Bars(NamedTuple):
    """The frame of a reply with its events on their own."""

    frame: Any
    dividends: Any
    splits: Any
    gains: Any
    meta: dict[str, Any]


def step(text: str) -> Any:
    """Returns the length of a period or an interval, such as `3mo`."""
    parts = _STEP.fullmatch(text)
    if parts is None:
        raise ValueError(f"'{text}' is no length of time: write one such as '5d', '2wk', '3mo' or '1y'")
    return relativedelta.relativedelta(**{_UNITS[parts[2]]: int(parts[1])})


def is_period(text: str | None) -> bool:
    """Returns whether a text is a number of days, weeks, months or years, such as `3mo`."""
    return text is not None and re.fullmatch(r"[1-9]\d*(d|wk|mo|y)", text) is not None


def given(value: Any) -> Any:
    """Returns a time that a program gave, with its zone if it says one."""
    if isinstance(value, SupportsIndex):
        day = day_without_dashes(value.__index__())
        if day is not None:
            raise ValueError(f"{value} is a time in 1970 in epoch seconds: write {day!r}")
        return pandas.Timestamp(value.__index__(), unit="s", tz="UTC")
    if type(value).__name__ == "datetime64":
        value = time_of_numpy(value)
    if isinstance(value, str):
        try:
            value = datetime.datetime.strptime(value, "%Y-%m-%d")
        except ValueError as error:
            raise ValueError(f"{value!r} is no date: write one such as '2024-06-28', or a datetime") from error
    if not isinstance(value, datetime.date) or value != value:
        raise ValueError(f"{value!r} is no date: write one such as '2024-06-28', or a datetime")
    return pandas.Timestamp(value)


def moment(value: Any, zone: str) -> Any:
    """Returns a time that a program gave, which is one of the exchange unless it says its zone."""
    time = given(value)
    return time.tz_localize(zone) if time.tzinfo is None else time.tz_convert(zone)


def clock(session: Client) -> Any:
    """Returns the time of a client's clock, which of the sample host is another one than the machine's."""
    return pandas.Timestamp(session._native.now, unit="s", tz="UTC")


def empty() -> Any:
    """Returns the frame of no bars."""
    frame = pandas.DataFrame(dict.fromkeys([*PRICES, "Volume"], numpy.nan), index=[])
    return frame.rename_axis("Date")


_zones: dict[str, str] = {}


def zone(ticker: str, session: Client) -> str:
    """Returns the time zone of a ticker's exchange, which is asked for once."""
    if ticker not in _zones:
        _zones[ticker] = ask(History(ticker, range="1d"), session).response["meta"]["exchangeTimezoneName"]
    return _zones[ticker]


def request(ticker: str, wanted: Wanted, session: Client) -> History:
    """Returns the request of bars.

    Raises:
        YFInvalidPeriodError: There is no such period.
        ValueError: A period, a start and an end are too many.
    """
    period: Any = wanted.period
    start, end = wanted.start, wanted.end
    if period is None and not (start or end):
        period = "1mo"
    if period is not None:
        period = period.lower()
        if period not in RANGES and not is_period(period):
            raise YFInvalidPeriodError(ticker, period, ", ".join(RANGES))
    if period is not None and start and end:
        raise ValueError("period, start and end are given: leave one of them out")
    interval: Any = "15m" if wanted.interval.lower() == "30m" else wanted.interval.lower()
    shared: dict[str, Any] = {
        "interval": interval,
        "prepost": wanted.prepost,
        "events": ["div", "splits", "capitalGains"],
    }
    if not (start or end) and period in RANGES:
        return History(ticker, range=period, **shared)
    first, last = (_limit(value, ticker, session) if value else None for value in (start, end))
    length = step("1mo" if period is None or period in ("max", "ytd") else period)
    if first is None and last is None:
        first = clock(session).tz_convert(zone(ticker, session)).date() - length
    elif first is None:
        first = last - length
    elif last is None and period is not None:
        last = first + length
    return History(ticker, start=first, end=last, **shared)


def _limit(value: Any, ticker: str, session: Client) -> Any:
    """Returns the start or the end of bars: a day, which is one of the exchange, or a time with its zone."""
    time = given(value)
    if time.tzinfo is None and time == time.normalize():
        return time.date()
    return moment(time, zone(ticker, session)) if time.tzinfo is None else time


def bars(reply: Reply[Any] | Repaired, wanted: Wanted) -> Bars:
    """Returns the frame of a reply, or of a repaired history."""
    response: Any = reply.response
    meta = dict(response["meta"])
    here = meta["exchangeTimezoneName"]
    _zones.setdefault(meta["symbol"], here)
    columns, seconds = _columns(response["ohlcdata"])
    if isinstance(reply, Repaired):
        columns[REPAIRED] = numpy.array(reply.rows, dtype=bool)
    dividends = _events(response.get("dividends"), "Dividends", here, lambda item: item["amount"])
    splits = _events(response.get("splits"), "Stock Splits", here, lambda item: item["numerator"] / item["denominator"])
    gains = _events(response.get("capitalGains"), "Capital Gains", here, lambda item: item["amount"])
    has_gains = meta.get("instrumentType") in ("MUTUALFUND", "ETF")
    plain = _plain(columns, seconds, here, wanted)
    if plain is not None:
        return Bars(plain, dividends, splits, gains, meta)
    frame = pandas.DataFrame(columns, index=_moments(seconds, here))
    if wanted.interval.lower() == "30m":
        frame = _half_hours(frame)
    if not wanted.is_intraday:
        frame.index = _days(frame.index, here)
    frame = _sorted(frame)
    # Without their columns, events leave a trace only as days without prices, which are kept on demand.
    if wanted.actions or wanted.keepna:
        for name, events in zip(EVENTS, (dividends, splits, gains), strict=True):
            if name != "Capital Gains" or has_gains:
                frame = _joined(frame, name, events, wanted)
    frame = _live(frame, wanted)
    if not frame.index.is_unique:
        frame = frame[~frame.index.duplicated(keep="first")]
    frame = _adjusted(frame, wanted)
    if wanted.rounding:
        frame = frame.round(meta.get("priceHint") or 2)
    frame["Volume"] = frame["Volume"].fillna(0).astype("int64")
    frame.index.name = "Datetime" if wanted.is_intraday else "Date"
    if not wanted.actions:
        frame = frame[[name for name in frame if name not in EVENTS]]
    if not wanted.keepna:
        is_empty = _is_nothing(frame.drop(columns=REPAIRED, errors="ignore")).all(axis=1)
        frame = frame[~is_empty] if is_empty.any() else frame
    if REPAIRED in frame:
        frame[REPAIRED] = frame.pop(REPAIRED).fillna(False).astype(bool)
    return Bars(frame, dividends, splits, gains, meta)


def _columns(data: dict[str, Any]) -> tuple[dict[str, Any], Any]:
    """Returns the columns of bars, the earliest first, and their times in epoch seconds. A null becomes NaN."""
    lists = {name: data.get(name.lower().replace(" ", "")) for name in [*PRICES, "Volume"]}
    if lists["Adj Close"] is None:
        lists["Adj Close"] = lists["Close"]
    # Volumes are below 2 ** 53, so that they stay what they are.
    columns = {name: numpy.array(values, dtype="float64") for name, values in lists.items()}
    seconds = numpy.array(data["timestamp"], dtype="int64")
    if (numpy.diff(seconds) < 0).any():
        order = numpy.argsort(seconds, kind="stable")
        columns = {name: values[order] for name, values in columns.items()}
        seconds = seconds[order]
    return columns, seconds


def _plain(columns: dict[str, Any], seconds: Any, here: str, wanted: Wanted) -> Any:
    """Returns the frame of bars that need their adjustment alone, which most downloads are of; none of others."""
    if wanted.actions or wanted.keepna or wanted.repair or wanted.rounding or wanted.is_intraday:
        return None
    index = _known_days(seconds.tobytes(), here)
    if not (index.is_monotonic_increasing and index.is_unique):
        return None
    if len(index) > 1 and _is_same(index[-2], index[-1], wanted.interval):
        return None
    found = _adjusted(dict(columns), wanted)
    found["Volume"] = numpy.nan_to_num(found["Volume"], nan=0.0).astype("int64")
    is_bar = ~_is_nothing(list(found.values())).all(axis=0)
    return pandas.DataFrame({name: values[is_bar] for name, values in found.items()}, index=index[is_bar])


def _is_nothing(values: Any) -> Any:
    """Returns where values are zero or missing."""
    data = numpy.asarray(values, dtype="float64")
    return numpy.isnan(data) | (data == 0)


@lru_cache(maxsize=16)
def _known_days(seconds: bytes, here: str) -> Any:
    """Returns the days of bars. Those of one exchange mostly have the same."""
    return _days(_moments(numpy.frombuffer(seconds, dtype="int64"), here), here).rename("Date")


def _moments(seconds: Any, here: str) -> Any:
    """Returns points in time in the zone of the exchange."""
    # In the units that pandas gives yfinance: times in microseconds, days in seconds.
    times = numpy.array(seconds, dtype="int64").astype("datetime64[s]").astype("datetime64[us]")
    return pandas.DatetimeIndex(times).tz_localize("UTC").tz_convert(here)


def _sorted(frame: Any) -> Any:
    return frame if frame.index.is_monotonic_increasing else frame.sort_index()


def _half_hours(frame: Any) -> Any:
    """Returns bars of 30 minutes from those of 15: hosts have answered with hours where half hours were asked for."""
    rules = {"Open": "first", "High": "max", "Low": "min", "Close": "last", "Adj Close": "last", "Volume": "sum"}
    return frame.resample("30min").agg({**rules, REPAIRED: "any"} if REPAIRED in frame else rules)


def _days(index: Any, here: str) -> Any:
    """Returns the days of the exchange, as midnights there. A bar one or two hours before midnight is of the next."""
    clock = index.tz_localize(None)
    early = (clock.hour >= 22) & (clock.minute == 0)
    if early.any():
        clock = clock + pandas.to_timedelta(numpy.where(early, 24 - clock.hour, 0), unit="h")
    return clock.normalize().as_unit("s").tz_localize(here, ambiguous=True, nonexistent="shift_forward")


def _events(items: Any, name: str, here: str, value: Any) -> Any:
    items = sorted(items or [], key=lambda item: item["date"])
    if not items:
        return pandas.Series([], index=pandas.DatetimeIndex([], tz=here, name="Date"), dtype=object, name=name)
    index = _moments([item["date"] for item in items], here)
    return pandas.Series([value(item) for item in items], index=index.rename("Date"), name=name)


def _joined(frame: Any, name: str, events: Any, wanted: Wanted) -> Any:
    """Returns the bars with a column of the events of each; zero where there is none."""
    if not len(events) or frame.empty:
        frame[name] = 0.0
        return frame
    index = events.index
    if not wanted.is_intraday:
        index = _days(index, str(frame.index.tz))
        missing = index.unique().difference(frame.index)
        if wanted.interval == "1d":
            missing = missing[missing < frame.index[0]].union(missing[missing > frame.index[-1]])
        else:
            end = frame.index[-1] + step(wanted.interval)
            missing = missing[(missing >= end) & (missing < end + step(wanted.interval))]
        if len(missing):
            frame = frame.reindex(frame.index.union(missing).rename(frame.index.name))
            frame.loc[missing, frame.columns.difference([*PRICES, "Volume"])] = 0.0
    if wanted.is_intraday:
        keys, days = frame.index.normalize(), index.normalize()
        found = keys.searchsorted(days).clip(max=len(frame) - 1)
        is_in = keys[found] == days
    else:
        found = frame.index.searchsorted(index, side="right") - 1
        is_in = (found >= 0) & (index < frame.index[-1] + step(wanted.interval))
    join: Any = numpy.multiply if name == "Stock Splits" else numpy.add
    values = numpy.full(len(frame), float(join.identity))
    join.at(values, found[is_in], events.to_numpy(dtype="float64")[is_in])
    if name == "Stock Splits":
        values[values == 1.0] = 0.0
    frame[name] = values
    return frame


def _live(frame: Any, wanted: Wanted) -> Any:
    """Returns the bars with the last one merged into that before it if both are of one interval.

    A host gives the day that is not over as a bar of its own, after that of its week or month.
    """
    if len(frame) < 2:
        return frame
    before, last = frame.index[-2], frame.index[-1]
    if before == last or not _is_same(before, last, wanted.interval):
        return frame
    if wanted.interval == "1d":
        return frame.drop(index=before)
    if wanted.is_intraday and wanted.prepost and last.second == 0:
        return frame
    pair = frame.iloc[-2:]
    row = pair.iloc[0].copy()
    if numpy.isnan(row["Open"]):
        row["Open"] = pair["Open"].iloc[1]
    row["High"], row["Low"] = pair["High"].max(), pair["Low"].min()
    for name in ("Close", "Adj Close"):
        row[name] = pair[name].iloc[1]
    row["Volume"] = pair["Volume"].sum()
    if "Dividends" in pair:
        row["Dividends"] = pair["Dividends"].sum()
        split = pair["Stock Splits"].replace(0, 1).prod()
        if split != 1.0:
            row["Stock Splits"] = split
    frame = frame.iloc[:-1].copy()
    frame.loc[before] = row
    return frame


def _is_same(before: Any, last: Any, interval: str) -> bool:
    if interval == "1mo":
        return bool((before.year, before.month) == (last.year, last.month))
    if interval == "3mo":
        return bool((before.year, before.quarter) == (last.year, last.quarter))
    if interval == "1d":
        return bool(before.date() == last.date())
    return bool(last < before + step(interval))


def _adjusted(columns: Any, wanted: Wanted) -> Any:
    """Adjusts the prices of a frame, or of a dictionary of arrays."""
    if not (wanted.auto_adjust or wanted.back_adjust):
        return columns
    adjusted = columns.pop("Adj Close")
    with numpy.errstate(divide="ignore", invalid="ignore"):
        ratio = adjusted / columns["Close"]
    for name in ("Open", "High", "Low"):
        columns[name] = columns[name] * ratio
    if wanted.auto_adjust:
        columns["Close"] = adjusted
    return columns


def found(sent: History, wanted: Wanted, session: Client) -> Reply[Any] | Repaired:
    """Sends the request of bars, which are repaired if that is wanted.

    Raises:
        YFRateLimitError: The host wants fewer requests.
        VirtualFinanceError: Anything else that failed.
    """
    if not wanted.repair:
        return ask(sent, session)
    try:
        return session.repaired(sent)
    except RateLimitedError as error:
        raise YFRateLimitError from error
