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

from . import exceptions, shared
from ._session import config
from .domain import Industry, Sector
from .multi import download
from .search import Search
from .ticker import Ticker
from .tickers import Tickers

__all__ = ["Industry", "Search", "Sector", "Ticker", "Tickers", "config", "download", "exceptions", "shared"]

_ADVICE = {
    "Lookup": "`virtual_finance.Client.lookup`",
    "Market": "`virtual_finance.Client.market_summary` and `market_time`",
    "MarketRegion": "`virtual_finance.endpoints.Market`",
    "Calendars": "`virtual_finance.Client.event_calendar`",
    "screen": "`virtual_finance.Client.screener` and `custom_screener`",
    "EquityQuery": "`virtual_finance.Client.custom_screener`",
    "FundQuery": "`virtual_finance.Client.custom_screener`",
    "ETFQuery": "`virtual_finance.Client.custom_screener`",
    "PREDEFINED_SCREENER_QUERIES": "`virtual_finance.endpoints.ScreenerName`",
    "WebSocket": "`virtual_finance.Client.stream`",
    "AsyncWebSocket": "`virtual_finance.AsyncClient.stream`",
    "set_config": "`config`",
    "enable_debug_mode": "`logging.getLogger('yfinance')`",
    "set_tz_cache_location": "nothing: time zones need no cache",
    "Auth": "nothing: a client of public data logs nobody in",
}


def __getattr__(name: str) -> object:
    if name in _ADVICE:
        raise AttributeError(f"virtual_finance.yfinance has no '{name}': use {_ADVICE[name]}")
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
