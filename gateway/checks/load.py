"""Load on the gateway beside FastAPI around yfinance, in turns, against one sample host: python load.py VFAPI PYTHON.

VFAPI is a release build with the feature `stream`, PYTHON has fastapi, uvicorn, yfinance and requests, and `wrk` comes from
Debian. `python load.py VFAPI` alone opens 10,000 streams, for which `ulimit -n` has to be above 11,000.
It prints tables in Markdown. A machine that does other work says little about times, so it prints processor time, too."""

import asyncio
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from itertools import islice

from servers import host_and_gateway, memory, processor, started

VFAPI, *PYTHON = sys.argv[1:]
ROUNDS, SECONDS, CONNECTIONS, STREAMS = 3, 3, 1000, 10_000
# Each address once: another ticker each time, which the sample host knows as an invented one.
FRESH = """local n = 0
request = function() n = n + 1; return wrk.format("GET", (wrk.path:gsub("IBM", "T%d" .. "X" .. n))) end"""
# Callers that have the response, which only the gateway knows what to do with; and callers that think: a thousand of them ask two thousand times a second in all.
KNOWN = """wrk.headers["If-None-Match"] = "*" """
PAUSES = """delay = function() return math.random(0, 1000) end"""


def milliseconds(text):
    number, unit = re.fullmatch(r"([\d.]+)(us|ms|s|m)", text).groups()
    return float(number) * {"us": 0.001, "ms": 1, "s": 1000, "m": 60_000}[unit]


def load(pid, url, connections, script):
    """Returns requests a second, the median and the 99th percentile in ms, and ms of processor time a request."""
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as file:
        file.write(script)
        file.flush()
        before = processor(pid)
        command = ["wrk", "-t1", f"-c{connections}", f"-d{SECONDS}s", "--timeout", "20s", "--latency", "-s", file.name, url]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        spent = processor(pid) - before
    if "Non-2xx" in said or "Socket errors" in said:
        print(f"{url}: {said}", file=sys.stderr)
    count = int(re.search(r"(\d+) requests in", said).group(1))
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", said).group(1))
    median, high = (milliseconds(re.search(rf"{part}%\s+(\S+)", said).group(1)) for part in (50, 99))
    return rate, median, high, spent / max(count, 1) * 1000


def loads():
    address, gateway, ours = host_and_gateway(VFAPI, "--max-requests", "1024")
    command = [PYTHON[0], "-m", "uvicorn", "beside:app", "--port", "0", "--workers", "2", "--no-access-log"]
    settings = {"cwd": os.path.dirname(os.path.abspath(__file__)), "env": {**os.environ, "HOST": address}}
    beside, theirs = started(command, r"(http://127\.0\.0\.1:\d+)", **settings)
    # Its address is there before its workers are.
    for line in islice((line for line in beside.stdout if "startup complete" in line), 2):
        print(line, end="", file=sys.stderr)
    fresh = iter(range(1, 1_000_000))
    cases = [
        ("from the cache, 1,000 connections", "history/IBM", "kept/IBM", CONNECTIONS, lambda: ""),
        ("the same, with pauses", "history/IBM", "kept/IBM", CONNECTIONS, lambda: PAUSES),
        ("the same, by who has it", "history/IBM", "kept/IBM", CONNECTIONS, lambda: KNOWN),
        ("from the cache, 32 connections", "history/IBM", "kept/IBM", 32, lambda: ""),
        ("through it, 32 connections", "history/IBM", "through/IBM", 32, lambda: FRESH % next(fresh)),
    ]
    print("| | requests a second | p50 ms | p99 ms | processor ms a request |\n|-|-|-|-|-|")
    for name, path, other, connections, script in cases:
        found = {"ours": [], "theirs": []}
        for _ in range(ROUNDS):
            found["ours"].append(load(gateway.pid, f"{ours}/{path}?range=1mo", connections, script()))
            found["theirs"].append(load(beside.pid, f"{theirs}/{other}?range=1mo", connections, script()))
        for whose, rows in found.items():
            figures = [statistics.median(column) for column in zip(*rows)]
            print(f"| {name}, {whose} | " + " | ".join(f"{figure:,.3f}" for figure in figures) + " |", flush=True)
        print(f"peak of memory in MiB: {memory(gateway.pid, 'VmHWM'):.0f}, {memory(beside.pid, 'VmHWM'):.0f}", flush=True)


async def listen(port, symbol):
    """Opens a stream and returns its reader after the head, with its writer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 12)
    writer.write(f"GET /stream?symbols={symbol} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    head = await reader.readuntil(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200"), head
    return reader, writer


async def idle(gateway, url):
    """Opens the streams, of a symbol that has no ticks, and one more, which has."""
    port = int(url.rpartition(":")[2])
    before = memory(gateway.pid)
    streams, begin = [], time.monotonic()
    while len(streams) < STREAMS:
        streams += await asyncio.gather(*(listen(port, "NOTFOUND") for _ in range(100)))
    print(f"{len(streams):,} streams were opened in {time.monotonic() - begin:.1f} s")
    begin, spent = time.monotonic(), processor(gateway.pid)
    reader, _ = await listen(port, "IBM")
    while b"data: {" not in await reader.readline():
        pass
    print(f"a tick reached a new one after {(time.monotonic() - begin) * 1000:.0f} ms")
    await asyncio.sleep(30)
    share = (processor(gateway.pid) - spent) / (time.monotonic() - begin)
    after = memory(gateway.pid)
    print(f"{after:.0f} MiB, {(after - before) * 1024 / STREAMS:.1f} KiB a stream; {share:.1%} of a processor")


def streams():
    _, gateway, url = host_and_gateway(VFAPI, "--max-streams", str(STREAMS + 100))
    asyncio.run(idle(gateway, url))


loads() if PYTHON else streams()
