"""The predefined screeners."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import virtual_finance
from virtual_finance._values import in_upper_case
from virtual_finance.endpoints import ScreenerName

from ...exceptions import ConversionHookError
from .._native import NativeRequest, shipped
from ..decorators import dyndoc_insert, endpoint
from .responses.screener_bundle import responses
from .ticker_bundle import FINANCE
from .util import get_store, response2json

if TYPE_CHECKING:
    from virtual_finance import Request


@shipped
@dyndoc_insert(responses)
@endpoint("screener", domain=FINANCE)
class Screeners(NativeRequest):
    """The list of predefined screeners.

    The response: {screeners_resp}
    """

    def __init__(self) -> None:
        super().__init__()
        self._made()

    def native(self) -> Request[Any]:
        """Returns the request of the native client."""
        return virtual_finance.Screeners()


@shipped
@dyndoc_insert(responses)
@endpoint("screener/predefined/{name}", domain=FINANCE)
class Screener(NativeRequest):
    """The result of a predefined screener.

    Args:
        name: The canonical name of the screener, such as `MOST_ACTIVES`, in any case.

    The response: {screener_resp}
    """

    def __init__(self, name: str) -> None:
        super().__init__(name=name)
        self._name = name
        self._made()

    @property
    def name(self) -> str:
        """The canonical name of the screener."""
        return self._name

    def native(self) -> Request[Any]:
        """Returns the request of the native client."""
        return virtual_finance.Screener(in_upper_case(ScreenerName, self.name))

    def _conversion_hook(self, s: Any) -> Any:
        """Converts a reply; the keys of its rows are in the order of the page, as the original has them."""
        response = super()._conversion_hook(s)
        try:
            response2json(s)
        except ConversionHookError:
            # A page of today has no stores.
            return response
        orders = {row.get("symbol"): list(row) for row in get_store(s, "ScreenerResultsStore")["results"]["rows"]}
        for row in response["rows"]:
            for key in orders.get(row.get("symbol"), ()):
                if key in row:
                    row[key] = row.pop(key)
        return response
