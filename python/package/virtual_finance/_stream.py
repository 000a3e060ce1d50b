"""Live prices as events."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from . import _native


class Tick(NamedTuple):
    """A price, or another change of an instrument. What the message did not say is absent."""

    #: The symbol of the instrument.
    symbol: str
    #: What the message said, by the names of the host.
    values: dict[str, Any]

    def get(self, name: str, default: Any = None) -> Any:
        """Returns a value, or the default if the message did not say it."""
        return self.values.get(name, default)


class Lost(NamedTuple):
    """A connection was lost. It is opened again."""

    symbols: list[str]
    cause: str


class Reconnected(NamedTuple):
    """A connection is there again after a gap of so many seconds."""

    symbols: list[str]
    after: float


class Unread(NamedTuple):
    """A message that could not be read. The stream goes on."""

    cause: str


Event: TypeAlias = Tick | Lost | Reconnected | Unread


def event(native: tuple[str, dict[str, Any]]) -> Event:
    """Returns the event of what the native module gives."""
    kind, facts = native
    if kind == "tick":
        return Tick(facts["symbol"], facts)
    kinds: dict[str, Any] = {"lost": Lost, "reconnected": Reconnected}
    found: Event = kinds.get(kind, Unread)(**facts)
    return found


class _Symbols:
    """The symbols of a stream, which may change while it runs."""

    def __init__(self, native: _native.Stream) -> None:
        self._native = native

    @property
    def symbols(self) -> list[str]:
        """The symbols."""
        return self._native.symbols

    def subscribe(self, symbols: str | Iterable[str]) -> None:
        """Adds symbols."""
        self._native.subscribe(names(symbols))

    def unsubscribe(self, symbols: str | Iterable[str]) -> None:
        """Removes symbols."""
        self._native.unsubscribe(names(symbols))


class Stream(_Symbols):
    """Live prices as an iterator of events. It connects with the first one, and goes on only while it is asked."""

    def __iter__(self) -> Iterator[Event]:
        return self

    def __next__(self) -> Event:
        found = self._native.next()
        if found is None:
            raise StopIteration
        return event(found)


class AsyncStream(_Symbols):
    """Live prices as an asynchronous iterator of events."""

    def __aiter__(self) -> AsyncIterator[Event]:
        return self

    async def __anext__(self) -> Event:
        from ._await import wait

        found = await wait(self._native.next)
        if found is None:
            raise StopAsyncIteration
        return event(found)


def names(symbols: str | Iterable[str]) -> list[str]:
    """Returns symbols as a list: text has them with commas or blanks between them.

    Raises:
        TypeError: They are no texts.
        ValueError: There are none.
    """
    if isinstance(symbols, (bytes, bytearray)):
        raise TypeError("the symbols are bytes: decode them to a string")
    if not isinstance(symbols, Iterable):
        raise TypeError(f"the symbols are of type {type(symbols).__name__}: write some such as ['IBM', 'MSFT']")
    found = symbols.replace(",", " ").split() if isinstance(symbols, str) else list(symbols)
    for at, symbol in enumerate(found):
        if not isinstance(symbol, str):
            raise TypeError(
                f"symbols[{at}]: {symbol!r} is of type {type(symbol).__name__}: write symbols such as 'IBM'"
            )
    if not found:
        raise ValueError("there are no symbols: write one such as 'IBM'")
    return found
