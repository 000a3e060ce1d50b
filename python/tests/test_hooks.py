"""Settings of single requests, and hooks that change messages."""

from __future__ import annotations

import pickle
import sys
import urllib.request

import pytest
import virtual_finance as vf


@pytest.fixture
def through(market_host, stand_in):
    """A host that hands all on to the sample host, and remembers what it was asked."""

    def answer(path):
        with urllib.request.urlopen(market_host.url + path) as reply:
            return reply.read()

    return stand_in(answer)


def traced(message):
    message.headers["x-trace"] = message.method
    message.query["trace"] = "a b"


def test_a_hook_changes_headers_and_query(market_host, through):
    plain = through.client(market_host, headers={"x-name": "mine"})
    client = plain.with_params(hook=traced)
    assert client.history("IBM", range="5d").response == plain.history("IBM", range="5d").response
    first, second = through.headers
    assert (first["x-trace"], first["x-name"], second["x-name"]) == ("GET", "mine", "mine")
    assert "x-trace" not in second
    assert through.asked[0] == f"{through.asked[1]}&trace=a+b"
    again = pickle.loads(pickle.dumps(through.client(market_host, hook=traced)))
    again.history("IBM")
    assert through.headers[2]["x-trace"] == "GET"


def test_a_hook_that_fails_is_reported_and_changes_nothing(market_host, through, monkeypatch):
    reported = []
    monkeypatch.setattr(sys, "unraisablehook", lambda found: reported.append(found.exc_value))

    def wrong(message):
        message.headers["bad name"] = "s3cret"

    def raising(message):
        message.headers["x-half"] = "1"
        raise RuntimeError("no")

    client = through.client(market_host, hook=raising).with_params(hook=wrong)
    assert client.history("IBM").status == 200
    assert [str(error) for error in reported] == ["no", 'the header "bad name" cannot be sent as it is written']
    assert "x-half" not in through.headers[0]


def test_settings_of_requests_share_the_client(market_host, silent_host):
    with market_host.client(cache=True, query={"a": "1"}) as client:
        client.profile("IBM")
        assert client.with_params(deadline=5).profile("IBM").cached is not None
        fresh = client.with_params(refresh=True, query={"b": "2"})
        assert fresh.profile("IBM").cached is None
        assert "query=['a', 'b']" in repr(fresh)
    with pytest.raises(RuntimeError, match="closed"):
        fresh.profile("IBM")
    asked = vf.Client(hosts=silent_host.hosts, deadline=60, proxy=False)
    with pytest.raises(vf.NetworkError):
        asked.with_params(deadline=0.2).history("IBM")
    with pytest.raises(TypeError, match="Did you mean 'deadline'"):
        asked.with_params(deadlin=1)
    with pytest.raises(vf.ConfigError, match="'timeout'"):
        asked.with_params(timeout=-1)
