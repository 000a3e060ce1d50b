"""The settings of clients: as programs write them, and as plain values for the native module and for pickles."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, NamedTuple, Protocol, SupportsIndex

#: Headers whose values are secrets.
SECRET_HEADERS = frozenset({"authorization", "cookie", "proxy-authorization", "x-api-key", "api-key", "x-auth-token"})


#: The arguments of a client that are not plain settings.
OBJECTS = frozenset({"self", "__class__", "hook", "shared_rate"})


class SharedRate(Protocol):
    """What keeps a rate for several clients: every message to a host, retries included, asks for its turn."""

    def take(self, host: str, n: int) -> float:
        """Counts `n` messages to a host and returns the seconds until they may be sent."""
        ...

    def pause(self, host: str, seconds: float) -> None:
        """Notes that the host wants no message for so many seconds."""
        ...


class Retries(NamedTuple):
    """How often and when a failed request is sent again. Times are in seconds."""

    #: How often a request is sent at most: 3 by default, and 1 for no retries.
    attempts: int | None = None
    #: The wait after the first failure, and after the first demand for fewer requests; it doubles.
    base: tuple[float, float] | None = None
    #: The longest wait between two attempts.
    max_wait: float | None = None
    #: The longest wait that a host may ask for.
    max_retry_after: float | None = None


class RateLimit(NamedTuple):
    """How many requests each host gets at most."""

    #: The number of requests in a period of so many seconds.
    requests: tuple[int, float] | None = None
    #: The number of requests under way.
    at_once: int | None = None

    @classmethod
    def per_second(cls, requests: int) -> RateLimit:
        """Returns a limit of so many requests in a second."""
        return cls(requests=(requests, 1.0))


class Cache(NamedTuple):
    """What a client keeps of good replies, so as not to ask again."""

    #: The memory for them in bytes; 0 for none.
    memory: int | None = None
    #: A folder for them, which several processes may share.
    folder: str | os.PathLike[str] | None = None
    #: The size of the folder in bytes at most.
    folder_limit: int | None = None


def plain(given: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the arguments of a client that are settings as plain values, without those that are not given."""
    settings: dict[str, Any] = {}
    for name, value in given.items():
        if name in OBJECTS or value is None or (value is False and name != "proxy"):
            continue
        if isinstance(value, (bytes, bytearray)):
            raise TypeError(f"'{name}' is bytes: decode them to a string")
        settings[name] = _plain(name, value)
    return settings


def _plain(name: str, value: Any) -> Any:
    if name == "cache":
        value = Cache() if value is True else value if isinstance(value, Cache) else Cache(folder=value)
    if name == "retries" and isinstance(value, SupportsIndex):
        value = Retries(attempts=value.__index__())
    if name == "rate_limit" and isinstance(value, SupportsIndex):
        value = RateLimit.per_second(value.__index__())
    if name == "query" and isinstance(value, Mapping):
        value = list(value.items())
    if isinstance(value, (Cache, Retries, RateLimit)):
        return {key: _text(part) for key, part in value._asdict().items() if part is not None}
    return dict(value) if isinstance(value, Mapping) else _text(value)


def _text(value: Any) -> Any:
    """Returns a path as text, a span of time in seconds, and a number of numpy as one of Python."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, SupportsIndex) and not isinstance(value, bool):
        return value.__index__()
    return float(value) if isinstance(value, float) else value


def shown(settings: Mapping[str, Any]) -> str:
    """Returns settings for people: values that may be secrets are names only."""
    parts = []
    for name, value in settings.items():
        if name in ("headers", "hosts"):
            known = repr(sorted(value))
        elif name == "query":
            known = repr([pair[0] for pair in value])
        else:
            known = "…" if name in ("proxy", "root_certificates") and value else repr(value)
        parts.append(f"{name}={known}")
    return ", ".join(parts)


def secret(settings: Mapping[str, Any]) -> str | None:
    """Returns which of the settings has a secret, if one has."""
    from urllib.parse import urlsplit

    for header in settings.get("headers", {}):
        if header.lower() in SECRET_HEADERS:
            return f"the header {header}"
    if settings.get("query"):
        return "a query"
    proxy = settings.get("proxy")
    if isinstance(proxy, str) and "@" in urlsplit(proxy).netloc:
        return "a proxy with a password"
    for name, address in settings.get("hosts", {}).items():
        if "@" in urlsplit(address).netloc:
            return f"an address of {name} with a password"
    return None
