"""`FastInfo`: the latest figures of an instrument, computed from its bars when they are read."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from ._prices import clock, step
from ._session import client, numpy, pandas

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class FastInfo:
    """The latest figures by name, as keys (`lastPrice`) and as attributes (`last_price`)."""

    def __init__(self, ticker: Any) -> None:
        self._ticker = ticker
        self._frames: dict[str, Any] = {}

    def keys(self) -> list[str]:
        """Returns the keys."""
        return sorted(_NAMES)

    def items(self) -> list[tuple[str, Any]]:
        """Returns the keys with their values."""
        return [(key, self[key]) for key in self.keys()]

    def values(self) -> list[Any]:
        """Returns the values."""
        return [self[key] for key in self.keys()]

    def get(self, key: str, default: Any = None) -> Any:
        """Returns the value of a key, or the default if there is no such key."""
        return self[key] if key in _NAMES else default

    def toJSON(self, indent: int = 4) -> str:  # noqa: N802
        """Returns the values as JSON."""
        return json.dumps(dict(self.items()), indent=indent)

    def __getitem__(self, key: str) -> Any:
        name = _NAMES.get(key, key)
        if name not in _VALUES:
            raise KeyError(f"'{key}' not valid key. Examine 'FastInfo.keys()'")
        return getattr(self, name)

    def __contains__(self, key: object) -> bool:
        return key in _NAMES

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __len__(self) -> int:
        return len(_NAMES)

    def __repr__(self) -> str:
        return f"lazy-loading dict with keys = {self.keys()}"

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *_VALUES]

    def __getattr__(self, name: str) -> Any:
        if name not in _VALUES:
            raise AttributeError(f"FastInfo has no '{name}': it has {', '.join(_VALUES)}")
        return _VALUES[name](self)

    def _now(self) -> Any:
        """Returns the time of the ticker's client."""
        return clock(client(self._ticker.session))

    def _year(self, full: bool = False) -> Any:
        """Returns the bars of a year; only of full days leaves out the day that is not over."""
        frame = self._kept("year", period="1y", auto_adjust=False, keepna=True)
        zone = self.timezone
        if frame.empty:
            return frame
        now = self._now().tz_convert(zone)
        first = now.normalize() + pandas.Timedelta(1, unit="D") - step("1y")
        is_open = now < frame.index[-1] + pandas.Timedelta(1460, unit="m")
        last = now.normalize() - pandas.Timedelta(1 if full and is_open else 0, unit="D")
        return frame[(frame.index >= first) & (frame.index < last + pandas.Timedelta(1, unit="D"))]

    def _kept(self, name: str, **arguments: Any) -> Any:
        if name not in self._frames:
            self._frames[name] = self._ticker.history(**arguments)
        return self._frames[name]

    def _before(self) -> float | None:
        frame = self._kept("week", period="5d", interval="1h", auto_adjust=False, prepost=True)
        if self.timezone is None or frame.empty:
            return None
        closes = frame["Close"].groupby(frame.index.date).last()
        return float(closes.iloc[-2]) if len(closes) > 1 else None

    def _shares(self) -> int | None:
        if self.timezone is None:
            return None
        start = self._now().date() - pandas.Timedelta(548, unit="D")
        counts = self._ticker.get_shares_full(start=start)
        return None if counts is None else int(counts.iloc[-1])

    def _cap(self) -> float | None:
        shares, price = self.shares, self.last_price
        return None if shares is None or price is None else float(shares * price)

    def _change(self) -> float | None:
        closes = self._year(full=True)["Close"]
        return float((closes.iloc[-1] - closes.iloc[0]) / closes.iloc[0]) if len(closes) > 1 else None

    def _quarter(self) -> int | None:
        frame = self._year(full=True)
        if frame.empty:
            return None
        first = frame.index[-1] - step("3mo") + step("1d")
        return int(frame.loc[first:, "Volume"].mean())


def _fact(name: str) -> Callable[[FastInfo], Any]:
    # Of an unknown ticker there is no such key.
    return lambda info: info._ticker.history_metadata[name]


def _last(column: str, row: int = -1) -> Callable[[FastInfo], float | None]:
    def value(info: FastInfo) -> float | None:
        frame = info._year()
        if len(frame) < -row or numpy.isnan(frame[column].iloc[row]):
            return None
        return float(frame[column].iloc[row])

    return value


def _mean(column: str, days: int, kind: type) -> Callable[[FastInfo], Any]:
    def value(info: FastInfo) -> Any:
        frame = info._year(full=True)
        return None if frame.empty else kind(frame[column].iloc[-days:].mean())

    return value


_VALUES: dict[str, Callable[[FastInfo], Any]] = {
    "currency": _fact("currency"),
    "quote_type": _fact("instrumentType"),
    "exchange": _fact("exchangeName"),
    "timezone": _fact("exchangeTimezoneName"),
    "shares": FastInfo._shares,
    "market_cap": FastInfo._cap,
    "last_price": _last("Close"),
    "open": _last("Open"),
    "day_high": _last("High"),
    "day_low": _last("Low"),
    "regular_market_previous_close": _last("Close", -2),
    "last_volume": lambda info: None if info._year().empty else int(info._year()["Volume"].iloc[-1]),
    "previous_close": FastInfo._before,
    "fifty_day_average": _mean("Close", 50, float),
    "two_hundred_day_average": _mean("Close", 200, float),
    "ten_day_average_volume": _mean("Volume", 10, int),
    "three_month_average_volume": FastInfo._quarter,
    "year_high": lambda info: float(info._year(full=True)["High"].max()),
    "year_low": lambda info: float(info._year(full=True)["Low"].min()),
    "year_change": FastInfo._change,
}
#: The names of the properties, by their keys.
_NAMES = {re.sub("_(.)", lambda found: found[1].upper(), name): name for name in _VALUES}
