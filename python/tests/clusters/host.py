"""The sample host behind one that fails: some symbols always, and some requests once."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit
from urllib.request import urlopen

from virtual_finance.testing import SampleHost

Answer = tuple[int, bytes, str]

#: A body that ends before its length.
CUT = b'{"chart":'

#: What the host says of a symbol that it does not know.
NOBODY = b'{"chart":{"result":null,"error":{"code":"Not Found","description":"No data found"}}}'

#: What the symbols that fail meet, in turn, and the kind of failure that it is.
WAYS: tuple[tuple[Answer, str], ...] = (
    ((404, NOBODY, "application/json"), "NotFound"),
    ((200, b"<html>", "text/html"), "Unprocessable"),
    ((403, b"", "text/html"), "Host"),
    ((500, b"", "text/html"), "Host"),
    ((200, CUT, "application/json"), "Network"),
)

#: What a request that is refused once is answered with, and the kind of failure that it is if no retry is left.
REFUSALS: tuple[tuple[Answer, str], ...] = (
    ((503, b"{}", "application/json"), "Host"),
    ((429, b"{}", "application/json"), "RateLimited"),
)

#: The symbols are named by their numbers.
STEP = 50


def symbols(count: int) -> list[str]:
    """Returns symbols, each fiftieth of which fails."""
    return [f"T{number:05}" for number in range(count)]


def is_bad(symbol: str) -> bool:
    """Returns true if a symbol always fails."""
    return int(symbol[1:]) % STEP == STEP - 1


class FaultyHost:
    """A host that counts what it is asked for.

    Args:
        refuse_every: One request in so many is answered with 429 or 503, once.
    """

    def __init__(self, refuse_every: int | None = None) -> None:
        self.sample = SampleHost()
        self.asked: list[tuple[float, str]] = []
        self._lock = threading.Lock()
        self.refused: set[str] = set()
        self._kinds: dict[str, set[str]] = {}
        host = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                host._answer(self, refuse_every)

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def settings(self, **more: Any) -> dict[str, Any]:
        """Returns the settings of a client that asks this host."""
        url = f"http://127.0.0.1:{self._server.server_address[1]}"
        return {**self.sample.settings(), "sample": url, "retries": 3, **more}

    def counts(self) -> Counter[str]:
        """Returns how often each symbol was asked for."""
        return Counter(symbol for _, symbol in self.asked)

    def other_kinds(self, failures: Mapping[str, str]) -> dict[str, str]:
        """Returns those of these failures, kinds by symbol, that are of no answer that the symbol had.

        One that always fails may have been refused, too.
        """
        return {symbol: kind for symbol, kind in failures.items() if kind not in self._kinds.get(symbol, ())}

    def most_in_a_second(self) -> int:
        """Returns the most requests that came within one second."""
        times = sorted(when for when, _ in self.asked)
        most, first = 0, 0
        for last, when in enumerate(times):
            while when - times[first] >= 1.0:
                first += 1
            most = max(most, last - first + 1)
        return most

    def mean_in_a_second(self) -> float:
        """Returns the mean number of requests in a second, from the first to the last one."""
        times = sorted(when for when, _ in self.asked)
        return (len(times) - 1) / (times[-1] - times[0])

    def close(self) -> None:
        """Stops the host."""
        self._server.shutdown()
        self._server.server_close()
        self.sample.close()

    def _answer(self, request: BaseHTTPRequestHandler, refuse_every: int | None) -> None:
        now = time.monotonic()
        symbol = urlsplit(request.path).path.rsplit("/", 1)[-1]
        with self._lock:
            self.asked.append((now, symbol))
            number = len(self.asked)
            refuse = refuse_every is not None and number % refuse_every == 0 and symbol not in self.refused
            if refuse:
                self.refused.add(symbol)
                answer, kind = REFUSALS[number // refuse_every % len(REFUSALS)]
            elif symbol[1:].isdigit() and is_bad(symbol):
                answer, kind = WAYS[int(symbol[1:]) // STEP % len(WAYS)]
            else:
                answer, kind = None, None
            if kind is not None:
                self._kinds.setdefault(symbol, set()).add(kind)
        if answer is not None:
            self._send(request, answer, {"Retry-After": "1"} if refuse else {})
        else:
            with urlopen(self.sample.url + request.path) as reply:
                self._send(request, (reply.status, reply.read(), reply.headers["Content-Type"]), {})

    def _send(self, request: BaseHTTPRequestHandler, answer: Answer, headers: dict[str, str]) -> None:
        status, body, kind = answer
        cut = body == CUT
        request.send_response(status)
        for name, value in headers.items():
            request.send_header(name, value)
        request.send_header("Content-Type", kind)
        request.send_header("Content-Length", "1000" if cut else str(len(body)))
        request.end_headers()
        request.wfile.write(body)
        request.close_connection = request.close_connection or cut
