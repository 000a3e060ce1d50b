"""Decorators of request classes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

C = TypeVar("C", bound=type)


def endpoint(
    url: str,
    domain: str | None = None,
    method: str = "GET",
    response_type: str = "txt",
    expected_status: int = 200,
) -> Callable[[C], C]:
    """Returns a class decorator that sets `ENDPOINT`, `DOMAIN`, `METHOD`, `RESPONSE_TYPE` and `EXPECTED_STATUS`.

    Args:
        url: The path, with the names of its parameters in braces.
        domain: The address of the host, without a slash at the end.
        method: The HTTP method.
        response_type: `txt`, or `json`.
        expected_status: The status of a good reply.
    """

    def decorate(cls: C) -> C:
        facts = {
            "ENDPOINT": url,
            "DOMAIN": domain,
            "METHOD": method,
            "RESPONSE_TYPE": response_type,
            "EXPECTED_STATUS": expected_status,
        }
        for name, value in facts.items():
            setattr(cls, name, value)
        return cls

    return decorate


def dyndoc_insert(src: Mapping[str, Any]) -> Callable[[C], C]:
    """Returns a class decorator that writes examples into the docstring of the class.

    `{name}` becomes the entry of that name, and `{name_url}`, `{name_params}` and `{name_resp}` its members `url`,
    `params` and `response`: text as it is, and anything else as JSON. Other braces stay.
    """
    texts = {}
    for name, entry in src.items():
        texts[name] = entry
        if isinstance(entry, dict):
            texts.update({f"{name}_{member}": value for member, value in entry.items()})
            texts[f"{name}_resp"] = entry.get("response")

    def decorate(cls: C) -> C:
        doc = cls.__doc__
        if doc is not None:
            for name, value in texts.items():
                text = value if isinstance(value, str) else json.dumps(value, indent=2, default=str)
                doc = doc.replace("{" + name + "}", text)
            cls.__doc__ = doc
        return cls

    return decorate
