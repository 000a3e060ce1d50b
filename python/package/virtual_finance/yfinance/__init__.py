"""The names of yfinance: `import virtual_finance.yfinance as yf`, and a program written for it goes on.

>>> import virtual_finance
>>> import virtual_finance.yfinance as yf
>>> client = virtual_finance.Client(sample=True)
>>> yf.Ticker("IBM", session=client).options[0]
'2024-07-05'

Requests are sent again if they fail, no faster than the host wants, and with a cache if the client has one:
`yf.config.client = virtual_finance.Client(cache="replies")`.
"""

from __future__ import annotations

import importlib
import sys
import warnings
from typing import TYPE_CHECKING, Any

from .._missing import missing
from . import exceptions, shared
from ._session import config
from .calendars import Calendars
from .domain import Industry, Sector
from .live import AsyncWebSocket, WebSocket
from .lookup import Lookup
from .market import Market, MarketRegion
from .multi import download
from .screener import EquityQuery, ETFQuery, FundQuery, screen
from .search import Search
from .ticker import Ticker
from .tickers import Tickers

if TYPE_CHECKING:
    #: The version of this package, which is not that of yfinance.
    __version__: str
    #: The predefined queries of `screen` by name.
    PREDEFINED_SCREENER_QUERIES: dict[str, dict[str, Any]]

__all__ = [
    "PREDEFINED_SCREENER_QUERIES",
    "AsyncWebSocket",
    "Calendars",
    "ETFQuery",
    "EquityQuery",
    "FundQuery",
    "Industry",
    "Lookup",
    "Market",
    "MarketRegion",
    "Search",
    "Sector",
    "Ticker",
    "Tickers",
    "WebSocket",
    "config",
    "download",
    "enable_debug_mode",
    "exceptions",
    "screen",
    "set_config",
    "set_tz_cache_location",
    "shared",
]

_NOT_GIVEN: Any = object()


def set_config(proxy: Any = _NOT_GIVEN, retries: Any = _NOT_GIVEN) -> None:
    """Sets the proxy and the retries of `config.network`, which is what to use."""
    warnings.warn("set config.network.proxy and config.network.retries", DeprecationWarning, stacklevel=2)
    if proxy is not _NOT_GIVEN:
        config.network.proxy = proxy
    if retries is not _NOT_GIVEN:
        config.network.retries = retries


def enable_debug_mode() -> None:
    """Writes all that happens to stderr; `config.debug.logging = True` is what to use."""
    warnings.warn("set config.debug.logging = True", DeprecationWarning, stacklevel=2)
    config.debug.logging = True


def set_tz_cache_location(cache_dir: str) -> None:
    """Does nothing: time zones are those of the replies and need no cache."""


def __dir__() -> list[str]:
    return [*__all__, "__version__", "const", "utils"]


def __getattr__(name: str) -> object:
    if name == "PREDEFINED_SCREENER_QUERIES":
        from .screener import predefined

        return predefined()
    if name == "__version__":
        from .. import __version__

        return __version__
    if name in ("const", "utils"):
        return importlib.import_module(f"{__name__}.{name}")
    raise missing(sys.modules[__name__], name)
