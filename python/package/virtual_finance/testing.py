"""A host for tests: invented data on this machine, and replies that were recorded.

>>> with SampleHost() as host:
...     client = host.client()
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from . import AsyncClient, Client, _native

if TYPE_CHECKING:
    from typing import Self

__all__ = ["SampleHost", "replay"]


class SampleHost(_native.SampleHost):
    """A host on loopback that serves invented data for any ticker, and the same data each time.

    Args:
        port: The port; by default a free one.
        now: The clock of the host in epoch seconds; its latest prices are of then.
    """

    def settings(self) -> dict[str, Any]:
        """Returns the settings of a client that asks this host."""
        return {"sample": self.url, "now": self.now}

    def client(self, **settings: Any) -> Client:
        """Returns a client that asks this host, with other settings of yours. It keeps the host."""
        client = Client(**{**self.settings(), **settings})
        client._host = self
        return client

    def async_client(self, **settings: Any) -> AsyncClient:
        """Returns an asynchronous client that asks this host, and keeps it."""
        client = AsyncClient(**{**self.settings(), **settings})
        client._host = self
        return client

    def close(self) -> None:
        """Stops the host."""
        self.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"SampleHost({self.url})"


def replay(folder: str | os.PathLike[str], **settings: Any) -> Client:
    """Returns a client that answers from the folder of a client with `record`, and asks no host.

    Raises:
        TypeError: The folder is no path; a client without one would ask the real hosts.
        ConfigError: The folder cannot be read.
    """
    if not isinstance(folder, (str, os.PathLike)):
        kind = type(folder).__name__
        raise TypeError(f"the folder is of type {kind}: name the folder that a client with `record` wrote")
    return Client(replay=folder, **settings)
