"""`Lookup`: instruments of a type that match a text."""

from __future__ import annotations

from typing import Any

from .. import endpoints
from ..errors import VirtualFinanceError
from ._session import ask, config, logger, pandas
from ._tables import titles
from .exceptions import YFDataException


def _of(kind: str, what: str) -> tuple[Any, Any]:
    """Returns the method for the instruments of a type, and its property."""

    def get(self: Lookup, count: int = 25) -> Any:
        return self._frame(kind, count)

    get.__doc__ = f"Returns {what}."
    return get, property(get)


class Lookup:
    """Instruments that match a text, by their types. What was asked for once is kept.

    Args:
        query: A name, a symbol or a part of them.
        session: A `virtual_finance.Client`.
        timeout: The seconds for one attempt.
        raise_errors: Raises what failed; otherwise it is logged, and the frame is empty.
    """

    def __init__(self, query: str, session: Any = None, timeout: float = 30, raise_errors: bool = True) -> None:
        self.query = query
        self.session = session
        self.timeout = timeout
        self.raise_errors = raise_errors
        self._kept: dict[tuple[str, int], Any] = {}

    def __repr__(self) -> str:
        return f"yfinance.Lookup object <{self.query}>"

    def _frame(self, kind: Any, count: int) -> Any:
        if (kind, count) not in self._kept:
            self._kept[kind, count] = self._asked(kind, count)
        return self._kept[kind, count]

    def _asked(self, kind: Any, count: int) -> Any:
        try:
            locale: Any = config.locale
            request = endpoints.Lookup(self.query, kind=kind, count=count, lang=locale.lang, region=locale.region)
            found: Any = ask(request, self.session, self.timeout).response["instruments"]
        except VirtualFinanceError as error:
            if self.raise_errors or not config.debug.hide_exceptions:
                raise YFDataException(str(error)) from error
            logger.error("%s", error)
            found = []
        names = titles("found.instruments")
        rows = [{names.get(name, name): value for name, value in row.items()} for row in found]
        rows = [{**row, "quoteType": (row.get("quoteType") or "").lower() or None} for row in rows]
        known = {name for row in rows for name, value in row.items() if value is not None}
        frame = pandas.DataFrame([{name: value for name, value in row.items() if name in known} for row in rows])
        return frame.set_index("symbol") if "symbol" in frame else pandas.DataFrame()

    get_all, all = _of("all", "the instruments of all types")
    get_stock, stock = _of("equity", "stocks")
    get_mutualfund, mutualfund = _of("mutualfund", "mutual funds")
    get_etf, etf = _of("etf", "exchange-traded funds")
    get_index, index = _of("index", "indices")
    get_future, future = _of("future", "futures")
    get_currency, currency = _of("currency", "currencies")
    get_cryptocurrency, cryptocurrency = _of("cryptocurrency", "cryptocurrencies")
