"""The ticker of yfinance, as the original has it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from ...client import Client
from ...endpoints.business_insider import ISIN
from ...endpoints.yahoo.util import convtime
from . import endpoints as yf
from .endpoints.util import yfprocopt

if TYPE_CHECKING:
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
        self._profile = yf.Profile(ticker)
        self._financials = yf.Financials(ticker)
        self._holders = yf.Holders(ticker)
        self._options = yf.Options(ticker)
        self._isin = ISIN({"query": ticker})
        # Dividends and splits are those of all time, unless `history` asks for less.
        self._history = yf.History(ticker, {"period": "max"})

    def _sent(self, request: R) -> R:
        if request.response is None:
            client.request(request)
        return request

    def history(self, **kwargs: Any) -> pandas.DataFrame | None:
        """Returns the bars of a time span, as `yfprocopt` takes its arguments: one month of days by default."""
        self._history = yf.History(self.ticker, yfprocopt(**kwargs))
        return self._sent(self._history).history

    def option_chain(self, date: str | None = None, proxy: Any = None, tz: str | None = None) -> Chain | None:
        """Returns the calls and the puts of an expiration date, one of `options`; by default of the nearest one."""
        if date is None:
            return self._sent(self._options).option_chain(tz=tz)
        return self._sent(yf.Options(self.ticker, {"date": convtime(date)})).option_chain(date, tz=tz)

    def _statements(self, name: str, period: str) -> pandas.DataFrame | None:
        frames: dict[str, pandas.DataFrame] = getattr(self._sent(self._financials), name) or {}
        return frames.get(period)

    @property
    def actions(self) -> pandas.DataFrame | None:
        """Dividends and splits by day."""
        return self._sent(self._history).actions

    @property
    def dividends(self) -> pandas.Series[Any] | None:
        """The dividends by day."""
        return self._sent(self._history).dividends

    @property
    def splits(self) -> pandas.Series[Any] | None:
        """The splits by day."""
        return self._sent(self._history).splits

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
        return self._sent(self._profile).calendar

    @property
    def info(self) -> dict[str, Any] | None:
        """Facts and figures by name."""
        return self._sent(self._profile).info

    @property
    def recommendations(self) -> pandas.DataFrame | None:
        """The grades of analysts, oldest first."""
        return self._sent(self._profile).recommendations

    @property
    def sustainability(self) -> pandas.DataFrame | None:
        """The ESG scores."""
        return self._sent(self._profile).sustainability

    @property
    def institutional_holders(self) -> pandas.DataFrame | None:
        """The institutional holders."""
        return self._sent(self._holders).institutional

    @property
    def major_holders(self) -> pandas.DataFrame | None:
        """The kinds of holders."""
        return self._sent(self._holders).major

    @property
    def mutualfund_holders(self) -> pandas.DataFrame | None:
        """The funds that hold the instrument."""
        return self._sent(self._holders).mutualfund

    @property
    def isin(self) -> str:
        """The International Securities Identification Number."""
        code: str = self._sent(self._isin).response["ISIN"]
        return code

    @property
    def options(self) -> list[str] | None:
        """The expiration dates of options."""
        return self._sent(self._options).options
