"""What all tests have: a client of the sample host, and a host that takes requests and does not answer."""

from __future__ import annotations

import socket
import threading
from typing import TYPE_CHECKING

import pytest
from virtual_finance import _native

if TYPE_CHECKING:
    from collections.abc import Iterator

    import virtual_finance
    from virtual_finance.testing import SampleHost


@pytest.fixture(scope="session")
def client(market_host: SampleHost) -> Iterator[virtual_finance.Client]:
    """A client of the sample host."""
    with market_host.client() as client:
        yield client


class SilentHost:
    """Listens on loopback, and says nothing."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        #: Set once a request came, and once a connection was closed by its caller.
        self.asked, self.closed = threading.Event(), threading.Event()
        address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        host = _native.SampleHost(0, None)
        self.hosts = dict.fromkeys(host.hosts, address)
        host.stop()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._read, args=[connection], daemon=True).start()

    def _read(self, connection: socket.socket) -> None:
        with connection:
            while connection.recv(65536):
                self.asked.set()
            self.closed.set()

    def close(self) -> None:
        self._listener.close()


@pytest.fixture
def silent_host():
    host = SilentHost()
    yield host
    host.close()
