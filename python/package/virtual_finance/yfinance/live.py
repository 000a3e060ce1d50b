"""`WebSocket` and `AsyncWebSocket`: live prices for a function of yours."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from .._client import AsyncClient
from .._client import Client as SyncClient
from .._stream import AsyncStream, Event, Stream, Tick
from ._session import client, config, logger

if TYPE_CHECKING:
    from typing import Self

URL = "wss://streamer.finance.yahoo.com/?version=2"

#: The numbers of names.
_NUMBERS = {
    "quote_type": {
        "ALTSYMBOL": 5, "HEARTBEAT": 7, "EQUITY": 8, "INDEX": 9, "MUTUALFUND": 11, "MONEYMARKET": 12, "OPTION": 13,
        "CURRENCY": 14, "WARRANT": 15, "BOND": 17, "FUTURE": 18, "ETF": 20, "COMMODITY": 23, "ECNQUOTE": 28,
        "CRYPTOCURRENCY": 41, "INDICATOR": 42, "INDUSTRY": 1000,
    },
    "market_hours": {"PRE_MARKET": 0, "REGULAR_MARKET": 1, "POST_MARKET": 2, "EXTENDED_HOURS_MARKET": 3},
    "options_type": {"CALL": 0, "PUT": 1},
}  # fmt: skip
_RENAMED = {"symbol": "id", "vol24hr": "vol_24hr"}


def message(tick: Tick) -> dict[str, Any]:
    """Returns a tick as yfinance hands it over: long integers are texts, and zero is absent."""
    found: dict[str, Any] = {}
    for key, value in tick.values.items():
        name = _RENAMED.get(key) or re.sub("([A-Z])", r"_\1", key).lower()
        value = _NUMBERS.get(name, {}).get(value, value) if isinstance(value, str) else value
        if value in (0, ""):
            continue
        # All integers of the message but two are long ones.
        is_long = isinstance(value, int) and name not in ("quote_type", "market_hours")
        found[name] = str(value) if is_long else value
    return found


def _settings(url: str) -> dict[str, Any]:
    """Returns the settings of a client for an address other than that of the host."""
    if url == URL:
        return {}
    parts = urlsplit(url)
    scheme = {"wss": "https", "ws": "http"}.get(parts.scheme, parts.scheme)
    return {"hosts": {"streamer_url": f"{scheme}://{parts.netloc}"}}


class _Socket:
    """What both sockets have: their symbols, and where events go.

    Args:
        url: The address of the host.
        verbose: Prints what happens to the connection.
        session: A `virtual_finance.Client`.
    """

    _stream: Stream | AsyncStream | None

    def __init__(self, url: str = URL, verbose: bool = True, session: Any = None) -> None:
        self.url = url
        self.verbose = verbose
        self.logger = logger
        self._session = session
        self._stream = None
        self._waiting: list[str] = []
        self._is_open = True

    def _subscribed(self, symbols: str | Iterable[str]) -> None:
        """Adds symbols."""
        names = [symbols] if isinstance(symbols, str) else list(symbols)
        if self._stream is None:
            self._waiting = list(dict.fromkeys([*self._waiting, *names]))
        else:
            self._stream.subscribe(names)
        self._say(f"Subscribed to symbols: {names}")

    def _unsubscribed(self, symbols: str | Iterable[str]) -> None:
        """Removes symbols."""
        names = [symbols] if isinstance(symbols, str) else list(symbols)
        if self._stream is None:
            self._waiting = [name for name in self._waiting if name not in names]
        else:
            self._stream.unsubscribe(names)
        self._say(f"Unsubscribed from symbols: {names}")

    def _say(self, text: str) -> None:
        self.logger.info(text)
        if self.verbose:
            print(text)

    def _message(self, event: Event) -> dict[str, Any] | None:
        """Returns the message of an event; none of one about the connection."""
        if isinstance(event, Tick):
            return message(event)
        self._say(str(event))
        return None

    def _failed(self, error: Exception) -> None:
        """Keeps the stream going when a function of the program fails."""
        if not config.debug.hide_exceptions:
            raise error
        self.logger.error("Error in message handler: %s", error, exc_info=error)


class WebSocket(_Socket):
    """Live prices: `subscribe` to symbols, and `listen`."""

    subscribe = _Socket._subscribed
    unsubscribe = _Socket._unsubscribed

    def listen(self, message_handler: Callable[[dict[str, Any]], object] | None = None) -> None:
        """Calls a function with each message, or prints it, until the socket is closed or Ctrl-C.

        A lost connection is opened again. A function that fails is logged, and raises with
        `config.debug.hide_exceptions = False`.
        """
        handler = message_handler or print
        made = _settings(self.url)
        asked = SyncClient(**made) if made and self._session is None else client(self._session)
        stream = self._stream = asked.stream(self._waiting)
        self._is_open = True
        try:
            while self._is_open:
                found = self._message(next(stream))
                if found is None:
                    continue
                try:
                    handler(found)
                except Exception as error:
                    self._failed(error)
        except KeyboardInterrupt:
            self._say("Received keyboard interrupt.")
        finally:
            self._waiting, self._stream = stream.symbols, None

    def close(self) -> None:
        """Ends `listen` after its next message."""
        self._is_open = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncWebSocket(_Socket):
    """Live prices in asyncio programs: `await` what `WebSocket` has."""

    async def subscribe(self, symbols: str | list[str]) -> None:
        """Adds symbols."""
        self._subscribed(symbols)

    async def unsubscribe(self, symbols: str | list[str]) -> None:
        """Removes symbols."""
        self._unsubscribed(symbols)

    async def listen(
        self, message_handler: Callable[[dict[str, Any]], object | Awaitable[object]] | None = None
    ) -> None:
        """Calls a function with each message, or awaits it, until the socket is closed or the task is cancelled."""
        import asyncio

        handler = message_handler or print
        asked = self._session
        if not isinstance(asked, AsyncClient):
            settings = _settings(self.url) or client(asked)._settings
            asked = AsyncClient._of(settings)
        stream = self._stream = asked.stream(self._waiting)
        self._is_open = True
        try:
            while self._is_open:
                found = self._message(await anext(stream))
                if found is None:
                    continue
                try:
                    ended = handler(found)
                    if isinstance(ended, Awaitable):
                        await ended
                except Exception as error:
                    self._failed(error)
        except asyncio.CancelledError:
            self._say("WebSocket listening interrupted. Closing connection...")
        finally:
            self._waiting, self._stream = stream.symbols, None

    async def close(self) -> None:
        """Ends `listen` after its next message."""
        self._is_open = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
