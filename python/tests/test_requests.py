"""Requests: real signatures, and errors that say what to write."""

from __future__ import annotations

import inspect
import pickle
from datetime import date, datetime, timedelta, timezone

import numpy
import pandas
import pytest
import virtual_finance as vf
from virtual_finance import _native
from virtual_finance._methods import Methods


def test_every_endpoint_of_the_catalogue_is_a_class_and_a_method():
    assert list(vf.endpoints.ENDPOINTS) == _native.endpoints()
    sync = [name for name in vars(Methods) if not name.startswith("_") and name != "request"]
    assert len(sync) == len(vf.endpoints.ENDPOINTS)


def test_signatures_have_names_types_and_defaults():
    signature = inspect.signature(vf.History)
    assert str(signature.parameters["interval"]) == "interval: 'Interval' = '1d'"
    assert signature.parameters["range"].default is None
    assert signature.parameters["ticker"].kind is inspect.Parameter.POSITIONAL_OR_KEYWORD
    assert "weekly" in inspect.getdoc(vf.History)


def test_a_wrong_keyword_names_the_nearest():
    with pytest.raises(TypeError, match=r"^History\(\) got .*rnage.*Did you mean 'range'"):
        vf.History("IBM", rnage="1y")


def test_a_wrong_keyword_of_a_method_names_the_client(client):
    with pytest.raises(TypeError, match=r"^Client\.history\(\) got .*Did you mean 'range'"):
        client.history("IBM", rnage="1y")
    with pytest.raises(TypeError, match=r"^AsyncClient\.history\(\) got "):
        vf.AsyncClient.history(None, "IBM", rnage="1y")
    with pytest.raises(TypeError, match=r"^Client\(\) got .*Did you mean 'deadline'"):
        vf.Client(deadlin=1)
    assert inspect.iscoroutinefunction(vf.AsyncClient.history)


def test_another_name_of_a_parameter_is_the_same(client):
    assert vf.History("IBM", period="1y") == vf.History("IBM", range="1y")
    assert client.history("IBM", period="5d").response == client.history("IBM", range="5d").response
    with pytest.raises(vf.ParamsError, match="'range' and 'period' contradict each other"):
        vf.History("IBM", range="1y", period="1y")


def test_the_docs_of_a_method_have_units_values_and_defaults():
    doc = " ".join(inspect.getdoc(vf.Client.history).split())
    assert "epoch seconds" in doc
    assert "a close can lie below its low. One of `auto`, `back`, `none`." in doc
    assert "period: Another name for `range`." in doc


def test_a_missing_parameter_is_named():
    with pytest.raises(TypeError, match="'ticker'"):
        vf.History()


def test_wrong_values_are_reported_at_once_in_the_words_of_rust():
    with pytest.raises(vf.ParamsError) as raised:
        vf.History("IBM", range="5days", interval="2d")
    assert isinstance(raised.value, ValueError)
    message = str(raised.value)
    assert message.startswith("History: 'range' is \"5days\": write one of 1d, 5d")
    assert "'interval' is \"2d\"" in message
    assert (raised.value.endpoint, raised.value.request) == ("History", "History")
    assert raised.value.advice.startswith("'range': write one of 1d, 5d")
    assert "'interval': write one of 1m" in raised.value.advice


def test_advice_is_what_to_do_or_nothing():
    with pytest.raises(vf.ParamsError) as raised:
        vf.History(None)
    assert raised.value.advice is None
    with pytest.raises(vf.ParamsError) as raised:
        vf.History(["IBM", "MSFT"])
    assert raised.value.advice.startswith("write one, and ask for several with client.many([History(...)")


@pytest.mark.parametrize(
    ("given", "sent"),
    [
        ("2024-01-31", "2024-01-31"),
        (date(2024, 1, 31), "2024-01-31"),
        (datetime(2024, 1, 31), "2024-01-31"),
        (pandas.Timestamp("2024-01-31"), "2024-01-31"),
        (datetime(2024, 1, 31, 9, 30, tzinfo=timezone(timedelta(hours=-5))), "2024-01-31T09:30:00-05:00"),
        (pandas.Timestamp("2024-01-31 09:30", tz="America/New_York"), "2024-01-31T09:30:00-05:00"),
        (1706713200, 1706713200),
        (numpy.int64(1706713200), 1706713200),
    ],
)
def test_dates_and_times_of_all_kinds(given, sent):
    assert vf.History("IBM", start=given).params["start"] == sent


@pytest.mark.parametrize(
    ("given", "error", "said"),
    [
        (datetime(2024, 1, 31, 9, 30), vf.ParamsError, "a time without a zone: give it one"),
        (20240131, vf.ParamsError, 'a time in 1970 in epoch seconds: write "2024-01-31"'),
        (numpy.int64(20240131), vf.ParamsError, 'write "2024-01-31"'),
        (pandas.NaT, ValueError, "NaT"),
        (float("nan"), ValueError, "nan"),
        (b"2024-01-31", TypeError, "decode"),
        ({"a": 1}, TypeError, "a mapping"),
        (object(), TypeError, "of type object"),
    ],
)
def test_what_is_no_date_is_refused_by_name(given, error, said):
    with pytest.raises(error, match=f"History: 'start'.*{said}"):
        vf.History("IBM", start=given)


def test_a_list_where_one_ticker_is_wanted():
    with pytest.raises(vf.ParamsError, match="'ticker'"):
        vf.History(["IBM", "MSFT"])


def test_integers_of_numpy_are_integers():
    assert vf.Isin("IBM", max_results=numpy.int32(10)) == vf.Isin("IBM", max_results=10)


def test_lists_may_be_of_any_kind():
    same = [vf.Quote(["IBM", "MSFT"]), vf.Quote(("IBM", "MSFT")), vf.Quote(pandas.Series(["IBM", "MSFT"]))]
    assert len(set(same)) == 1


def test_a_default_that_is_given_is_the_same_request():
    assert vf.History("IBM", interval="1d") == vf.History("IBM")
    assert repr(vf.History("IBM", range="1y")) == "History(ticker='IBM', range='1y')"


def test_requests_pickle():
    request = vf.History("IBM", start=date(2024, 1, 31), events=["div"])
    assert pickle.loads(pickle.dumps(request)) == request
