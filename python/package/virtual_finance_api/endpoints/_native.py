"""Requests of this package: they have a request of the native client, and its converter as their hook."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import virtual_finance

from ..exceptions import ConversionHookError
from .apirequest import VirtualAPIRequest

if TYPE_CHECKING:
    from virtual_finance import Request

#: The members that decide what is sent and how a reply is converted.
_DECIDING = (
    "ENDPOINT",
    "DOMAIN",
    "METHOD",
    "RESPONSE_TYPE",
    "EXPECTED_STATUS",
    "HEADERS",
    "data",
    "native",
    "_conversion_hook",
    "__str__",
)
#: The messages of errors that have one, by endpoint.
_NOT_FOUND = {"Profile": "Profile not found", "Isin": "ISIN not found"}

R = TypeVar("R", bound="NativeRequest")


class NativeRequest(VirtualAPIRequest):
    """A request of this package."""

    _shipped: ClassVar[dict[str, object] | None] = None
    #: The parameters of the address.
    params: dict[str, Any] | None = None
    _as_made: object = None

    def __init__(self, **path: str) -> None:
        super().__init__(self.ENDPOINT.format(**path), method=self.METHOD, expected_status=self.EXPECTED_STATUS)

    def native(self) -> Request[Any]:
        """Returns the request of the native client."""
        raise NotImplementedError

    def saved(self, subject: str | None = None) -> Request[Any]:
        """Returns the request that a reply of the session is converted for, if it is about another subject."""
        return self.native()

    def subject_of(self, s: Any) -> str | None:
        """Returns what a reply is about, if it says so."""
        return None

    def is_untouched(self) -> bool:
        """True if the class is one of this package, and neither it nor the instance was changed."""
        shipped = vars(type(self)).get("_shipped")
        if shipped is None or shipped != _members(type(self)):
            return False
        own = {name for name in vars(self) if name in _DECIDING}
        return not own and self._sent() == self._as_made

    def _sent(self) -> object:
        return (self._endpoint, self.method, self.expected_status, _copy(self.params))

    def _made(self) -> None:
        """Remembers what is sent, at the end of the constructor."""
        self._as_made = self._sent()

    def _conversion_hook(self, s: Any) -> Any:
        """Converts a reply."""
        logger = logging.getLogger(type(self).__module__)
        try:
            self.response = self._convert(s, logger)
        except virtual_finance.VirtualFinanceError as error:
            logger.error("conversion_hook: %s %s", self, error)
            raise hook_error(error) from error
        logger.info("conversion_hook: %s OK", self)
        return self.response

    def _convert(self, s: Any, logger: logging.Logger) -> Any:
        body = _bytes(s)
        try:
            return self.saved().convert(body).response
        except virtual_finance.UnprocessableError:
            # Programs mock one reply for many tickers, and the original never looked.
            subject = self.subject_of(s)
            if subject is None:
                raise
            logger.warning("conversion_hook: the reply to %s is about %s", self, subject)
            return self.saved(subject).convert(body).response


def shipped(cls: type[R]) -> type[R]:
    """Remembers what a class of this package has, so that a change by a program is seen."""
    cls._shipped = _members(cls)
    return cls


def hook_error(error: virtual_finance.VirtualFinanceError) -> ConversionHookError:
    """Returns the error of a conversion as the original raises it: 404 for what is not found, else 422."""
    message = _NOT_FOUND.get(error.endpoint or "")
    if error.status == 404 and message is not None:
        return ConversionHookError(404, message)
    return ConversionHookError(422, "")


def _members(cls: type) -> dict[str, object]:
    return {name: getattr(cls, name, None) for name in _DECIDING}


def _copy(value: object) -> object:
    return dict(value) if isinstance(value, dict) else value


def parsed(reply: Any) -> Any:
    """Returns what the JSON of a reply says.

    Raises:
        ConversionHookError: The reply is no JSON.
    """
    if not isinstance(reply, (str, bytes)):
        return reply
    try:
        return json.loads(reply)
    except ValueError as error:
        raise ConversionHookError(422, "") from error


def _bytes(reply: Any) -> bytes:
    if isinstance(reply, bytes):
        return reply
    return (reply if isinstance(reply, str) else json.dumps(reply)).encode()
