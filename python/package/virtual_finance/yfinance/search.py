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
        timeout: The seconds for one attempt.
        raise_errors: Has no effect, as in yfinance: `config.debug.hide_exceptions = False` raises what failed.
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
        timeout: float | None = None,
        raise_errors: bool = True,
    ) -> None:
        self.query = query
        self.max_results = max_results
        self.news_count = news_count
        self.lists_count = lists_count
        self.include_cb = include_cb
        self.nav_links = include_nav_links
        self.enable_research = include_research
        self.enable_cultural_assets = include_cultural_assets
        self.enable_fuzzy_query = enable_fuzzy_query
        self.recommended = recommended
        self.session = session
        self.timeout = timeout
        self.raise_errors = raise_errors
        self.search()

    def search(self) -> Search:
        """Searches again. Nothing matches an empty text, which the host does not take."""
        request = self.query.strip() and endpoints.Search(
            self.query,
            quotes=self.max_results,
            news=self.news_count,
            lists=self.lists_count,
            recommended=self.recommended,
            fuzzy=self.enable_fuzzy_query,
            companies=self.include_cb,
            navigation=self.nav_links,
            reports=self.enable_research,
            cultural_assets=self.enable_cultural_assets,
        )
        response: Any = (request and found(request, self.session, self.timeout)) or {}
        parts = {"quotes": "quotes", "news": "news", "lists": "lists", "research": "reports", "nav": "navigation"}
        #: The parts by name.
        self.all: dict[str, list[dict[str, Any]]] = {name: response.get(part) or [] for name, part in parts.items()}
        #: The instruments, the articles, the lists, the reports, and the links of the host's pages.
        self.quotes, self.news, self.lists, self.research, self.nav = self.all.values()
        # Times of reports are in milliseconds, as the host has them.
        for report in self.research:
            report["reportDate"] = report["reportDate"] and report["reportDate"] * 1000
        #: The parts of the reply by the names of the host; private companies are quotes without a symbol.
        self.response: dict[str, Any] = response and {
            "quotes": [*self.quotes, *(response.get("companies") or [])],
            "news": self.news,
            "lists": self.lists,
            "researchReports": self.research,
            "nav": self.nav,
        }
        return self
