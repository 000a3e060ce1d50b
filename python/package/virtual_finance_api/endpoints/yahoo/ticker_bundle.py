"""The requests about one ticker."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, ClassVar

import virtual_finance

from ...exceptions import ConversionHookError
from .._native import NativeRequest, parsed, shipped
from ..decorators import dyndoc_insert, endpoint
from .responses.ticker_bundle import responses
from .util import FIRST, convtime, get_store, procopt

if TYPE_CHECKING:
    from virtual_finance import Request

FINANCE = "https://finance.yahoo.com"
QUERY = "https://query1.finance.yahoo.com"


class Yhoo(NativeRequest):
    """The base class of the requests about one ticker.

    Args:
        ticker: The symbol of the instrument.
    """

    #: The request of the native client.
    kind: ClassVar[type[virtual_finance.Profile] | type[virtual_finance.Financials] | type[virtual_finance.Holders]]

    def __init__(self, ticker: str) -> None:
        super().__init__(ticker=ticker)
        self._ticker = ticker
        self._made()

    @property
    def ticker(self) -> str:
        """The symbol of the instrument."""
        return self._ticker

    def native(self) -> Request[Any]:
        """Returns the request of the native client."""
        return self.saved()

    def saved(self, subject: str | None = None) -> Request[Any]:
        """Returns the request that a reply of the session is converted for, if it is about another ticker."""
        return self.kind(subject or self.ticker)

    def subject_of(self, s: Any) -> str | None:
        """Returns the ticker that a reply is about, if it is another one."""
        try:
            symbol = self._symbol(s)
        except (ConversionHookError, KeyError, IndexError, TypeError):
            return None
        return symbol if isinstance(symbol, str) and symbol != self.ticker else None

    def _symbol(self, s: Any) -> Any:
        return get_store(s, "QuoteSummaryStore")["symbol"]


@shipped
@dyndoc_insert(responses)
@endpoint("quote/{ticker}", domain=FINANCE)
class Profile(Yhoo):
    """The profile of an instrument: `info`, `recommendations`, `calendar` and `sustainability`.

    The response: {profile_resp}
    """

    kind = virtual_finance.Profile


@shipped
@dyndoc_insert(responses)
@endpoint("quote/{ticker}/financials", domain=FINANCE)
class Financials(Yhoo):
    """The statements of a company: `cashflow`, `balancesheet`, `financials` and `earnings`.

    The response: {financials_resp}
    """

    kind = virtual_finance.Financials


@shipped
@dyndoc_insert(responses)
@endpoint("quote/{ticker}/holders", domain=FINANCE)
class Holders(Yhoo):
    """The holders of an instrument: `major`, `institutional` and `mutualfund`.

    The response: {holders_resp}
    """

    kind = virtual_finance.Holders


@shipped
@dyndoc_insert(responses)
@endpoint("v8/finance/chart/{ticker}", domain=QUERY, response_type="json")
class History(Yhoo):
    """The prices of an instrument over time, with its dividends and splits.

    Args:
        ticker: The symbol of the instrument.
        params: What `util.procopt` takes: {history_params}

    The response: {history_resp}
    """

    def __init__(self, ticker: str, params: dict[str, Any] | None = None) -> None:
        super().__init__(ticker)
        #: The parameters as they were given.
        self._given = dict(params or {})
        self.params = procopt(**self._given)
        self._made()

    def native(self) -> Request[Any]:
        """Returns the request of the native client."""
        given = self._given
        span = given.get("range") or given.get("period")
        start, end = given.get("start"), given.get("end")
        times: dict[str, Any] = {"range": None if span is None else str(span)}
        if start is not None or end is not None:
            last = datetime.now(UTC) if end is None else end
            times = {"start": FIRST if start is None else convtime(start), "end": convtime(last)}
        return virtual_finance.History(
            self.ticker,
            interval=str(given.get("interval", "1d")),  # type: ignore[arg-type]
            prepost=bool(given.get("prepost", False)),
            actions=None if given.get("events") else bool(given.get("actions", True)),
            events=given.get("events"),
            adjust=self._adjust(),  # type: ignore[arg-type]
            **times,
        )

    def saved(self, subject: str | None = None) -> Request[Any]:
        """Returns the request that a reply of the session is converted for: a ticker, and how prices are adjusted."""
        return virtual_finance.History(subject or self.ticker, adjust=self._adjust())  # type: ignore[arg-type]

    def _adjust(self) -> str | None:
        adjust = (self.params or {}).get("adjust")
        return None if adjust is None else str(adjust)

    def _symbol(self, s: Any) -> Any:
        return parsed(s)["chart"]["result"][0]["meta"]["symbol"]


@shipped
@dyndoc_insert(responses)
@endpoint("v7/finance/options/{ticker}", domain=QUERY, response_type="json")
class Options(Yhoo):
    """The options on an instrument, with the contracts of one expiration date.

    Args:
        ticker: The symbol of the underlying instrument.
        params: `date`, one of the `expirationDates` of the response, in epoch seconds or as a day.

    The response: {options_resp}
    """

    def __init__(self, ticker: str, params: dict[str, Any] | None = None) -> None:
        super().__init__(ticker)
        self.params = None if params is None else dict(params)
        if self.params and self.params.get("date") is not None:
            self.params["date"] = convtime(self.params["date"])
        self._made()

    def native(self) -> Request[Any]:
        """Returns the request of the native client."""
        return virtual_finance.Options(self.ticker, date=(self.params or {}).get("date"))

    def saved(self, subject: str | None = None) -> Request[Any]:
        """Returns the request that a reply of the session is converted for."""
        return virtual_finance.Options(subject or self.ticker)

    def _symbol(self, s: Any) -> Any:
        return parsed(s)["optionChain"]["result"][0]["underlyingSymbol"]
