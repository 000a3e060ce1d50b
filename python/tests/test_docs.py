"""The examples in docs run on the sample host: those of the table, and those that are written by hand."""

from __future__ import annotations

import doctest
import importlib

import pytest

MODULES = [
    "virtual_finance",
    "virtual_finance.endpoints",
    "virtual_finance._client",
    "virtual_finance._concat",
    "virtual_finance.testing",
    "virtual_finance.yfinance",
]


def examples() -> list[doctest.DocTest]:
    modules = map(importlib.import_module, MODULES)
    found = [test for module in modules for test in doctest.DocTestFinder().find(module, module.__name__)]
    return [test for test in found if test.examples]


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.name)
def test_examples(example, client):
    example.globs["client"] = client
    assert doctest.DocTestRunner().run(example).failed == 0


def test_every_endpoint_has_an_example():
    import virtual_finance

    shown = {example.name.rsplit(".", 1)[-1] for example in examples()}
    assert set(virtual_finance.endpoints.ENDPOINTS) <= shown
