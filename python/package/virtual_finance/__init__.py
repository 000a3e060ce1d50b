"""Market data with types: profiles, statements, holders, prices, options, screeners, quotes and searches.

A client sends requests and returns replies. Each endpoint is a method of the client and a request class:

>>> import virtual_finance
>>> client = virtual_finance.Client(sample=True)
>>> reply = client.history("IBM", range="5d")
>>> reply == client.request(virtual_finance.History("IBM", range="5d"))
False
>>> reply.response["meta"]["symbol"]
'IBM'

`sample=True` asks a host on this machine that invents its data. A reply has frames of pandas, polars and Arrow:

>>> frame = reply.to_pandas()  # doctest: +SKIP

A wrong parameter is a `ParamsError` with every error at once, and nothing is sent; whatever else fails is a
`VirtualFinanceError` of its kind.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from . import endpoints, errors
from ._base import Progress, Result
from ._client import AsyncClient, Client
from ._concat import concat
from ._hooks import Message
from ._missing import missing
from ._repaired import Doubt, Repair, Repaired
from ._reply import Cached, Frame, Reply
from ._request import Request
from ._settings import Cache, RateLimit, Retries
from ._sql import sql
from ._stream import Event, Lost, Reconnected, Tick, Unread
from ._table import table
from .endpoints import *
from .errors import (
    ConfigError,
    HostError,
    NetworkError,
    NotFoundError,
    OtherError,
    ParamsError,
    RateLimitedError,
    TableError,
    UnprocessableError,
    VirtualFinanceError,
)

if TYPE_CHECKING:
    #: The version of this package.
    __version__: str
else:

    def __getattr__(name: str) -> str:
        if name != "__version__":
            raise missing(sys.modules[__name__], name)
        # Its import takes half as long as that of this package.
        from importlib.metadata import version

        return version("virtual-finance")


def load_ipython_extension(shell: object) -> None:
    """Completes literal values in IPython and Jupyter: `%load_ext virtual_finance`."""
    from ._ipython import load

    load(shell)


__all__ = [
    *endpoints.__all__,
    "AsyncClient",
    "Cache",
    "Cached",
    "Client",
    "ConfigError",
    "Doubt",
    "Event",
    "Frame",
    "HostError",
    "Lost",
    "Message",
    "NetworkError",
    "NotFoundError",
    "OtherError",
    "ParamsError",
    "Progress",
    "RateLimit",
    "RateLimitedError",
    "Reconnected",
    "Repair",
    "Repaired",
    "Reply",
    "Request",
    "Result",
    "Retries",
    "TableError",
    "Tick",
    "UnprocessableError",
    "Unread",
    "VirtualFinanceError",
    "concat",
    "endpoints",
    "errors",
    "sql",
    "table",
]
