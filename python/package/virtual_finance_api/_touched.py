"""Whether a program, or a library of its tests, has changed how `requests` sends."""

from __future__ import annotations

import http.client
import socket
from typing import Any

import requests
import requests.adapters
import requests.sessions
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool

_SENDING = (
    (requests.sessions.Session, ("request", "get", "send", "prepare_request", "get_adapter", "mount")),
    (requests.adapters.HTTPAdapter, ("send", "get_connection_with_tls_context", "build_response")),
    (HTTPConnectionPool, ("urlopen",)),
)


def state(session: Any) -> object:
    """Returns what a session sends with; two that are equal send in the same way."""
    if type(session) is not requests.sessions.Session or requests.Session is not requests.sessions.Session:
        return object()
    members = dict(vars(session))
    # Two jars are never equal.
    cookies = [(cookie.domain, cookie.name, cookie.value) for cookie in members.pop("cookies")]
    adapters = [(prefix, _settings(adapter)) for prefix, adapter in members.pop("adapters").items()]
    plain = {name: dict(value) if name in ("headers", "hooks") else value for name, value in members.items()}
    return (cookies, adapters, plain)


def _settings(adapter: object) -> object:
    """Returns what an adapter sends with. A pickle has the same settings, and pools of its own."""
    if type(adapter) is not requests.adapters.HTTPAdapter:
        return object()
    members = {name: value for name, value in vars(adapter).items() if name not in ("poolmanager", "proxy_manager")}
    return {**members, "max_retries": vars(adapter.max_retries)}


def is_sending_as_ever() -> bool:
    """True if nobody replaced what `requests` sends with: its methods, the connections below them, or sockets."""
    for kind, names in _SENDING:
        for name in names:
            method = vars(kind).get(name)
            home = kind.__module__
            if getattr(method, "__globals__", {}).get("__name__") != home:
                return False
    pools = (HTTPConnectionPool, HTTPSConnectionPool)
    return (
        all(pool.ConnectionCls.__module__ == "urllib3.connection" for pool in pools)
        and http.client.HTTPConnection.__module__ == "http.client"
        and socket.socket.__module__ == "socket"
    )
