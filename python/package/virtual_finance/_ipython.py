"""Completion of literal values in IPython and Jupyter: `%load_ext virtual_finance`."""

from __future__ import annotations

import re
from typing import Any, get_args, get_type_hints

#: The name of a function, and the keyword whose string has no end yet.
_OPEN = re.compile(r"""(\w+)\((?:[^()]|\([^()]*\))*?\b(\w+)\s*=\s*\[?(?:\s*["'][^"']*["']\s*,)*\s*["']([^"']*)$""")


def values(text: str) -> list[str]:
    """Returns the values that the string at the end of a line may become.

    >>> values('client.history("IBM", adj="1", interval="1d", adjust="b')
    ['back']
    """
    found = _OPEN.search(text)
    if found is None:
        return []
    function, keyword, begin = found.groups()
    return [value for value in _literals(function, keyword) if value.startswith(begin)]


def _literals(function: str, keyword: str) -> list[str]:
    from . import endpoints
    from ._client import Client

    known: Any = endpoints.ENDPOINTS.get(function) or getattr(Client, function, None)
    if known is None:
        return []
    call = vars(known)["__init__"] if isinstance(known, type) else known
    call = getattr(call, "__wrapped__", call)
    annotation = getattr(call, "__annotations__", {}).get(keyword)
    if annotation is None:
        return []

    def stand_in(wanted: Any) -> None: ...

    stand_in.__annotations__ = {"wanted": annotation}
    try:
        return _of(get_type_hints(stand_in, {**vars(endpoints), **call.__globals__})["wanted"])
    except NameError:
        return []


def _of(hint: Any) -> list[str]:
    """Returns the texts among the literals of a type, however deep."""
    parts = ([part] if isinstance(part, str) else _of(part) for part in get_args(hint))
    return list(dict.fromkeys(value for part in parts for value in part))


def load(shell: Any) -> None:
    """Adds the completion to a shell."""

    def matcher(completer: Any, text: str) -> list[str]:
        before = completer.text_until_cursor
        begin = re.search(r"""["']([^"']*)$""", before)
        typed = begin[1] if begin else ""
        # The shell replaces its last word, which may be the end of the string alone.
        return [text + value[len(typed) :] for value in values(before)]

    shell.set_custom_completer(matcher)
