"""The constants of yfinance that programs use."""

from __future__ import annotations

from .._values import listed
from ..endpoints import StatementSeries
from ._fields import INDUSTRIES as SECTOR_INDUSTY_MAPPING
from ._fields import INDUSTRY_KEYS as SECTOR_INDUSTY_MAPPING_LC
from ._fields import divided, groups, values
from ._prices import PRICES as _PRICE_COLNAMES_

__all__ = [
    "EQUITY_SCREENER_EQ_MAP",
    "EQUITY_SCREENER_FIELDS",
    "ETF_SCREENER_EQ_MAP",
    "ETF_SCREENER_FIELDS",
    "FUND_SCREENER_EQ_MAP",
    "FUND_SCREENER_FIELDS",
    "SECTOR_INDUSTY_MAPPING",
    "SECTOR_INDUSTY_MAPPING_LC",
    "_BASE_URL_",
    "_PRICE_COLNAMES_",
    "_QUERY1_URL_",
    "_ROOT_URL_",
    "fundamentals_keys",
]

_QUERY1_URL_ = "https://query1.finance.yahoo.com"
_BASE_URL_ = "https://query2.finance.yahoo.com"
_ROOT_URL_ = "https://finance.yahoo.com"

#: The fields of queries by group, and the values of those that have fixed ones.
EQUITY_SCREENER_FIELDS, ETF_SCREENER_FIELDS, FUND_SCREENER_FIELDS = map(groups, ("EQUITY", "ETF", "MUTUALFUND"))
EQUITY_SCREENER_EQ_MAP, ETF_SCREENER_EQ_MAP, FUND_SCREENER_EQ_MAP = map(values, ("EQUITY", "ETF", "MUTUALFUND"))

#: The rows of each statement, which the table lists statement by statement; these are the first ones.
fundamentals_keys = dict(
    zip(
        ("financials", "balance-sheet", "cash-flow"),
        divided(listed(StatementSeries), ("TotalRevenue", "TotalAssets", "OperatingCashFlow")),
        strict=True,
    )
)
