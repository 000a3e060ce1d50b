"""Clients: replies, errors, many requests, pages, streams, settings."""

from __future__ import annotations

import asyncio
import gc
import pickle
import time
import urllib.request

import pandas
import pytest
import virtual_finance as vf
from virtual_finance.testing import SampleHost


def test_a_method_and_its_request_are_the_same(client):
    one = client.history("IBM", range="1mo").response
    assert one == client.request(vf.History("IBM", range="1mo")).response
    assert one["meta"]["symbol"] == "IBM"


def test_numbers_keep_their_kind(client):
    bars = client.history("IBM", range="5d").response["ohlcdata"]
    assert {type(volume) for volume in bars["volume"]} == {int}
    assert {type(price) for price in bars["close"]} == {float}


@pytest.mark.parametrize(
    ("ticker", "kind", "status"),
    [
        ("NOTFOUND", vf.NotFoundError, 404),
        ("LIMITED", vf.RateLimitedError, 429),
        ("BROKEN", vf.HostError, 500),
        ("EMPTY", vf.UnprocessableError, 422),
    ],
)
def test_errors_have_a_class_and_facts(market_host, ticker, kind, status):
    with market_host.client(retries=1) as client, pytest.raises(kind) as raised:
        client.history(ticker)
    error = raised.value
    assert (error.status, error.endpoint, error.subject) == (status, "History", ticker)
    assert error.request == f"History {ticker}"
    assert str(error).startswith(f"History {ticker}")
    assert error.advice
    assert str(error).endswith(error.advice)
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), vars(again)) == (kind, str(error), vars(error))


def test_a_host_that_is_gone_is_a_network_error():
    with SampleHost() as host:
        client = host.client(retries=1)
    with pytest.raises(vf.NetworkError, match="History IBM"):
        client.history("IBM")


def test_messages_say_what_to_write_in_python(market_host, silent_host, tmp_path):
    slow = vf.Client(hosts=silent_host.hosts, timeout=0.05, retries=1)
    with pytest.raises(vf.NetworkError, match=r"ask again, or allow more with Client\(timeout=\.\.\.\)") as raised:
        slow.history("IBM")
    assert raised.value.advice == "ask again, or allow more with Client(timeout=...)"
    with pytest.raises(vf.OtherError, match=r"record it with Client\(record=\.\.\.\)"):
        vf.Client(replay=tmp_path).history("IBM")
    with pytest.raises(vf.HostError, match=r"allow more with Client\(max_body=\.\.\.\)"):
        market_host.client(max_body=100, retries=1).history("IBM")
    for name, given, wanted in [("deadline", "3", "a number"), ("proxy", 3, "an address or False")]:
        with pytest.raises(vf.ConfigError, match=f"'{name}': .*expected {wanted}$"):
            vf.Client(**{name: given})


def test_many_give_each_its_reply_or_its_cause(market_host):
    with market_host.client(retries=1) as client:
        requests = [vf.History(ticker) for ticker in ["IBM", "NOTFOUND", "MSFT", "IBM"]]
        many = client.many(requests, in_order=True, progress=False)
        results = list(many)
    assert [result.request for result in results] == requests
    assert [type(result.error) for result in results] == [type(None), vf.NotFoundError, type(None), type(None)]
    assert results[2].unwrap().response["meta"]["symbol"] == "MSFT"
    with pytest.raises(vf.NotFoundError):
        results[1].unwrap()
    assert (many.progress.done, many.progress.failed, many.progress.total) == (4, 1, 4)


def test_pages_and_items(client):
    pages = list(client.pages(vf.Lookup("a"), limit=60))
    assert len(pages) > 1
    assert len(list(client.items(vf.Lookup("a"), limit=60))) == 60
    with pytest.raises(ValueError, match="do not come in pages"):
        next(client.pages(vf.History("IBM")))


def test_a_stream_gives_ticks(client):
    stream = client.stream("IBM,MSFT")
    ticks = [next(stream) for _ in range(4)]
    assert {tick.symbol for tick in ticks if isinstance(tick, vf.Tick)} == {"IBM", "MSFT"}
    assert stream.symbols == ["IBM", "MSFT"]


def test_asyncio(market_host):
    async def program():
        async with market_host.async_client(retries=1) as client:
            replies = await asyncio.gather(*(client.history(ticker) for ticker in ["IBM", "MSFT"]))
            many = [result async for result in client.many([vf.History("IBM"), vf.History("NOTFOUND")])]
            items = [item async for item in client.items(vf.Lookup("a"), limit=30)]
            tick = await anext(client.stream("IBM"))
            with pytest.raises(vf.NotFoundError):
                await client.history("NOTFOUND")
            return replies, many, items, tick

    replies, many, items, tick = asyncio.run(program())
    assert [reply.response["meta"]["symbol"] for reply in replies] == ["IBM", "MSFT"]
    assert sorted(result.error is None for result in many) == [False, True]
    assert (len(items), tick.symbol) == (30, "IBM")


def test_cancelling_a_task_drops_its_request(silent_host):
    async def program():
        client = vf.AsyncClient(hosts=silent_host.hosts, deadline=60)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(client.history("IBM"), 0.3)
        # The connection is closed while the loop goes on.
        await asyncio.wait_for(asyncio.to_thread(silent_host.closed.wait), 5)

    began = time.monotonic()
    asyncio.run(program())
    assert time.monotonic() - began < 10


def test_a_closed_client_says_so(market_host):
    client = market_host.client()
    client.close()
    assert client.closed
    with pytest.raises(RuntimeError, match="closed"):
        client.history("IBM")


def test_settings_are_checked(market_host):
    with pytest.raises(TypeError, match="Did you mean 'deadline'"):
        vf.Client(deadlin=3)
    with pytest.raises(vf.ConfigError, match="'deadline': -3 seconds; write a number from 0"):
        vf.Client(deadline=-3)
    with pytest.raises(vf.ConfigError, match="finance_url"):
        vf.Client(hosts={"nowhere": "http://127.0.0.1"})
    every = market_host.client(
        headers={"X-Name": "value"},
        retries=vf.Retries(attempts=2, base=(0.01, 0.02)),
        rate_limit=vf.RateLimit(requests=(50, 1.0), at_once=2),
        circuit_breaker=(5, 1.0),
        cache=vf.Cache(memory=1 << 20),
        timeout=5.0,
        connect_timeout=1.0,
        idle_timeout=5.0,
        min_speed=1,
        max_age=60,
        stale_if_error=60,
        source="api",
        max_body=1 << 20,
        idle_connections=(4, 10.0),
        http1=True,
        random_seed=7,
    )
    assert every.history("IBM").source == "api"


def test_a_wrong_symbol_of_a_list_costs_no_other(market_host):
    with market_host.client() as client:
        reply = client.quote(["IBM", "A\0B"])
        assert [quote["symbol"] for quote in reply.response["quotes"]] == ["IBM"]
        assert "symbols" in reply.notes["not sent"]
        with pytest.raises(vf.ParamsError):
            client.quote(["A\0B"])


def test_a_cached_reply_says_its_age(market_host):
    with market_host.client(cache=True) as client:
        assert client.profile("IBM").cached is None
        assert client.profile("IBM").cached == vf.Cached(age=0.0, is_after_error=False)


def test_a_reply_that_its_host_confirms_says_so(market_host, stand_in, tmp_path):
    def answer(path):
        if "if-none-match" in host.headers[-1]:
            return 304, b"", {"etag": '"a"'}
        with urllib.request.urlopen(market_host.url + path) as reply:
            return 200, reply.read(), {"etag": '"a"'}

    host = stand_in(answer)
    with host.client(market_host, cache=tmp_path) as client:
        fetched = client.isin("IBM")
    # Nothing is fresh for a year.
    with host.client(market_host, cache=tmp_path, now=market_host.now + 365 * 86_400) as client:
        confirmed = client.isin("IBM")
    assert fetched.cached is None
    assert confirmed.response == fetched.response
    assert confirmed.cached == vf.Cached(age=0.0, is_after_error=False, is_confirmed=True)
    assert [headers.get("if-none-match") for headers in host.headers] == [None, '"a"']


def test_a_client_pickles_as_its_settings_and_shows_no_secret(market_host):
    client = market_host.client(retries=2)
    again = pickle.loads(pickle.dumps(client))
    assert again.history("IBM").response == client.history("IBM").response
    for secret in [
        {"headers": {"Authorization": "Bearer s3cret"}},
        {"query": {"token": "s3cret"}},
        {"proxy": "http://me:s3cret@127.0.0.1:1"},
    ]:
        client = vf.Client(**secret)
        assert "s3cret" not in repr(client)
        with pytest.raises(TypeError, match="a pickle would show"):
            pickle.dumps(client)


FACTS = ["request", "endpoint", "status", "source", "bytes", "cached", "notes", "missing", "response", "adjustment"]


def test_a_reply_pickles_whole(client):
    page = next(iter(client.pages(vf.Lookup("a", count=2))))
    for reply in [client.request(vf.History("IBM", range="1mo")), client.request(vf.Quote(["IBM", "NONE"])), page]:
        again = pickle.loads(pickle.dumps(reply))
        for fact in FACTS:
            assert getattr(again, fact) == getattr(reply, fact), fact
        pandas.testing.assert_frame_equal(again.to_pandas(), reply.to_pandas())
        assert again.to_pandas().attrs == reply.to_pandas().attrs
        assert repr(again) == repr(reply)


@pytest.mark.parametrize(
    ("facts", "match"),
    [
        (b"{}", "of another version: missing field"),
        (b"no JSON", "of another version"),
        ("endpoint", "a reply of Weather, which this package does not have: make the reply again"),
    ],
)
def test_a_pickle_of_another_package_is_refused(client, facts, match):
    if facts == "endpoint":
        _, (whole, _) = client.quote("IBM").__reduce__()
        facts = whole.replace(b'"Quote"', b'"Weather"', 1)
    again, _ = client.quote("IBM").__reduce__()
    with pytest.raises(ValueError, match=match):
        again(facts, None)


def test_a_client_of_a_sample_host_keeps_it(market_host):
    client = SampleHost().client(retries=1)
    derived = SampleHost().client(retries=1).with_params(deadline=10)
    gc.collect()
    assert client.history("IBM").status == derived.history("IBM").status == 200
    assert pickle.dumps(client).count(b"SampleHost") == 0

    async def program():
        asked = SampleHost().async_client(retries=1)
        gc.collect()
        return (await asked.history("IBM")).status

    assert asyncio.run(program()) == 200


def test_record_and_replay(market_host, tmp_path, replay):
    with market_host.client(record=tmp_path) as client:
        recorded = client.history("IBM", range="5d").response
    # No host, no session: the folder alone.
    client = replay(tmp_path)
    assert client.history("IBM", range="5d").response == recorded
    with pytest.raises(vf.OtherError, match="MSFT"):
        client.history("MSFT", range="5d")
