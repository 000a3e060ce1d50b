"""`Tickers`: several instruments at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .multi import download
from .ticker import Ticker

if TYPE_CHECKING:
    from .live import WebSocket


class Tickers:
    """Several instruments by their symbols.

    Args:
        tickers: Symbols, or one string with blanks or commas between them.
        session: A `virtual_finance.Client`.
    """

    def __init__(self, tickers: str | list[str], session: Any = None) -> None:
        names = tickers if isinstance(tickers, list) else tickers.replace(",", " ").split()
        self.symbols = [name.upper() for name in names]
        self.tickers = {name: Ticker(name, session=session) for name in self.symbols}
        self._session = session
        #: The socket of `live`.
        self.ws: WebSocket | None = None

    def __repr__(self) -> str:
        return f"yfinance.Tickers object <{','.join(self.symbols)}>"

    def download(self, *args: Any, **kwargs: Any) -> Any:
        """Returns what `history` does."""
        return self.history(*args, **kwargs)

    def history(
        self,
        period: Any = None,
        interval: str = "1d",
        start: Any = None,
        end: Any = None,
        prepost: bool = False,
        actions: bool = True,
        auto_adjust: bool = True,
        repair: bool = False,
        threads: bool | int = True,
        group_by: str = "column",
        progress: bool = True,
        timeout: float | None = None,
        **kwargs: Any,
    ) -> Any:
        """Returns the bars of all, as `download` does, with dividends and splits."""
        given = {name: value for name, value in locals().items() if name not in ("self", "kwargs")}
        return download(self.symbols, **given, **{"session": self._session, **kwargs})

    def live(self, message_handler: Any = None, verbose: bool = True) -> None:
        """Calls a function with each message of live prices, see `WebSocket.listen`."""
        from .live import WebSocket

        self.ws = WebSocket(verbose=verbose, session=self._session)
        self.ws.subscribe(self.symbols)
        self.ws.listen(message_handler)

    def news(self) -> dict[str, list[dict[str, Any]]]:
        """Returns the articles of each."""
        return {name: ticker.news for name, ticker in self.tickers.items()}
