"""What all tests have: a client of the sample host, and a host that takes requests and does not answer."""

from __future__ import annotations

import queue
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest
import virtual_finance
from virtual_finance import _native

if TYPE_CHECKING:
    from collections.abc import Iterator

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


class StandIn:
    """A host that answers what a function of a path and its query says: bytes, or a status with bytes and headers."""

    def __init__(self, answer) -> None:
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                outer.asked.append(self.path)
                outer.headers.append(dict(self.headers))
                found = answer(self.path)
                status, body, *more = found if isinstance(found, tuple) else (200, found)
                self.send_response(status)
                for name, value in {"content-type": "application/json", **dict(*more)}.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_) -> None:
                pass

        #: The paths that were asked for, and the headers of each request.
        self.asked, self.headers = [], []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def client(self, market_host: SampleHost, **settings) -> virtual_finance.Client:
        """Returns a client whose hosts are all this one."""
        hosts = dict.fromkeys(market_host.hosts, self.url)
        return virtual_finance.Client(**{**market_host.settings(), "hosts": hosts, **settings})

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def stand_in():
    """Returns a function that starts a host."""
    hosts = []

    def start(answer) -> StandIn:
        hosts.append(StandIn(answer))
        return hosts[-1]

    yield start
    for host in hosts:
        host.close()


#: The head of a reply of events.
HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n"


class EventHost:
    """Sends what a test puts into its queue, and says when its caller left."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.feed: queue.Queue[bytes | None] = queue.Queue()
        self.asked, self.closed = threading.Event(), threading.Event()
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.request = b""
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=[connection], daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        self.request = connection.recv(65536)
        connection.sendall(HEAD)
        self.asked.set()
        threading.Thread(target=self._watch, args=[connection], daemon=True).start()
        while (piece := self.feed.get()) is not None:
            connection.sendall(piece)
        connection.close()

    def _watch(self, connection: socket.socket) -> None:
        try:
            while connection.recv(65536):
                pass
        except OSError:
            pass
        self.closed.set()

    def close(self) -> None:
        self._listener.close()
        self.feed.put(None)


@pytest.fixture
def event_host():
    host = EventHost()
    yield host
    host.close()
