"""The weather of invented towns.

>>> import weather
>>> client = weather.Client(sample=True)
>>> client.observations("Oslo").response[0]["tempC"]
14.5
"""

from . import endpoints, errors
from ._base import AsyncClient, Client, Progress, Result
from ._reply import Frame, Reply
from ._settings import Cache, RateLimit, Retries
from .endpoints import *

__all__ = [
    *endpoints.__all__,
    "AsyncClient",
    "Cache",
    "Client",
    "Frame",
    "Progress",
    "RateLimit",
    "Reply",
    "Result",
    "Retries",
    "endpoints",
    "errors",
]
