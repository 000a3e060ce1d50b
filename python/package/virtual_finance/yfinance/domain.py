"""`Sector` and `Industry`."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

from .. import endpoints
from ._session import found
from ._tables import facts, indexed
from .ticker import Ticker


def _fact(name: str, doc: str) -> Any:
    """Returns the property of a fact."""
    return property(lambda domain: domain._data.get(name), doc=doc)


def _rows(part: str, name: str, doc: str) -> Any:
    """Returns the property of a frame, which is made once."""

    def frame(domain: _Domain) -> Any:
        rows = domain._data.get(part)
        return indexed(rows, f"domain.{name}") if rows else None

    frame.__doc__ = doc
    return cached_property(frame)


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

    name = _fact("name", "The name.")
    symbol = _fact("symbol", "The symbol of its index.")

    @cached_property
    def ticker(self) -> Ticker:
        """The instrument of its index."""
        return Ticker(self.symbol or "", session=self.session)

    @cached_property
    def overview(self) -> dict[str, Any]:
        """Figures by name."""
        return facts(self._data.get("overview"), "domain.overview")

    top_companies = _rows("topCompanies", "top_companies", "The largest companies.")
    research_reports = _fact("researchReports", "Reports on it.")


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

    industries = _rows("industries", "industries", "The industries of the sector.")


class Industry(_Domain):
    """An industry, such as `semiconductors`."""

    _kind = endpoints.Industry

    sector_key = _fact("sectorKey", "The key of its sector.")
    sector_name = _fact("sectorName", "The name of its sector.")
    top_performing_companies = _rows(
        "topPerformingCompanies", "top_performing_companies", "The companies whose shares rose most."
    )
    top_growth_companies = _rows(
        "topGrowthCompanies", "top_growth_companies", "The companies that are expected to grow most."
    )
