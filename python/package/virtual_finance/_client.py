"""The clients of the market: those of any table, with repairs and live prices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _base, _native
from ._repaired import Repaired, repaired
from ._request import checked
from ._stream import AsyncStream, Stream, names

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .endpoints import History


def _history(request: History) -> History:
    if checked(request).endpoint != "History":
        raise TypeError(f"{request!r} is no history: a repair is of a History")
    return request


class Client(_base.Client):
    """Sends requests and waits for their replies. Other threads go on meanwhile, and Ctrl-C ends a call.

    A client works in threads. After a fork the child has a client of its own with the same settings. By default the
    real hosts get 5 requests in a second and 4 at once.

    >>> with Client(sample=True) as client:
    ...     reply = client.quote(["IBM", "MSFT"])
    """

    def repaired(self, request: History, /) -> Repaired:
        """Sends the request of a history and mends what it shows to be wrong: prices in pence among pounds, missing
        splits, dividends that are not in the adjusted closes. A second request may fill gaps by hours.

        Nothing is changed that is not shown wrong by two signs that do not depend on each other.

        Raises:
            ValueError: The request adjusts the prices; ask for them unadjusted.
            VirtualFinanceError: The request failed.
        """
        return repaired(_native.repaired(self._native, _history(request).params))

    def stream(self, symbols: str | Iterable[str], /) -> Stream:
        """Gives the live prices of symbols as events."""
        return Stream(_native.stream(self._native, names(symbols)))


class AsyncClient(_base.AsyncClient):
    """Sends requests in asyncio programs. Cancelling a task drops its request."""

    async def repaired(self, request: History, /) -> Repaired:
        """Sends the request of a history and mends what it shows to be wrong, see `Client.repaired`."""
        from ._await import wait

        request = _history(request)
        return repaired(await wait(lambda done: _native.repaired(self._native, request.params, done)))

    def stream(self, symbols: str | Iterable[str], /) -> AsyncStream:
        """Gives the live prices of symbols as events: an asynchronous iterator."""
        return AsyncStream(_native.stream(self._native, names(symbols)))
