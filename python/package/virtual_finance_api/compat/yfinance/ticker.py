"""The ticker of yfinance, as the original has it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from ...client import Client
from ...endpoints.business_insider import ISIN
from ...endpoints.yahoo.util import convtime
from . import endpoints as yf

if TYPE_CHECKING:
    from collections.abc import Callable

    import pandas

    from ...endpoints.apirequest import APIRequest
    from .endpoints.bundle import Chain

R = TypeVar("R", bound="APIRequest")

#: The client of all tickers. Programs set their own.
client = Client()


class Ticker:
    """The data of a ticker by name. A request is sent when one of its properties is first read.

    Args:
        ticker: The symbol of the instrument.
    """

    def __init__(self, ticker: str) -> None:
        self.ticker = ticker
        #: The requests that were sent, by name.
        self._r: dict[str, Any] = dict.fromkeys(("profile", "financials", "holders", "options", "history", "isin"))

    def _sent(self, name: str, kind: Callable[[str], R]) -> R:
        """Returns a request with its reply. One that fails is sent again the next time."""
        if self._r[name] is None:
            request = kind(self.ticker)
            client.request(request)
            self._r[name] = request
        sent: R = self._r[name]
        return sent

    def _events(self) -> yf.History:
        # Dividends and splits are those of all time, unless `history` asked for less.
        return self._sent("history", lambda ticker: yf.History(ticker, {"period": "max"}))

    def history(self, **kwargs: Any) -> pandas.DataFrame | None:
        """Returns the bars of a time span, as `yfprocopt` takes its arguments: one month of days by default."""
        self._r["history"] = None
        return self._sent("history", lambda ticker: yf.History(ticker, kwargs)).history

    def option_chain(self, date: str | None = None, proxy: Any = None, tz: str | None = None) -> Chain | None:
        """Returns the calls and the puts of an expiration date, one of `options`; by default of the nearest one."""
        if date is None:
            return self._sent("options", yf.Options).option_chain(tz=tz)
        request = yf.Options(self.ticker, {"date": convtime(date)})
        client.request(request)
        return request.option_chain(date, tz=tz)

    def _statements(self, name: str, period: str) -> pandas.DataFrame | None:
        frames: dict[str, pandas.DataFrame] = getattr(self._sent("financials", yf.Financials), name) or {}
        return frames.get(period)

    @property
    def actions(self) -> pandas.DataFrame | None:
        """Dividends and splits by day."""
        return self._events().actions

    @property
    def dividends(self) -> pandas.Series[Any] | None:
        """The dividends by day."""
        return self._events().dividends

    @property
    def splits(self) -> pandas.Series[Any] | None:
        """The splits by day."""
        return self._events().splits

    @property
    def balance_sheet(self) -> pandas.DataFrame | None:
        """The balance sheets by year."""
        return self._statements("balancesheet", "yearly")

    @property
    def balancesheet(self) -> pandas.DataFrame | None:
        """The balance sheets by year."""
        return self.balance_sheet

    @property
    def quarterly_balance_sheet(self) -> pandas.DataFrame | None:
        """The balance sheets by quarter."""
        return self._statements("balancesheet", "quarterly")

    @property
    def quarterly_balancesheet(self) -> pandas.DataFrame | None:
        """The balance sheets by quarter."""
        return self.quarterly_balance_sheet

    @property
    def cashflow(self) -> pandas.DataFrame | None:
        """The cash flows by year."""
        return self._statements("cashflow", "yearly")

    @property
    def quarterly_cashflow(self) -> pandas.DataFrame | None:
        """The cash flows by quarter."""
        return self._statements("cashflow", "quarterly")

    @property
    def financials(self) -> pandas.DataFrame | None:
        """The income statements by year."""
        return self._statements("financials", "yearly")

    @property
    def quarterly_financials(self) -> pandas.DataFrame | None:
        """The income statements by quarter."""
        return self._statements("financials", "quarterly")

    @property
    def earnings(self) -> pandas.DataFrame | None:
        """The revenue and the earnings by year."""
        return self._statements("earnings", "yearly")

    @property
    def quarterly_earnings(self) -> pandas.DataFrame | None:
        """The revenue and the earnings by quarter."""
        return self._statements("earnings", "quarterly")

    @property
    def calendar(self) -> pandas.DataFrame | None:
        """The next earnings."""
        return self._sent("profile", yf.Profile).calendar

    @property
    def info(self) -> dict[str, Any] | None:
        """Facts and figures by name."""
        return self._sent("profile", yf.Profile).info

    @property
    def recommendations(self) -> pandas.DataFrame | None:
        """The grades of analysts, oldest first."""
        return self._sent("profile", yf.Profile).recommendations

    @property
    def sustainability(self) -> pandas.DataFrame | None:
        """The ESG scores."""
        return self._sent("profile", yf.Profile).sustainability

    @property
    def institutional_holders(self) -> pandas.DataFrame | None:
        """The institutional holders."""
        return self._sent("holders", yf.Holders).institutional

    @property
    def major_holders(self) -> pandas.DataFrame | None:
        """The kinds of holders."""
        return self._sent("holders", yf.Holders).major

    @property
    def mutualfund_holders(self) -> pandas.DataFrame | None:
        """The funds that hold the instrument."""
        return self._sent("holders", yf.Holders).mutualfund

    @property
    def isin(self) -> dict[str, Any]:
        """The International Securities Identification Number as `ISIN`, beside the `ticker`."""
        found: dict[str, Any] = self._sent("isin", lambda ticker: ISIN({"query": ticker})).response
        return found

    @property
    def options(self) -> tuple[str, ...] | None:
        """The expiration dates of options."""
        return self._sent("options", yf.Options).options
