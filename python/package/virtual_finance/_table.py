"""Clients of tables in files, and of OpenAPI documents, whose methods are made at run time."""

from __future__ import annotations

import os
import warnings
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

from . import _native
from ._base import AsyncRequests, Base, Requests, name
from ._missing import missing

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class _OfTable(Base):
    """What clients of a table in a file have beside its methods."""

    #: The name of the table.
    _table: ClassVar[str]
    #: The module of the request classes.
    endpoints: ClassVar[ModuleType]
    #: The methods that are left out, each with what it needs.
    left_out: ClassVar[Mapping[str, str]]

    def _set(self, settings: dict[str, Any], /, *others: Any) -> None:
        super()._set({**settings, "table": self._table}, *others)

    def __getattr__(self, name: str) -> NoReturn:
        if name in self.left_out:
            raise AttributeError(f"{name} is left out: it needs {self.left_out[name]}")
        raise missing(self, name)


def table(
    file: str | os.PathLike[str],
    /,
    *,
    allow_env: Iterable[str] = (),
    allow_hosts: Iterable[str] = (),
    asynchronous: bool = False,
    **settings: Any,
) -> Any:
    """Returns a client of a table in a file, or of an OpenAPI document, with a method for each endpoint.

    The client has its request classes in `endpoints`, and in `left_out` the methods that only a compiler makes. Each
    call reads the file anew and keeps what it read until the process ends.

    Nobody vouches for a table: it includes files of its own folder only, and gets secrets only from environment
    variables that begin with the name of its file.

    Args:
        file: The file: YAML or JSON.
        allow_env: Other environment variables that it may have, each with the host that gets it: `NAME@HOST`.
        allow_hosts: The addresses on this machine or in private networks that it may ask, such as `127.0.0.1:8080`. An
            address in `hosts` needs no entry.
        asynchronous: Returns a client for asyncio programs.
        settings: The settings of `Client`.

    Raises:
        ConfigError: The table has errors, each of which is told with its line, or wants what it may not have.

    >>> client = table("library.yaml", sample=True)  # doctest: +SKIP
    >>> client.book(1).response["name"]  # doctest: +SKIP
    'The Sea'
    """
    for option, given in (("allow_env", allow_env), ("allow_hosts", allow_hosts)):
        if isinstance(given, str):
            raise TypeError(f"'{option}' is a string: write a list")
    asks = not settings.get("sample") and settings.get("replay") is None
    named = [*allow_hosts, *(settings.get("hosts") or {})] if asks else None
    key, requests, methods, left_out, notes = _native.table(os.fspath(file), list(allow_env), named)
    for note in notes:
        warnings.warn(note, stacklevel=2)
    endpoints = _module(key, requests)
    for kind in endpoints.ENDPOINTS.values():
        kind._table = f"{key}/"
    made = _module(key, methods)
    # Its methods make requests of this table, not of the market's.
    vars(made)["endpoints"] = endpoints
    bases = (AsyncRequests, made.AsyncMethods) if asynchronous else (Requests, made.Methods)
    facts = {"_table": key, "endpoints": endpoints, "left_out": dict(left_out)}
    client = type(bases[1])("AsyncClient" if asynchronous else "Client", (_OfTable, *bases), facts)
    name(bases[1], client)
    return client(**settings)


def _module(key: str, source: str) -> ModuleType:
    """Returns a module of generated source. The texts of a table are literals and docstrings in it."""
    module = ModuleType(f"{__package__}.table.{key}")
    module.__package__ = __package__
    exec(compile(source, f"<table {key}>", "exec"), vars(module))
    return module
