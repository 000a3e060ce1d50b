"""`Search`: instruments, articles and lists that match a text."""

from __future__ import annotations

from typing import Any

from .. import endpoints
from ._session import found


class Search:
    """Searches for a text when it is made.

    Args:
        query: A symbol, or a part of a name.
        max_results: How many instruments at most.
        news_count: How many articles at most.
        lists_count: How many lists at most.
        include_cb: Includes companies.
        include_nav_links: Includes links of the host's pages.
        include_research: Includes reports.
        include_cultural_assets: Includes cultural assets.
        enable_fuzzy_query: Takes texts with typing errors.
        recommended: How many recommended instruments at most.
        session: A `virtual_finance.Client`.
    """

    def __init__(
        self,
        query: str,
        max_results: int = 8,
        news_count: int = 8,
        lists_count: int = 8,
        include_cb: bool = True,
        include_nav_links: bool = False,
        include_research: bool = False,
        include_cultural_assets: bool = False,
        enable_fuzzy_query: bool = False,
        recommended: int = 8,
        session: Any = None,
    ) -> None:
        self.query = query
        self.session = session
        self._request = endpoints.Search(
            query,
            quotes=max_results,
            news=news_count,
            lists=lists_count,
            recommended=recommended,
            fuzzy=enable_fuzzy_query,
            companies=include_cb,
            navigation=include_nav_links,
            reports=include_research,
            cultural_assets=include_cultural_assets,
        )
        self.search()

    def search(self) -> Search:
        """Searches again."""
        self._data: Any = found(self._request, self.session) or {}
        return self

    @property
    def quotes(self) -> list[dict[str, Any]]:
        """The instruments."""
        return list(self._data.get("quotes") or [])

    @property
    def news(self) -> list[dict[str, Any]]:
        """The articles."""
        return list(self._data.get("news") or [])

    @property
    def lists(self) -> list[dict[str, Any]]:
        """The lists."""
        return list(self._data.get("lists") or [])

    @property
    def research(self) -> list[dict[str, Any]]:
        """The reports."""
        reports = self._data.get("reports") or []
        # Times of reports are in milliseconds, as the host has them.
        return [{**row, "reportDate": row["reportDate"] and row["reportDate"] * 1000} for row in reports]

    @property
    def nav(self) -> list[dict[str, Any]]:
        """The links of the host's pages."""
        return list(self._data.get("navigation") or [])

    @property
    def all(self) -> dict[str, list[dict[str, Any]]]:
        """All of these by name."""
        names = ("quotes", "news", "lists", "research", "nav")
        return {name: getattr(self, name) for name in names}
