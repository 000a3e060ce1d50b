"""`Calendars`: earnings, public offerings, economic events and splits of some days."""

from __future__ import annotations

import datetime
import warnings
from typing import TYPE_CHECKING, Any

from .. import endpoints
from ..errors import VirtualFinanceError
from ._prices import given as moment
from ._session import ask, found, numpy, pandas
from ._tables import titles
from .exceptions import YFException

if TYPE_CHECKING:
    from collections.abc import Callable

#: The host gives no more at once.
MOST = 100

#: The figures whose zero is unknown.
_NUMBERS = (
    "epsEstimate", "epsActual", "epsSurprisePct", "priceFrom", "priceTo", "offerPrice", "shares",
    "afterReleaseActual", "consensusEstimate", "priorReleaseActual", "originallyReportedActual",
)  # fmt: skip


def _get(kind: str, name: str, what: str) -> Callable[..., Any]:
    """Returns the method for the calendar of a kind, whose columns are those of a frame."""

    def get(
        self: Calendars, start: Any = None, end: Any = None, limit: int = 12, offset: int = 0, force: bool = False
    ) -> Any:
        return self._frame(kind, name, (start, end), limit, offset, force)

    get.__doc__ = f"Returns {what}, see `get_earnings_calendar`."
    return get


def _last(kind: str, get: Callable[[Any], Any], what: str) -> Any:
    """Returns a property: the calendar of a kind that was asked for last, or else that of the days of the calendars."""
    return property(
        lambda of: of.calendars[kind] if kind in of.calendars else get(of), doc=f"{what} that was asked for last."
    )


class Calendars:
    """The events of some days. A frame is kept until it is asked for otherwise.

    Args:
        start: The first day; by default today.
        end: The last day; by default a week after the first.
        session: A `virtual_finance.Client`.
    """

    def __init__(self, start: Any = None, end: Any = None, session: Any = None) -> None:
        self.session = session
        self._start = _day(start) or datetime.date.today()
        self._end = _day(end) or self._start + datetime.timedelta(days=7)
        self._active: list[str] | None = None
        self._asked: dict[str, Any] = {}
        #: The frames by the names of the host.
        self.calendars: dict[str, Any] = {}

    def _frame(
        self, kind: Any, name: str, days: tuple[Any, Any], limit: int, offset: int, force: bool,
        **filters: Any,
    ) -> Any:  # fmt: skip
        start, end = (_day(day) for day in days)
        if (start is None) != (end is None):
            warnings.warn(
                "one of start and end is given: the other is that of the calendars", UserWarning, stacklevel=3
            )
        asked = {"kind": kind, "start": start or self._start, "end": end or self._end, **filters}
        key = (limit, offset, asked)
        if force or kind not in self.calendars or self._asked[kind] != key:
            self.calendars[kind] = _table(self._events(limit, offset, asked), name)
            self._asked[kind] = key
        return self.calendars[kind]

    def _events(self, limit: int, offset: int, asked: dict[str, Any]) -> list[dict[str, Any]]:
        """Returns the events, which the host gives in pages."""
        events: list[dict[str, Any]] = []
        is_over = False
        while not is_over and len(events) < limit:
            count = min(limit - len(events), MOST)
            request = endpoints.EventCalendar(**asked, count=count, offset=offset + len(events))
            try:
                page: Any = ask(request, self.session).response["events"]
            except VirtualFinanceError as error:
                raise YFException(str(error)) from error
            events += page
            is_over = len(page) < count
        return events

    def get_earnings_calendar(
        self,
        market_cap: float | None = None,
        filter_most_active: bool = True,
        start: Any = None,
        end: Any = None,
        limit: int = 12,
        offset: int = 0,
        force: bool = False,
    ) -> Any:
        """Returns earnings of companies of the United States: those of the highest value, the latest first.

        Args:
            market_cap: The value of a company in US dollars at least.
            filter_most_active: Leaves out companies that are not among the most active; not with an offset.
            start: Another first day.
            end: Another last day.
            limit: How many at most; more than 100 are asked for in pages.
            offset: How many are left out.
            force: Asks again for what is kept.
        """
        filters: dict[str, Any] = {"country": "US"}
        if market_cap is not None:
            if market_cap < 10_000_000:
                warnings.warn(f"market_cap {market_cap} is very low", UserWarning, stacklevel=2)
            filters["min_market_cap"] = int(market_cap)
        if filter_most_active and not offset:
            filters["tickers"] = self._most_active(market_cap)
        frame = self._frame("sp_earnings", "earnings_calendar", (start, end), limit, offset, force, **filters)
        return frame.sort_values("Event Start Date", ascending=False, kind="stable")

    def _most_active(self, market_cap: float | None) -> list[str] | None:
        """Returns the symbols of the 200 most active companies, which are asked for once."""
        if self._active is None:
            response: Any = found(endpoints.Screener("MOST_ACTIVES", count=200), self.session) or {"rows": []}
            least = market_cap or 0
            rows = [row for row in response["rows"] if (_raw(row.get("marketCap")) or 0) >= least]
            self._active = [row["symbol"] for row in rows]
        return self._active or None

    get_ipo_info_calendar = _get("ipo_info", "ipo_info_calendar", "public offerings")
    get_economic_events_calendar = _get("economic_event", "economic_events_calendar", "economic events")
    get_splits_calendar = _get("splits", "splits_calendar", "splits")

    earnings_calendar = _last("sp_earnings", get_earnings_calendar, "The earnings calendar")
    ipo_info_calendar = _last("ipo_info", get_ipo_info_calendar, "The calendar of public offerings")
    economic_events_calendar = _last("economic_event", get_economic_events_calendar, "The calendar of economic events")
    splits_calendar = _last("splits", get_splits_calendar, "The calendar of splits")


def _day(given: Any) -> Any:
    """Returns the day that a program gave; none if it gave none."""
    return moment(given).date() if given else None


def _raw(value: Any) -> Any:
    return value.get("raw") if isinstance(value, dict) else value


def _table(events: list[dict[str, Any]], name: str) -> Any:
    """Returns events in the columns of yfinance. A zero among figures means that there is none."""
    name = f"calendars.{name}"
    columns = titles(name)
    frame = pandas.DataFrame([[event.get(name) for name in columns] for event in events], columns=list(columns))
    if frame.empty:
        return frame.rename(columns=columns)
    for figure in _NUMBERS:
        if figure in frame:
            frame[figure] = frame[figure].astype("float64").replace(0.0, numpy.nan)
    for time in titles(name, "time"):
        # Without any time there is no zone, as in yfinance.
        times = pandas.to_datetime(frame[time], unit="s", utc=True)
        frame[time] = times if times.notna().any() else times.dt.tz_localize(None)
    frame = frame.rename(columns=columns)
    return frame.set_index(frame.columns[0])
