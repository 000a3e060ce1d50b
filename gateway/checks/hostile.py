"""Attacks on the gateway, and what they cost a caller who asks for /history/IBM?range=5d on a new connection each time:
python hostile.py VFAPI [ATTACK...]. VFAPI is a build with all features. It prints a table in Markdown, and fails if a promise
does not hold."""

import asyncio
import statistics
import subprocess
import sys
import tempfile
import time

from servers import host_and_gateway, memory, processor

VFAPI, *CHOSEN = sys.argv[1:]
HEAD = "Host: localhost\r\n"
# The memory that the unit gives the gateway, in MiB; a debug build takes more of it than a release build.
MOST_MEMORY = 512
BROKEN = []


def symbols(caller, count=64):
    """Returns tickers that nobody asked for before, between commas."""
    return ",".join(f"{caller}X{number}" for number in range(count))


class Gateway:
    """A gateway of its own for an attack."""

    def __init__(self, *options, **settings):
        _, self.process, url = host_and_gateway(VFAPI, *options, **settings)
        self.unread = []
        self.port = int(url.rpartition(":")[2])

    async def open(self, request):
        """Sends a request and reads nothing."""
        self.unread.append(await self.sent(request))

    async def sent(self, request):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 12)
        writer.write(request.encode())
        return reader, writer

    async def get(self, path, head=""):
        """Returns the status of a response, and the milliseconds until its end."""
        begin = time.perf_counter()
        reader, writer = await self.sent(f"GET {path} HTTP/1.1\r\n{HEAD}{head}Connection: close\r\n\r\n")
        length, status = 0, 0
        try:
            while piece := await reader.read(1 << 16):
                status = status or int(piece[9:12])
                length += len(piece)
        except ConnectionError:
            pass
        writer.close()
        return status, (time.perf_counter() - begin) * 1000

    async def honest(self, seconds=5):
        """Returns the median, the longest time and the share of answers of a caller who does no harm."""
        await self.get("/history/IBM?range=5d")
        end, found = time.perf_counter() + seconds, []
        while time.perf_counter() < end:
            found.append(await self.get("/history/IBM?range=5d"))
            await asyncio.sleep(0.01)
        times = [millis for status, millis in found if status == 200]
        return statistics.median(times or [0]), max(times or [0]), len(times) / len(found)

    def end(self):
        self.process.kill()
        self.process.wait()


def told(name, gateway, honest, fits=True):
    peak = memory(gateway.process.pid, "VmHWM")
    median, longest, share = honest
    if not fits or share < 1 or peak > MOST_MEMORY:
        BROKEN.append(name)
    print(f"| {name} | {median:.1f} | {longest:.0f} | {share:.0%} | {peak:.0f} |", flush=True)
    gateway.end()


async def unread(extension):
    gateway = Gateway()
    for number in range(12):
        await gateway.open(f"GET /history/{symbols(f'U{number}')}{extension}?range=max HTTP/1.1\r\n{HEAD}\r\n")
    told(f"12 × 64 histories{extension} that nobody reads", gateway, await gateway.honest(60))


async def many():
    """One response for many subjects, which is read."""
    for extension in ("", ".csv", ".jsonl", ".parquet"):
        gateway = Gateway()
        status, millis = await gateway.get(f"/history/{symbols('M')}{extension}?range=max")
        told(f"64 histories{extension}, read in {millis / 1000:.1f} s", gateway, await gateway.honest(2), status == 200)


async def turns():
    tokens = {name: f"{name}-{'0' * 16}" for name in ("alice", "bob")}
    with tempfile.NamedTemporaryFile("w", suffix=".tokens") as file:
        file.write("".join(f"{name} {token}\n" for name, token in tokens.items()))
        file.flush()
        gateway = Gateway("--token-file", file.name, rate="40")
    bearer = {name: f"Authorization: Bearer {token}\r\n" for name, token in tokens.items()}
    for number in range(64):
        await gateway.open(f"GET /history/{symbols(f'A{number}')} HTTP/1.1\r\n{HEAD}{bearer['alice']}\r\n")
    await asyncio.sleep(3)
    found = [await gateway.get(f"/history/BOB{number}", bearer["bob"]) for number in range(8)]
    times = [millis for status, millis in found if status == 200]
    honest = statistics.median(times or [0]), max(times or [0]), len(times) / len(found)
    told("64 × 64 subjects of one token at 40 a second; another's symbols", gateway, honest, honest[1] < 1500)


async def drawing():
    gateway, end = Gateway(), time.perf_counter() + 6

    async def draw(number):
        count = 0
        while time.perf_counter() < end:
            count += 1
            await gateway.get(f"/history/D{number}X{count}.png?range=max")

    *_, honest = await asyncio.gather(*(draw(number) for number in range(32)), gateway.honest())
    told("32 connections that have new charts drawn", gateway, honest, honest[0] < 100)


async def bodies():
    gateway = Gateway()
    for _ in range(300):
        await gateway.open(f"POST /custom-screener HTTP/1.1\r\n{HEAD}Content-Length: 100\r\n\r\n{{")
    told("300 slow bodies", gateway, await gateway.honest())


async def lines():
    gateway = Gateway(log="plain", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    answered = [(await gateway.get("/history/IBM?range=5d"))[0] for _ in range(4000)]
    told("4,000 lines that nobody reads", gateway, await gateway.honest(), set(answered) == {200})


async def paths():
    gateway, count = Gateway(), 500
    before = processor(gateway.process.pid)
    for _ in range(count):
        await gateway.get(f"/{'x' * 16_000}")
    millis = (processor(gateway.process.pid) - before) * 1000 / count
    told(f"paths of 16 KB, {millis:.1f} ms of processor time each", gateway, await gateway.honest(2), millis < 5)


ATTACKS = {
    "unread": lambda: unread(""),
    "parquet": lambda: unread(".parquet"),
    "many": many,
    "turns": turns,
    "drawing": drawing,
    "bodies": bodies,
    "lines": lines,
    "paths": paths,
}

print("| attack | p50 ms | longest ms | answered | peak MiB |\n|-|-|-|-|-|", flush=True)
for name in CHOSEN or ATTACKS:
    asyncio.run(ATTACKS[name]())
if BROKEN:
    raise SystemExit(f"not held: {', '.join(BROKEN)}")
