"""Signals, threads, forks and the end of the interpreter, in processes of their own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

START = "import virtual_finance as vf\n"


def run(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", START + program, *arguments]
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)


def test_ctrl_c_ends_a_call(silent_host):
    program = f"""
import sys, time
client = vf.Client(hosts={silent_host.hosts!r}, deadline=60)
print("asking", flush=True)
try:
    client.history("IBM")
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    process = subprocess.Popen([sys.executable, "-c", START + program], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "asking\n"
    assert silent_host.asked.wait(30)
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    assert process.stdout.readline() == "interrupted\n"
    # 100 ms are promised; machines that run tests are busy.
    assert time.monotonic() - began < 1
    assert process.wait(10) == 0


def test_a_client_works_in_threads(client):
    with ThreadPoolExecutor(8) as pool:
        symbols = [f"T{number}" for number in range(32)]
        replies = list(pool.map(client.history, symbols))
    assert [reply.response["meta"]["symbol"] for reply in replies] == symbols


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_a_client_works_after_a_fork():
    ended = run("""
import os, sys, warnings
warnings.simplefilter("ignore")
client = vf.Client(sample=True)
many = client.many([vf.History("IBM")])
before = client.history("IBM").response
for _ in range(3):
    child = os.fork()
    if child == 0:
        same = client.history("IBM").response == before
        try:
            next(many)
            same = False
        except RuntimeError:
            pass
        del client, many
        os._exit(0 if same else 1)
    assert os.waitpid(child, 0)[1] == 0
assert client.history("IBM").response == before
print("ok")
""")
    assert (ended.stdout, ended.stderr, ended.returncode) == ("ok\n", "", 0)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_a_client_goes_into_the_processes_of_a_pool(market_host, tmp_path, method):
    program = tmp_path / "program.py"
    program.write_text(f"""
import multiprocessing, warnings
import virtual_finance as vf
warnings.simplefilter("ignore")

def symbol(given):
    client, ticker = given
    return client.history(ticker).response["meta"]["symbol"]

if __name__ == "__main__":
    client = vf.Client(**{market_host.settings()!r})
    client.history("IBM")
    with multiprocessing.get_context({method!r}).Pool(2) as pool:
        print(pool.map(symbol, [(client, ticker) for ticker in ["A", "B", "C"]]))
""")
    ended = subprocess.run([sys.executable, program], check=False, capture_output=True, text=True, timeout=120)
    assert (ended.stdout, ended.stderr) == ("['A', 'B', 'C']\n", "")


def test_the_interpreter_ends_with_requests_on_their_way(silent_host):
    began = time.monotonic()
    ended = run(f"""
import asyncio, threading
client = vf.Client(hosts={silent_host.hosts!r}, deadline=60)
threading.Thread(target=client.history, args=["IBM"], daemon=True).start()

async def program():
    asking = vf.AsyncClient(hosts={silent_host.hosts!r}, deadline=60)
    asking._native.reply("History", {{"ticker": "IBM"}}, print)

asyncio.run(program())
import time; time.sleep(0.3)
print("end")
""")
    assert (ended.stdout, ended.stderr, ended.returncode) == ("end\n", "", 0)
    assert time.monotonic() - began < 20


def test_imports_are_light():
    ended = run("""
import sys
heavy = {"asyncio", "numpy", "pandas", "polars", "pyarrow", "tqdm", "requests"}
slow = {"inspect", "importlib.metadata", "difflib"}
print(sorted((heavy | slow) & set(sys.modules)))
""")
    assert ended.stdout == "[]\n"
