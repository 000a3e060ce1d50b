"""The client behind the names of yfinance, and what failed requests become."""

from __future__ import annotations

import importlib
import logging
import threading
from typing import TYPE_CHECKING, Any, TypeVar

from .._client import Client
from .._reply import Reply
from .._request import Request
from ..errors import RateLimitedError, VirtualFinanceError
from .exceptions import YFException, YFRateLimitError

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

logger = logging.getLogger("yfinance")


class _Module:
    """A module that is imported when something of it is first used."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(importlib.import_module(self._name), name)


pandas: Any = _Module("pandas")
numpy: Any = _Module("numpy")
relativedelta: Any = _Module("dateutil.relativedelta")


class _Settings:
    """Settings that are declared: another name is an error, so that none is set without effect."""

    def __setattr__(self, name: str, value: object) -> None:
        if not hasattr(type(self), name):
            raise AttributeError(f"there is no setting '{name}': give `config.client` a client that has it")
        super().__setattr__(name, value)


#: The settings of `network` that a client of the program has itself.
_OF_CLIENT = ("proxy", "retries")


def _without_effect(name: str) -> AttributeError:
    return AttributeError(
        f"`config.network.{name}` has no effect beside `config.client`: leave it as it was, and write "
        f"config.client = virtual_finance.Client({name}=...)"
    )


class _Network(_Settings):
    #: The address of a proxy, or addresses by scheme.
    proxy: str | dict[str, str] | None = None
    #: How often a failed request is sent again.
    retries: int = 2
    #: True while `config.client` is a client of the program, which has its own.
    _has_client: bool = False

    def __setattr__(self, name: str, value: object) -> None:
        if self._has_client and name in _OF_CLIENT and value != getattr(_Network, name):
            raise _without_effect(name)
        super().__setattr__(name, value)


class _Debug(_Settings):
    #: Failures are logged and give empty frames; otherwise they are raised.
    hide_exceptions: bool = True

    @property
    def logging(self) -> bool:
        """Writes all that the logger `yfinance` says to stderr."""
        return logger.level == logging.DEBUG

    @logging.setter
    def logging(self, wanted: bool) -> None:
        logger.setLevel(logging.DEBUG if wanted else logging.NOTSET)
        if wanted and not logger.handlers:
            logger.addHandler(logging.StreamHandler())


class _Locale(_Settings):
    #: The language of texts, and the country that matters most, of requests that have them.
    lang: str = "en-US"
    region: str = "US"


class Config:
    """The settings of all requests."""

    def __init__(self) -> None:
        self.network = _Network()
        self.debug = _Debug()
        self.locale = _Locale()
        self._own: Client | None = None
        self._clients: dict[tuple[object, ...], Client] = {}
        self._lock = threading.Lock()

    @property
    def client(self) -> Client | None:
        """A client of your own, such as `virtual_finance.Client(cache="replies")`, instead of one by these settings."""
        return self._own

    @client.setter
    def client(self, own: Client | None) -> None:
        for name in _OF_CLIENT:
            if own is not None and getattr(self.network, name) != getattr(_Network, name):
                raise _without_effect(name)
        self._own = own
        self.network._has_client = own is not None

    def _client(self, timeout: float | None) -> Client:
        """Returns the client of the settings."""
        if self._own is not None:
            return self._own
        proxy = self.network.proxy
        if isinstance(proxy, dict):
            proxy = proxy.get("https", proxy.get("http"))
        retries = self.network.retries
        key = (proxy, retries, timeout)
        with self._lock:
            if key not in self._clients:
                self._clients[key] = Client(proxy=proxy, retries=retries + 1, timeout=timeout)
            return self._clients[key]


#: The settings of this process.
config = Config()


def client(session: object = None, timeout: float | None = None) -> Client:
    """Returns the client of a session, or that of the settings."""
    if isinstance(session, Client):
        return session
    if session is not None:
        raise TypeError(
            f"session is of type {type(session).__name__}: give a virtual_finance.Client, which has "
            "retries, rates, a cache, proxies and headers"
        )
    return config._client(timeout)


def ask(request: Request[T], session: object = None, timeout: float | None = None) -> Reply[T]:
    """Sends a request and returns its reply.

    Raises:
        YFRateLimitError: The host wants fewer requests.
        VirtualFinanceError: Anything else that failed.
    """
    try:
        return client(session, timeout).request(request)
    except RateLimitedError as error:
        raise YFRateLimitError from error


def found(request: Request[T], session: object = None, timeout: float | None = None) -> T | None:
    """Returns the response of a request, as `tried` does."""
    return tried(lambda: client(session, timeout).request(request).response)


def tried(call: Callable[[], T]) -> T | None:
    """Returns what a call gives; if its request failed, logs the cause and returns none, as yfinance does.

    Raises:
        YFRateLimitError: The host wants fewer requests.
        YFException: The request failed, and `config.debug.hide_exceptions` is false.
    """
    try:
        return call()
    except RateLimitedError as error:
        raise YFRateLimitError from error
    except VirtualFinanceError as error:
        if not config.debug.hide_exceptions:
            raise YFException(str(error)) from error
        logger.error("%s", error)
        return None
