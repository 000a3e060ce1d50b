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


#: How the requests are made, by name.
_KINDS: dict[str, Callable[[str], Any]] = {
    "profile": yf.Profile,
    "financials": yf.Financials,
    "holders": yf.Holders,
    "options": yf.Options,
    # Dividends and splits are those of all time, unless `history` asked for less.
    "history": lambda ticker: yf.History(ticker, {"period": "max"}),
    "isin": lambda ticker: ISIN({"query": ticker}),
}


def _part(name: str, member: str, doc: str) -> property:
    """Returns the property of a part of a request."""
    return property(lambda ticker: getattr(ticker._sent(name), member), doc=doc)


def _statements(group: str, period: str, doc: str) -> property:
    """Returns the property of the statements of a period."""
    return property(lambda ticker: (getattr(ticker._sent("financials"), group) or {}).get(period), doc=doc)


def _sent(request: R) -> R:
    client.request(request)
    return request


class Ticker:
    """The data of a ticker by name. A request is sent when one of its properties is first read.

    Args:
        ticker: The symbol of the instrument.
    """

    def __init__(self, ticker: str) -> None:
        self.ticker = ticker
        #: The requests that were sent, by name.
        self._r: dict[str, Any] = dict.fromkeys(_KINDS)

    def _sent(self, name: str) -> Any:
        """Returns a request with its reply. One that fails is sent again the next time."""
        if self._r[name] is None:
            self._r[name] = _sent(_KINDS[name](self.ticker))
        return self._r[name]

    def history(self, **kwargs: Any) -> pandas.DataFrame | None:
        """Returns the bars of a time span, as `yfprocopt` takes its arguments: one month of days by default."""
        self._r["history"] = None
        self._r["history"] = sent = _sent(yf.History(self.ticker, kwargs))
        return sent.history

    def option_chain(self, date: str | None = None, proxy: Any = None, tz: str | None = None) -> Chain | None:
        """Returns the calls and the puts of an expiration date, one of `options`; by default of the nearest one."""
        request = self._sent("options") if date is None else _sent(yf.Options(self.ticker, {"date": convtime(date)}))
        chain: Chain | None = request.option_chain(date, tz=tz)
        return chain

    actions = _part("history", "actions", "Dividends and splits by day.")
    dividends = _part("history", "dividends", "The dividends by day.")
    splits = _part("history", "splits", "The splits by day.")
    balance_sheet = balancesheet = _statements("balancesheet", "yearly", "The balance sheets by year.")
    quarterly_balance_sheet = quarterly_balancesheet = _statements(
        "balancesheet", "quarterly", "The balance sheets by quarter."
    )
    cashflow = _statements("cashflow", "yearly", "The cash flows by year.")
    quarterly_cashflow = _statements("cashflow", "quarterly", "The cash flows by quarter.")
    financials = _statements("financials", "yearly", "The income statements by year.")
    quarterly_financials = _statements("financials", "quarterly", "The income statements by quarter.")
    earnings = _statements("earnings", "yearly", "The revenue and the earnings by year.")
    quarterly_earnings = _statements("earnings", "quarterly", "The revenue and the earnings by quarter.")
    calendar = _part("profile", "calendar", "The next earnings.")
    info = _part("profile", "info", "Facts and figures by name.")
    recommendations = _part("profile", "recommendations", "The grades of analysts, oldest first.")
    sustainability = _part("profile", "sustainability", "The ESG scores.")
    institutional_holders = _part("holders", "institutional", "The institutional holders.")
    major_holders = _part("holders", "major", "The kinds of holders.")
    mutualfund_holders = _part("holders", "mutualfund", "The funds that hold the instrument.")
    isin = _part("isin", "response", "The International Securities Identification Number: `ISIN`, beside the `ticker`.")
    options = _part("options", "options", "The expiration dates of options.")
