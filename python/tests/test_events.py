"""Events of a reply, each of which is there before the host has sent the next one."""

from __future__ import annotations

import asyncio
import os
import signal
import threading

import pytest
import virtual_finance as vf
import weather


@pytest.fixture
def alarms(event_host):
    with weather.Client(hosts={"service_url": event_host.url}, proxy=False, idle_timeout=60) as client:
        yield client.events(weather.Alarms())


def event(time: int) -> bytes:
    return b'data: {"instrument": "vane", "time": %d, "value": 7}\n\n' % time


def record(time: int) -> dict[str, object]:
    return {"instrument": "vane", "time": time, "value": 7}


def test_an_event_comes_before_the_next_one(event_host, alarms):
    for time in (1, 2, 3):
        event_host.feed.put(event(time))
        assert next(alarms) == record(time)
    # An error between the others is raised, and they go on.
    event_host.feed.put(b"event: error\ndata: Too windy\n\n")
    with pytest.raises(weather.errors.VirtualFinanceError, match="Too windy"):
        next(alarms)
    event_host.feed.put(event(4) + b"data: [END]\n\n")
    assert list(alarms) == [record(4)]
    assert list(alarms) == []


def test_who_leaves_the_loop_ends_the_request(event_host):
    client = weather.Client(hosts={"service_url": event_host.url}, proxy=False)
    event_host.feed.put(event(1))
    for found in client.events(weather.Alarms()):
        assert found == record(1)
        break
    assert event_host.closed.wait(30)


def test_a_signal_ends_the_wait(event_host, alarms):
    def interrupt() -> None:
        event_host.asked.wait(30)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        next(alarms)
    # What came later is not lost.
    event_host.feed.put(event(1))
    assert next(alarms) == record(1)


def test_asyncio_has_the_same_events(event_host):
    async def asked() -> None:
        settings = {"hosts": {"service_url": event_host.url}, "proxy": False, "idle_timeout": 60}
        async with weather.AsyncClient(**settings) as client:
            event_host.feed.put(event(1))
            events = client.events(weather.Alarms())
            assert await anext(events) == record(1)
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(anext(events), 0.05)
            event_host.feed.put(event(2))
            async for found in events:
                assert found == record(2)
                break
            del events
            assert await asyncio.to_thread(event_host.closed.wait, 30)

    asyncio.run(asked())


def test_another_endpoint_has_none(client):
    with pytest.raises(ValueError, match="the replies of History have no events; send it with request"):
        client.events(vf.History("IBM"))
    with pytest.raises(TypeError, match="write a request"):
        client.events("IBM")
