"""`FundsData`: what a fund holds and costs."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from ._session import pandas
from .exceptions import YFDataException

_OPERATIONS = {
    "annualReportExpenseRatio": "Annual Report Expense Ratio",
    "annualHoldingsTurnover": "Annual Holdings Turnover",
    "totalNetAssets": "Total Net Assets",
}
_EQUITY = {
    "priceToEarnings": "Price/Earnings",
    "priceToBook": "Price/Book",
    "priceToSales": "Price/Sales",
    "priceToCashflow": "Price/Cashflow",
    "medianMarketCap": "Median Market Cap",
    "threeYearEarningsGrowth": "3 Year Earnings Growth",
}
_BOND = {"duration": "Duration", "maturity": "Maturity", "creditQuality": "Credit Quality"}


class FundsData:
    """What a fund holds and costs."""

    def __init__(self, symbol: str, response: Any) -> None:
        if response is None:
            raise YFDataException(f"{symbol}: No Fund data found.")
        self._symbol = symbol
        self._data: dict[str, Any] = response

    def quote_type(self) -> str | None:
        """Returns the kind of the instrument."""
        kind: str | None = self._data["quoteType"]
        return kind

    @cached_property
    def description(self) -> str:
        """What the fund says of itself."""
        return self._data["description"] or ""

    @cached_property
    def fund_overview(self) -> dict[str, Any]:
        """Its category, family and legal type."""
        facts = self._data["overview"]
        names = {"categoryName": "category", "family": "family", "legalType": "legalType"}
        return {new: facts.get(old) for new, old in names.items()}

    @cached_property
    def fund_operations(self) -> Any:
        """Its costs, and those of its category."""
        return self._sides("operations", _OPERATIONS, "Attributes")

    @cached_property
    def asset_classes(self) -> dict[str, Any]:
        """The parts of its assets by class."""
        parts = self._data["assetClasses"] or {}
        kinds = ("cash", "stock", "bond", "preferred", "convertible", "other")
        return {f"{kind}Position": parts.get(kind) for kind in kinds}

    @cached_property
    def top_holdings(self) -> Any:
        """Its largest holdings."""
        rows = self._data["topHoldings"] or []
        columns = {"Symbol": "symbol", "Name": "name", "Holding Percent": "percent"}
        return pandas.DataFrame({new: [row[old] for row in rows] for new, old in columns.items()}).set_index("Symbol")

    @cached_property
    def equity_holdings(self) -> Any:
        """The ratios of its shares, and those of its category."""
        return self._sides("equityHoldings", _EQUITY, "Average")

    @cached_property
    def bond_holdings(self) -> Any:
        """The figures of its bonds, and those of its category."""
        return self._sides("bondHoldings", _BOND, "Average")

    @cached_property
    def bond_ratings(self) -> dict[str, Any]:
        """The parts of its bonds by rating."""
        return dict(self._data["bondRatings"] or {})

    @cached_property
    def sector_weightings(self) -> dict[str, Any]:
        """The parts of its shares by sector."""
        return dict(self._data["sectorWeightings"] or {})

    def _sides(self, part: str, rows: dict[str, str], index: str) -> Any:
        sides = self._data[part] or {}
        columns = {index: list(rows.values())}
        for name, side in ((self._symbol, "fund"), ("Category Average", "category")):
            facts = sides.get(side) or {}
            columns[name] = [pandas.NA if facts.get(key) is None else facts[key] for key in rows]
        return pandas.DataFrame(columns).set_index(index)
