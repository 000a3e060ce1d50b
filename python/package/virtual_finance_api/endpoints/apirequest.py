"""The base classes of requests."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar


class APIRequest(ABC):
    """A request: its path, its method, the status that is expected, and its reply once it was sent.

    Programs subclass it with a `_conversion_hook` of their own, and may set `HEADERS`, `params` and `data`, which is
    sent as JSON.

    Args:
        endpoint: The path.
        method: The HTTP method.
        expected_status: The status of a good reply.
    """

    ENDPOINT: ClassVar[str] = ""
    DOMAIN: str | None = None
    METHOD: ClassVar[str] = "GET"
    EXPECTED_STATUS: ClassVar[int] = 200
    #: `txt`, or `json` for replies that are parsed where no hook did it.
    RESPONSE_TYPE: ClassVar[str] = "txt"

    @abstractmethod
    def __init__(self, endpoint: str, method: str = "GET", expected_status: int = 200) -> None:
        self._endpoint = endpoint
        #: The HTTP method.
        self.method = method
        #: The status of a good reply.
        self.expected_status = expected_status
        #: The status of the reply, or the code of the failure; `None` before there is one.
        self.status_code: int | None = None
        #: The converted reply; `None` before there is one.
        self.response: Any = None

    def __str__(self) -> str:
        """Returns the path."""
        return self._endpoint


class VirtualAPIRequest(APIRequest):
    """A request whose reply is converted."""

    @abstractmethod
    def __init__(self, endpoint: str, method: str = "GET", expected_status: int = 200) -> None:
        super().__init__(endpoint, method=method, expected_status=expected_status)

    @abstractmethod
    def _conversion_hook(self, s: Any) -> Any:
        """Converts a reply from its text. A string of the response type `json` is parsed then."""
