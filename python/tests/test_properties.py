"""Properties of parameters: whatever is given is a request or an error that says so, by the rules of the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

import virtual_finance as vf
from hypothesis import given
from hypothesis import strategies as some

ANYTHING = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats() | some.text() | some.binary() | some.datetimes(),
    lambda values: some.lists(values) | some.dictionaries(some.text(), values),
    max_leaves=5,
)


def refusal(make: Callable[[], object]) -> str | None:
    """Returns what is said against a request; nothing if it can be made."""
    try:
        make()
    except (TypeError, ValueError) as error:
        return str(error)
    return None


@given(some.text() | some.sampled_from(get_args(vf.Range)))
def test_a_text_is_taken_if_its_type_has_it(text):
    said = refusal(lambda: vf.History("IBM", range=text))
    assert (said is None) == (text in get_args(vf.Range))
    assert said is None or said.startswith("History: 'range' is ")


@given(some.integers())
def test_a_number_is_taken_within_its_limits(number):
    said = refusal(lambda: vf.Isin("IBM", max_results=number))
    if number < 1:
        assert said.startswith("Isin: 'max_results' is ")
    elif number <= 25:
        assert said is None


@given(ANYTHING, ANYTHING, ANYTHING)
def test_anything_is_a_request_or_an_error(ticker, start, interval):
    given = {"ticker": ticker, "start": start, "interval": interval}
    said = refusal(lambda: vf.History(**given))
    if said is None:
        request = vf.History(**given)
        assert request == vf.History(**request.params)
    else:
        assert said.startswith("History")
