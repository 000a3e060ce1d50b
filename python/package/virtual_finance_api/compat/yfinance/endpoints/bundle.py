"""The requests about one ticker with frames of pandas. Before there is a reply each frame is `None`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import pandas

from ....endpoints._native import shipped
from ....endpoints.decorators import dyndoc_insert
from ....endpoints.yahoo import ticker_bundle as yahoo
from ....endpoints.yahoo.util import convtime
from . import _frames
from .responses.bundle import responses
from .util import YFHolders, camel2title, yfprocopt

if TYPE_CHECKING:
    from collections.abc import Callable


class Chain(NamedTuple):
    """The options of one expiration date."""

    calls: pandas.DataFrame
    puts: pandas.DataFrame


def _framed(frame: Callable[[Any], Any], doc: str) -> property:
    return property(lambda request: None if request.response is None else frame(request.response), doc=doc)


def _table(name: str, doc: str) -> property:
    return property(lambda request: request._frame(name), doc=doc)


def _statements(group: str, doc: str) -> property:
    def value(response: Any) -> dict[str, pandas.DataFrame]:
        return {name: _frames.statements(list_, camel2title) for name, list_ in (response.get(group) or {}).items()}

    return _framed(value, doc)


def _earnings(response: Any) -> dict[str, pandas.DataFrame]:
    found = response.get("earnings") or {}
    names = {"yearly": "Year", "quarterly": "Quarter"}
    return {name: _frames.earnings(found.get(name) or [], title) for name, title in names.items()}


@shipped
@dyndoc_insert(responses)
class Financials(yahoo.Financials):
    """The statements of a company as frames, in `yearly` and `quarterly`, of: {financials_resp}"""

    balancesheet = _statements("balancesheet", "The balance sheets.")
    cashflow = _statements("cashflow", "The cash flows.")
    financials = _statements("financials", "The income statements.")

    earnings = _framed(_earnings, "The revenue and the earnings.")


@shipped
@dyndoc_insert(responses)
class History(yahoo.History):
    """The prices of an instrument as frames, of: {history_resp}

    Args:
        ticker: The symbol of the instrument.
        params: What `util.yfprocopt` takes; prices are adjusted unless `auto_adjust` is false.
    """

    def __init__(self, ticker: str, params: dict[str, Any] | None = None) -> None:
        super().__init__(ticker, yfprocopt(**(params or {})))

    @property
    def history(self) -> pandas.DataFrame | None:
        """The bars. Their index is in UTC without a zone, or in the zone `tz` of the parameters."""
        if self.response is None:
            return None
        frame = _frames.bars(self.response)
        if self._given.get("rounding"):
            frame = frame.round(self.response["meta"].get("priceHint", 2))
        if self._given.get("tz") is not None:
            frame = frame.tz_localize("UTC").tz_convert(self._given["tz"])
        return frame

    dividends = _framed(_frames.dividends, "The dividends by day.")
    splits = _framed(_frames.splits, "The splits by day, as new shares for each old one.")

    @property
    def actions(self) -> pandas.DataFrame | None:
        """Dividends and splits by day; what a day does not have is 0."""
        if self.response is None:
            return None
        columns = [_frames.dividends(self.response), _frames.splits(self.response)]
        # Two events of one day are summed and multiplied, so that a day is one row.
        by_day = [columns[0].groupby(level=0).sum(), columns[1].groupby(level=0).prod()]
        return pandas.concat(by_day, axis=1).sort_index().fillna(0.0)


@shipped
@dyndoc_insert(responses)
class Holders(yahoo.Holders):
    """The holders of an instrument as frames, of: {holders_resp}"""

    #: The frames by name, of the response that is `_of`.
    _holders: dict[str, pandas.DataFrame | None]
    _of: object = None

    def _frame(self, name: str) -> pandas.DataFrame | None:
        if self.response is None:
            return None
        if self._of is not self.response:
            self._of, self._holders = self.response, _frames.holders(YFHolders(self.response).convert())
        return self._holders[name]

    major = _table("major", "The kinds of holders.")
    institutional = _table("institutional", "The institutional holders; `None` if the reply lacks them.")
    mutualfund = _table("mutualfund", "The funds that hold the instrument; `None` if the reply lacks them.")


@shipped
@dyndoc_insert(responses)
class Options(yahoo.Options):
    """The options on an instrument as frames, of: {options_resp}"""

    options = _framed(
        lambda response: tuple(map(str, _frames.days(response["expirationDates"]))),
        "The expiration dates, such as `2021-03-26`.",
    )

    def option_chain(self, date: str | None = None, proxy: Any = None, tz: str | None = None) -> Chain | None:
        """Returns the calls and the puts of a date that the response has.

        Args:
            date: One of `options`; by default the first date that the response has contracts of.
            proxy: Taken as yfinance takes it; a client has its own.
            tz: The zone of the times of the last trades.

        Raises:
            ValueError: The response has no contracts of that date.
        """
        if self.response is None:
            return None
        chains = self.response["options"]
        if date is not None:
            chains = [chain for chain in chains if chain["expirationDate"] == convtime(date)]
            if not chains:
                raise ValueError(f"the reply has no contracts of {date}; request them with {{'date': {date!r}}}")
        chain = chains[0] if chains else {}
        return Chain(*(_frames.contracts(chain.get(side) or [], tz) for side in ("calls", "puts")))


@shipped
@dyndoc_insert(responses)
class Profile(yahoo.Profile):
    """The profile of an instrument, with frames, of: {profile_resp}"""

    COMPONENTS: ClassVar[list[str]] = [
        "defaultKeyStatistics",
        "details",
        "summaryProfile",
        "recommendationTrend",
        "financialsTemplate",
        "earnings",
        "price",
        "financialData",
        "quoteType",
        "calendarEvents",
        "summaryDetail",
        "symbol",
        "esgScores",
        "upgradeDowngradeHistory",
        "pageViews",
    ]

    def Calendar(self) -> pandas.DataFrame | None:  # noqa: N802
        """Returns the next earnings."""
        section = self.response and self.response["calendar"]
        return None if section is None else _frames.calendar(section)

    def Info(self) -> dict[str, Any] | None:  # noqa: N802
        """Returns facts and figures by name."""
        return None if self.response is None else self.response["info"]

    def Recommendations(self) -> pandas.DataFrame | None:  # noqa: N802
        """Returns the grades of analysts, oldest first."""
        grades = self.response and self.response["recommendations"]
        return None if grades is None else _frames.recommendations(grades)

    def Sustainability(self) -> pandas.DataFrame | None:  # noqa: N802
        """Returns the ESG scores."""
        return None if self.response is None else _frames.sustainability(self.response["sustainability"])

    calendar = property(Calendar)
    info = property(Info)
    recommendations = property(Recommendations)
    sustainability = property(Sustainability)
