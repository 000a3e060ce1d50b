"""`FundsData`: what a fund holds and costs."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from ._session import pandas
from ._tables import facts, indexed, titles
from .exceptions import YFDataException


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
        return facts(self._data["overview"], "fund.fund_overview")

    @cached_property
    def fund_operations(self) -> Any:
        """Its costs, and those of its category."""
        return self._sides("operations", "fund_operations", "Attributes")

    @cached_property
    def asset_classes(self) -> dict[str, Any]:
        """The parts of its assets by class."""
        return facts(self._data["assetClasses"], "fund.asset_classes")

    @cached_property
    def top_holdings(self) -> Any:
        """Its largest holdings."""
        return indexed(self._data["topHoldings"] or [], "fund.top_holdings")

    @cached_property
    def equity_holdings(self) -> Any:
        """The ratios of its shares, and those of its category."""
        return self._sides("equityHoldings", "equity_holdings", "Average")

    @cached_property
    def bond_holdings(self) -> Any:
        """The figures of its bonds, and those of its category."""
        return self._sides("bondHoldings", "bond_holdings", "Average")

    @cached_property
    def bond_ratings(self) -> dict[str, Any]:
        """The parts of its bonds by rating."""
        return dict(self._data["bondRatings"] or {})

    @cached_property
    def sector_weightings(self) -> dict[str, Any]:
        """The parts of its shares by sector."""
        return dict(self._data["sectorWeightings"] or {})

    def _sides(self, part: str, name: str, index: str) -> Any:
        sides, rows = self._data[part] or {}, titles(f"fund.{name}")
        columns = {index: list(rows.values())}
        for name, side in ((self._symbol, "fund"), ("Category Average", "category")):
            known = sides.get(side) or {}
            columns[name] = [pandas.NA if known.get(key) is None else known[key] for key in rows]
        return pandas.DataFrame(columns).set_index(index)
