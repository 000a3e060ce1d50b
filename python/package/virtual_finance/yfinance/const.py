"""The constants of yfinance that programs use."""

from __future__ import annotations

from typing import Any

from .._values import listed
from ..endpoints import IndustryKey, SectorKey
from ._prices import PRICES
from .screener import EquityQuery, _fields

_QUERY1_URL_ = "https://query1.finance.yahoo.com"
_BASE_URL_ = "https://query2.finance.yahoo.com"
_ROOT_URL_ = "https://finance.yahoo.com"
_PRICE_COLNAMES_ = PRICES

_EQUITIES = {name: set(values) for name, (_, values) in _fields(EquityQuery.KIND).items() if values}


def _key(name: str) -> str:
    """Returns the key of a sector or an industry."""
    return "-".join("".join(sign if sign.isalnum() else " " for sign in name).lower().split())


#: The first industries of the sectors: the table lists industries sector by sector.
_FIRST = (
    "agricultural-inputs", "advertising-agencies", "apparel-manufacturing", "beverages-brewers", "oil-gas-drilling",
    "asset-management", "biotechnology", "aerospace-defense", "reit-diversified", "communication-equipment",
    "utilities-diversified",
)  # fmt: skip


def _by_sector() -> dict[str, list[str]]:
    """Returns the industries of each sector."""
    industries = listed(IndustryKey)
    starts = [industries.index(key) for key in _FIRST]
    ends = [*starts[1:], None]
    return {sector: industries[start:end] for sector, start, end in zip(listed(SectorKey), starts, ends, strict=True)}


#: The industries of each sector by their keys.
SECTOR_INDUSTY_MAPPING_LC = _by_sector()
_NAMES = {_key(name): name for field in ("sector", "industry") for name in _EQUITIES[field]}
#: The industries of each sector by their names.
SECTOR_INDUSTY_MAPPING = {
    _NAMES[sector]: {_NAMES[key] for key in keys if key in _NAMES} for sector, keys in SECTOR_INDUSTY_MAPPING_LC.items()
}
#: The values of the fields that queries for stocks compare; industries are by sector.
EQUITY_SCREENER_EQ_MAP: dict[str, Any] = {**_EQUITIES, "industry": SECTOR_INDUSTY_MAPPING}
