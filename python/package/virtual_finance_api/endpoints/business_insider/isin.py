"""The lookup of ISINs."""

from __future__ import annotations

from typing import Any

import virtual_finance

from .._native import NativeRequest, shipped
from ..decorators import dyndoc_insert, endpoint
from .responses.isin import responses


@shipped
@dyndoc_insert(responses)
@endpoint("ajax/SearchController_Suggest", domain="https://markets.businessinsider.com")
class ISIN(NativeRequest):
    """The ISIN of a ticker.

    Args:
        params: `query`, the ticker, and `max_results`, 25 by default: {isin_params}

    Raises:
        ValueError: `query` is missing.

    The response: {isin_resp}
    """

    def __init__(self, params: dict[str, Any]) -> None:
        if "query" not in params:
            raise ValueError("Missing in 'params': 'query'")
        super().__init__()
        self.params = {"max_results": 25, **params}
        self._made()

    def native(self) -> virtual_finance.Isin:
        """Returns the request of the native client."""
        params = self.params or {}
        return virtual_finance.Isin(params["query"], max_results=params["max_results"])
