"""The requests of quote pages, charts, options and screeners."""

from .index_bundle import YhooIndex
from .screener_bundle import Screener, Screeners
from .ticker_bundle import Financials, History, Holders, Options, Profile
from .types import AdjustType, Interval, Period

__all__ = [
    "AdjustType",
    "Financials",
    "History",
    "Holders",
    "Interval",
    "Options",
    "Period",
    "Profile",
    "Screener",
    "Screeners",
    "YhooIndex",
]
