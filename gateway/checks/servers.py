"""A sample host, a gateway that asks it, and what they cost, for the programs beside this one."""

import atexit
import os
import re
import subprocess

TICKS = os.sysconf("SC_CLK_TCK")


def started(command, pattern, **settings):
    """Starts a server, which ends with this program, and returns it with the address that its first lines have."""
    settings = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True, **settings}
    process = subprocess.Popen(command, **settings)
    atexit.register(process.wait)
    atexit.register(process.kill)
    for line in process.stdout or process.stderr:
        if found := re.search(pattern, line):
            return process, found.group(1)
    raise SystemExit(f"{command[0]} does not start")


def family(pid):
    """Returns a process and those that it started."""
    with open(f"/proc/{pid}/task/{pid}/children") as children:
        return [pid, *(each for child in children.read().split() for each in family(int(child)))]


def processor(pid):
    """Returns the processor time of a server in seconds."""
    total = 0
    for each in family(pid):
        with open(f"/proc/{each}/stat") as stat:
            fields = stat.read().rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total / TICKS


def memory(pid, field="VmRSS"):
    """Returns the memory of a server in MiB."""
    total = 0
    for each in family(pid):
        with open(f"/proc/{each}/status") as status:
            total += int(re.search(rf"{field}:\s+(\d+)", status.read()).group(1))
    return total / 1024


def host_and_gateway(vfapi, *options, rate="0", log="off", **settings):
    """Starts a sample host, and a gateway that asks it. Returns the address of the host, the gateway and its address."""
    host, address = started([vfapi, "sample-host"], r"(http://127\.0\.0\.1:\d+)")
    hosts = [word for name in ("finance", "query", "cookie", "isin", "streamer") for word in (f"--{name}-url", address)]
    command = [vfapi, *hosts, "--no-session-file", "--rate", rate, "serve", "--listen", "127.0.0.1:0", "--log", log, *options]
    gateway, url = started(command, r"(http://\S+?),", **settings)
    return address, gateway, url
