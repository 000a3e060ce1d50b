"""Measures the package beside yfinance, in turns, and prints a table in Markdown.

Run it in an environment with a wheel of the profile `release`, yfinance and pandas:

    python python/benches/bench.py --wheel virtual_finance-*.whl

Nothing leaves the machine: replies are invented here and served on loopback by a process of its own.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

os.environ["YF_DISABLE_CURL_CFFI"] = "1"
#: The bars of the longest history that the project has met, of 59 years.
LONG, YEAR, TICKERS, AT_ONCE = 14_918, 250, 500, 16


def chart(bars: int, symbol: str) -> bytes:
    """Returns the reply of a chart with invented daily bars."""
    rng, price = random.Random(7), 100.0
    days = [1_719_581_400 - 86_400 * number for number in reversed(range(bars))]
    columns: dict[str, list[Any]] = {name: [] for name in ("open", "high", "low", "close", "volume")}
    for _ in days:
        price = max(price * (1 + rng.uniform(-0.02, 0.02)), 1.0)
        pair = sorted((price, price * (1 + rng.uniform(-0.01, 0.01))))
        for name, value in zip(columns, (pair[0], pair[1] * 1.002, pair[0] * 0.998, pair[1], 0), strict=True):
            columns[name].append(value)
        columns["volume"][-1] = rng.randrange(1_000_000, 9_000_000)
    session = {"timezone": "EDT", "start": days[-1], "end": days[-1] + 23_400, "gmtoffset": -14_400}
    meta = {
        "currency": "USD", "symbol": symbol, "exchangeName": "NYQ", "instrumentType": "EQUITY",
        "firstTradeDate": days[0], "regularMarketTime": days[-1] + 23_400, "gmtoffset": -14_400, "timezone": "EDT",
        "exchangeTimezoneName": "America/New_York", "regularMarketPrice": price, "chartPreviousClose": 100.0,
        "priceHint": 2, "currentTradingPeriod": {"pre": session, "regular": session, "post": session},
        "dataGranularity": "1d", "range": "", "validRanges": ["1d", "5d", "1y", "max"],
    }  # fmt: skip
    events = {"dividends": {str(day): {"amount": 0.5, "date": day} for day in days[::63]}}
    indicators = {"quote": [columns], "adjclose": [{"adjclose": columns["close"]}]}
    result = {"meta": meta, "timestamp": days, "events": events, "indicators": indicators}
    return json.dumps({"chart": {"result": [result], "error": None}}).encode()


def serve() -> None:
    """Answers each request with the bars of a year, and prints the port."""
    import asyncio

    body = chart(YEAR, "SYMBOL")

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                symbol = head.split(b" ", 2)[1].partition(b"?")[0].rpartition(b"/")[2]
                found = body.replace(b"SYMBOL", symbol)
                writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n")
                writer.write(b"content-length: %d\r\n\r\n" % len(found) + found)
                await writer.drain()

    async def run() -> None:
        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        print(server.sockets[0].getsockname()[1], flush=True)
        await server.serve_forever()

    asyncio.run(run())


@contextlib.contextmanager
def server() -> Iterator[str]:
    process = subprocess.Popen([sys.executable, __file__, "--serve"], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield f"http://127.0.0.1:{int(process.stdout.readline())}"
    finally:
        process.kill()
        process.wait()


def alternating(rounds: int, *calls: Callable[[], object]) -> list[list[float]]:
    """Returns the seconds of processor time of each call, which are made in turns."""
    times: list[list[float]] = [[] for _ in calls]
    for call in calls:
        call()
    for _ in range(rounds):
        for call, found in zip(calls, times, strict=True):
            begin = time.process_time()
            call()
            found.append(time.process_time() - begin)
    return times


def session(url: str | None, body: bytes | None) -> Any:
    """Returns a session of yfinance that asks an address, or gets a body without any network."""
    from urllib.parse import urlsplit

    import requests

    reply = requests.Response()
    reply.status_code, reply._content = 200, body

    class Session(requests.Session):
        def request(self, method: str, address: str, **settings: Any) -> requests.Response:
            if body is not None:
                return reply
            settings.pop("proxies", None)
            asked = urlsplit(address)
            return super().request(method, f"{url}{asked.path}?{asked.query}", **settings)

    made = Session()
    adapter = requests.adapters.HTTPAdapter(pool_connections=AT_ONCE, pool_maxsize=AT_ONCE)
    made.mount("http://", adapter)
    return made


def history(rounds: int) -> list[list[float]]:
    """Measures the raw reply of a long history to a frame of pandas."""
    import yfinance
    from virtual_finance import History

    body = chart(LONG, "IBM")
    request = History("IBM", range="max")
    ticker = yfinance.Ticker("IBM", session=session(None, body))

    def theirs() -> None:
        assert len(ticker.history(period="max", auto_adjust=False)) == LONG

    def ours() -> None:
        assert len(request.convert(body).to_pandas()) == LONG

    return alternating(rounds, ours, theirs)


def profile(rounds: int) -> list[list[float]]:
    """Measures the page of a company to its profile."""
    from virtual_finance import Profile
    from virtual_finance.testing import SampleHost

    with SampleHost() as host, tempfile.TemporaryDirectory() as folder:
        with host.client(record=folder) as client:
            client.profile("IBM")
        body = next(Path(folder).glob("*.body")).read_bytes()
    request = Profile("IBM")
    return alternating(rounds, lambda: request.convert(body).response["info"])


def cached(rounds: int) -> list[list[float]]:
    """Measures a call that comes from the cache."""
    from virtual_finance.testing import SampleHost

    with SampleHost() as host, host.client(cache=True) as client:
        return alternating(rounds, lambda: client.holders("IBM"))


def download(url: str, whose: str) -> None:
    """Downloads the tickers into one frame, and prints the seconds, those of processor time, and memory in MiB."""
    names = [f"T{number}" for number in range(TICKERS)]
    if whose == "ours":
        import virtual_finance
        import virtual_finance.yfinance as module
        from virtual_finance import _native

        host = _native.SampleHost(0, None)
        hosts = dict.fromkeys(host.hosts, url)
        host.stop()
        limit = virtual_finance.RateLimit(requests=(100_000, 1.0), at_once=AT_ONCE)
        asked: Any = virtual_finance.Client(hosts=hosts, proxy=False, rate_limit=limit, now=1_719_604_800)
    else:
        import yfinance as module  # type: ignore[no-redef]

        asked = session(url, None)
    module.download(names[:2], period="1y", threads=AT_ONCE, progress=False, session=asked)
    before = peak()
    begin, processor_begin = time.perf_counter(), time.process_time()
    frame = module.download(names, period="1y", threads=AT_ONCE, progress=False, session=asked)
    seconds = [time.perf_counter() - begin, time.process_time() - processor_begin]
    assert frame.shape == (YEAR, 5 * TICKERS), frame.shape
    print(json.dumps([*seconds, peak(), peak() - before]))


def peak() -> float:
    """Returns the peak of this process's memory in MiB; `getrusage` would give that of its parent if it is higher."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def downloads(rounds: int) -> dict[str, list[list[float]]]:
    """Returns what `download` prints, of processes in turns."""
    found: dict[str, list[list[float]]] = {"ours": [], "theirs": []}
    with server() as url:
        for _ in range(rounds):
            for whose, rows in found.items():
                command = [sys.executable, __file__, "--download", url, whose]
                rows.append(json.loads(subprocess.check_output(command, text=True).splitlines()[-1]))
    return found


def processor(program: str, rounds: int) -> float:
    """Returns the processor time of a program in seconds."""
    times = []
    for _ in range(rounds):
        # `os.times` counts in steps of 10 ms.
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", program], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return statistics.median(times)


def row(name: str, ours: float, theirs: float | None, unit: str) -> None:
    other = "" if theirs is None else f"{theirs:,.1f} {unit} | {theirs / ours if ours else 0:.1f}"
    print(f"| {name} | {ours:,.1f} {unit} | {other or '|'} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wheel", type=Path, help="the wheel whose size is printed")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--download", nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve()
    elif given.download:
        download(*given.download)
    else:
        measure(given.rounds, given.wheel)


def measure(rounds: int, wheel: Path | None) -> None:
    print("| median | virtual_finance | yfinance | ratio |\n|-|-|-|-|")
    times = [statistics.median(found) * 1000 for found in history(rounds)]
    row(f"history of {LONG:,} bars, raw reply to frame", times[0], times[1], "ms")
    (times,) = profile(rounds)
    row("profile, page to dictionary", statistics.median(times) * 1000, None, "ms")
    (times,) = cached(rounds * 20)
    row("a call that comes from the cache", statistics.median(times) * 1e6, None, "µs")
    found = downloads(max(rounds // 3, 1))
    parts = [("time", "s"), ("processor time", "s"), ("peak memory", "MiB"), ("memory of the download", "MiB")]
    for place, (name, unit) in enumerate(parts):
        values = [statistics.median(one[place] for one in found[whose]) for whose in ("ours", "theirs")]
        row(f"`download` of {TICKERS} tickers, {name}", values[0], values[1], unit)
    both = [processor(f"import {name}", rounds) * 1000 for name in ("virtual_finance", "yfinance", "sys")]
    row("import, processor time", both[0], both[1], "ms")
    row("bare Python", both[2], None, "ms")
    if wheel is not None:
        row("wheel", wheel.stat().st_size / 1e6, None, "MB")


if __name__ == "__main__":
    main()
