"""`Sector` and `Industry`."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

from .. import endpoints
from ._session import found
from ._tables import facts, indexed
from .ticker import Ticker


class _Domain:
    """What sectors and industries have in common."""

    #: The class of the request.
    _kind: ClassVar[Any]

    def __init__(self, key: Any, session: Any = None, region: Any = "US") -> None:
        self.key = key
        self.session = session
        self._region = region.strip().upper()

    def __repr__(self) -> str:
        return f"yfinance.{type(self).__name__} object <{self.key}>"

    @cached_property
    def _data(self) -> dict[str, Any]:
        return found(self._kind(self.key, region=self._region), self.session) or {}

    def _frame(self, part: str, name: str) -> Any:
        rows = self._data.get(part)
        return indexed(rows, f"domain.{name}") if rows else None

    @property
    def name(self) -> str | None:
        """The name."""
        return self._data.get("name")

    @property
    def symbol(self) -> str | None:
        """The symbol of its index."""
        return self._data.get("symbol")

    @cached_property
    def ticker(self) -> Ticker:
        """The instrument of its index."""
        return Ticker(self.symbol or "", session=self.session)

    @cached_property
    def overview(self) -> dict[str, Any]:
        """Figures by name."""
        return facts(self._data.get("overview"), "domain.overview")

    @cached_property
    def top_companies(self) -> Any:
        """The largest companies."""
        return self._frame("topCompanies", "top_companies")

    @cached_property
    def research_reports(self) -> list[dict[str, Any]] | None:
        """Reports on it."""
        return self._data.get("researchReports")


class Sector(_Domain):
    """A sector, such as `technology`."""

    _kind = endpoints.Sector

    @cached_property
    def top_etfs(self) -> dict[str, Any]:
        """The names of exchange-traded funds by symbol."""
        return {row["symbol"]: row.get("name") for row in self._data.get("topETFs") or []}

    @cached_property
    def top_mutual_funds(self) -> dict[str, Any]:
        """The names of mutual funds by symbol."""
        return {row["symbol"]: row.get("name") for row in self._data.get("topMutualFunds") or []}

    @cached_property
    def industries(self) -> Any:
        """The industries of the sector."""
        return self._frame("industries", "industries")


class Industry(_Domain):
    """An industry, such as `semiconductors`."""

    _kind = endpoints.Industry

    @property
    def sector_key(self) -> str | None:
        """The key of its sector."""
        return self._data.get("sectorKey")

    @property
    def sector_name(self) -> str | None:
        """The name of its sector."""
        return self._data.get("sectorName")

    @cached_property
    def top_performing_companies(self) -> Any:
        """The companies whose shares rose most."""
        return self._frame("topPerformingCompanies", "top_performing_companies")

    @cached_property
    def top_growth_companies(self) -> Any:
        """The companies that are expected to grow most."""
        return self._frame("topGrowthCompanies", "top_growth_companies")
