"""`Sector` and `Industry`."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from .. import endpoints
from ._session import found, pandas
from .ticker import Ticker

if TYPE_CHECKING:
    from .._request import Request


class _Domain:
    """What sectors and industries have in common."""

    def __init__(self, key: Any, session: Any = None, region: Any = "US") -> None:
        self.key = key
        self.session = session
        self._region = region.strip().upper()

    def __repr__(self) -> str:
        return f"yfinance.{type(self).__name__} object <{self.key}>"

    def _request(self) -> Request[Any]:
        raise NotImplementedError

    @cached_property
    def _data(self) -> dict[str, Any]:
        return found(self._request(), self.session) or {}

    def _frame(self, part: str, columns: dict[str, str], index: str) -> Any:
        rows = self._data.get(part)
        if not rows:
            return None
        return pandas.DataFrame([{new: row.get(old) for old, new in columns.items()} for row in rows]).set_index(index)

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
        facts = self._data.get("overview") or {}
        names = {
            "companies_count": "companiesCount", "market_cap": "marketCap", "message_board_id": "messageBoardId",
            "description": "description", "industries_count": "industriesCount", "market_weight": "marketWeight",
            "employee_count": "employeeCount",
        }  # fmt: skip
        return {new: facts.get(old) for new, old in names.items()}

    @cached_property
    def top_companies(self) -> Any:
        """The largest companies."""
        columns = {"symbol": "symbol", "name": "name", "rating": "rating", "marketWeight": "market weight"}
        return self._frame("topCompanies", columns, "symbol")

    @cached_property
    def research_reports(self) -> list[dict[str, Any]] | None:
        """Reports on it."""
        return self._data.get("researchReports")


class Sector(_Domain):
    """A sector, such as `technology`."""

    def _request(self) -> Request[Any]:
        return endpoints.Sector(self.key, region=self._region)

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
        columns = {"key": "key", "name": "name", "symbol": "symbol", "marketWeight": "market weight"}
        return self._frame("industries", columns, "key")


class Industry(_Domain):
    """An industry, such as `semiconductors`."""

    def _request(self) -> Request[Any]:
        return endpoints.Industry(self.key, region=self._region)

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
        columns = {"symbol": "symbol", "name": "name", "ytdReturn": "ytd return", "lastPrice": "last price"}
        return self._frame("topPerformingCompanies", {**columns, "targetPrice": "target price"}, "symbol")

    @cached_property
    def top_growth_companies(self) -> Any:
        """The companies that are expected to grow most."""
        columns = {"symbol": "symbol", "name": "name", "ytdReturn": "ytd return", "growthEstimate": "growth estimate"}
        return self._frame("topGrowthCompanies", columns, "symbol")
