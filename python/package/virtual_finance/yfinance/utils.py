"""The functions of yfinance's `utils` that programs use."""

from __future__ import annotations

import logging
import re
from typing import Any

from ._prices import Wanted, _adjusted
from ._prices import empty as empty_df
from ._prices import is_period as is_valid_period_format
from ._session import config as YfConfig  # noqa: N812
from ._session import logger
from ._tables import titled as camel2title
from .search import Search

__all__ = [
    "YfConfig",
    "attributes",
    "auto_adjust",
    "back_adjust",
    "camel2title",
    "empty_df",
    "get_all_by_isin",
    "get_info_by_isin",
    "get_news_by_isin",
    "get_ticker_by_isin",
    "get_yf_logger",
    "is_isin",
    "is_valid_period_format",
]


def get_yf_logger() -> logging.Logger:
    """Returns the logger of this package."""
    return logger


def attributes(obj: object) -> dict[str, Any]:
    """Returns the public attributes of an object, without its methods."""
    names = (name for name in dir(obj) if not name.startswith("_") and not callable(getattr(type(obj), name, None)))
    return {name: getattr(obj, name) for name in names if hasattr(obj, name)}


def is_isin(string: str) -> bool:
    """Returns whether a text has the shape of an ISIN."""
    return re.fullmatch(r"[A-Z]{2}[A-Z0-9]{9}[0-9]", string) is not None


def get_all_by_isin(isin: str) -> dict[str, Any]:
    """Returns the `ticker` that has an ISIN, and its `news`.

    Raises:
        ValueError: The text is no ISIN.
    """
    if not is_isin(isin):
        raise ValueError(f"Invalid ISIN number: {isin!r}")
    search = Search(isin, max_results=1)
    row = search.quotes[0] if search.quotes else {}
    names = {
        "symbol": "symbol", "shortname": "shortname", "longname": "longname", "type": "quoteType",
        "exchange": "exchDisp",
    }  # fmt: skip
    return {"ticker": {new: row.get(old) or "" for new, old in names.items()}, "news": search.news}


def get_ticker_by_isin(isin: str) -> str:
    """Returns the symbol that has an ISIN; an empty one if there is none."""
    return str(get_info_by_isin(isin)["symbol"])


def get_info_by_isin(isin: str) -> dict[str, str]:
    """Returns the names of the instrument that has an ISIN."""
    info: dict[str, str] = get_all_by_isin(isin)["ticker"]
    return info


def get_news_by_isin(isin: str) -> list[dict[str, Any]]:
    """Returns the articles on the instrument that has an ISIN."""
    news: list[dict[str, Any]] = get_all_by_isin(isin)["news"]
    return news


def auto_adjust(data: Any) -> Any:
    """Returns bars with all prices adjusted as their `Adj Close` is."""
    return _adjusted(data.copy(), Wanted())


def back_adjust(data: Any) -> Any:
    """Returns bars with all prices but the close adjusted."""
    return _adjusted(data.copy(), Wanted(auto_adjust=False, back_adjust=True))
