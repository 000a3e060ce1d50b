"""The exceptions of the original."""

from __future__ import annotations

from typing import Any


class _CodedError(Exception):
    """An error with a code; its text is the message."""

    def __init__(self, code: int | None, msg: object) -> None:
        super().__init__(msg)
        #: The HTTP status, or the one that the error amounts to.
        self.code = code
        self.msg = msg

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.code, self.msg)


class VirtualFinanceAPIError(_CodedError):
    """A request failed: the host answered with an error, or its reply could not be converted.

    After a failed conversion `args[0]` is the `ConversionHookError`, and `__cause__` says what is wrong with the reply.
    """


class ConversionHookError(_CodedError):
    """A reply could not be converted."""
