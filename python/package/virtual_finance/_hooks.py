"""Messages that hooks may change before they are sent."""

from __future__ import annotations


class Message:
    """A message to a host. Its address and headers may have secrets.

    A hook changes `headers`, and adds to the query of the address by `query`:

    >>> def traced(message):
    ...     message.headers["x-trace"] = "1"
    ...     message.query["trace"] = "1"
    """

    __slots__ = ("headers", "method", "query", "url")

    def __init__(self, method: str, url: str, headers: dict[str, str], /) -> None:
        #: The method, for example `GET`.
        self.method = method
        #: The whole address.
        self.url = url
        #: The headers, whose names are in lower case.
        self.headers = headers
        #: What is added to the query of the address.
        self.query: dict[str, str] = {}

    def __repr__(self) -> str:
        # A query may have secrets.
        return f"<Message {self.method} {self.url.partition('?')[0]}>"
