"""The components of indexes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import virtual_finance

from .._native import NativeRequest, shipped
from ..decorators import dyndoc_insert, endpoint
from .responses.index_bundle import responses
from .ticker_bundle import FINANCE

if TYPE_CHECKING:
    from virtual_finance import Request


@shipped
@dyndoc_insert(responses)
@endpoint("quote/{index}/components", domain=FINANCE)
class YhooIndex(NativeRequest):
    """The components of an index.

    Args:
        index: The symbol of the index, such as `^IXIC`; it may be encoded as in an address: `%5EIXIC`.

    The response: {index_resp}
    """

    def __init__(self, index: str) -> None:
        super().__init__(index=index)
        self._index = index
        self._made()

    @property
    def index(self) -> str:
        """The symbol of the index."""
        return self._index

    def native(self) -> Request[Any]:
        """Returns the request of the native client."""
        return virtual_finance.Index(unquote(self.index))
