"""The exceptions: one class for each kind of error, below one base class."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class VirtualFinanceError(Exception):
    """Anything that failed. Its text names the request and its subject, and ends in what to do."""

    #: The kind of the error, as Rust names it.
    kind: str = "Other"
    #: The HTTP status that the error amounts to, if it has one.
    status: int | None = None
    #: The host's own code of the error, if it gave one.
    code: str | None = None
    #: The request in words, such as `History IBM`.
    request: str | None = None
    #: The name of the endpoint.
    endpoint: str | None = None
    #: The value that the request is about, such as a ticker.
    subject: str | None = None
    #: The seconds that the host wants the client to wait.
    retry_after: float | None = None
    #: The outcomes of the attempts before the last one.
    attempts: list[str]
    #: What to do, in the words of the message; `None` where the message says only what failed.
    advice: str | None = None

    def __init__(self, message: str, **facts: Any) -> None:
        super().__init__(message)
        vars(self).update({"attempts": [], **facts})

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (str(self), {"kind": self.kind, **vars(self)})


class ParamsError(VirtualFinanceError, ValueError):
    """The parameters are wrong, every error at once. Nothing was sent."""

    kind = "Params"


class ConfigError(VirtualFinanceError, ValueError):
    """The client cannot be made as it was described."""

    kind = "Config"


class NotFoundError(VirtualFinanceError, LookupError):
    """The host does not know what was asked for, or its reply does not have it."""

    kind = "NotFound"


class UnprocessableError(VirtualFinanceError):
    """The reply is not what the endpoint reads."""

    kind = "Unprocessable"


class RateLimitedError(VirtualFinanceError):
    """The host wants fewer requests. Ask less often, and later again."""

    kind = "RateLimited"


class HostError(VirtualFinanceError):
    """The host answered with another error, such as a refusal, or with a reply that cannot be taken."""

    kind = "Host"


class NetworkError(VirtualFinanceError, ConnectionError):
    """The host could not be reached, the connection broke off, or time ran out."""

    kind = "Network"


class TableError(VirtualFinanceError, KeyError):
    """The responses of the endpoint have no table of that name."""

    kind = "Table"

    def __str__(self) -> str:
        # That of a `KeyError` is in quotation marks.
        return Exception.__str__(self)


class OtherError(VirtualFinanceError):
    """A record cannot be used."""


_KINDS = {kind.kind: kind for kind in VirtualFinanceError.__subclasses__()}


def _made(message: str, facts: Mapping[str, Any]) -> VirtualFinanceError:
    """Returns the exception of a kind. The native module and pickles call it."""
    facts = dict(facts)
    return _KINDS.get(facts.pop("kind"), OtherError)(message, **facts)
