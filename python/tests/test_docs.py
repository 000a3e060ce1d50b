"""The examples in docs run on the sample host: those of the table, and those that are written by hand."""

from __future__ import annotations

import doctest
import importlib
import itertools
import re
import shutil
from pathlib import Path

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


def test_the_programs_of_the_book_run_from_top_to_bottom(tmp_path, monkeypatch, capsys):
    """On the sample host, and no longer than ten events of the stream."""
    for module in ("pandas", "polars", "requests"):
        pytest.importorskip(module)
    from virtual_finance import Client, _base
    from virtual_finance import yfinance as yf

    set_all, stream = _base.Base._set, Client.stream

    def set_sample(self, settings, *others):
        set_all(self, settings if "hosts" in settings else {"sample": True, **settings}, *others)

    monkeypatch.setattr(_base.Base, "_set", set_sample)
    monkeypatch.setattr(Client, "stream", lambda *given: itertools.islice(stream(*given), 10))
    monkeypatch.chdir(tmp_path)
    shutil.copy(Path(__file__).parents[2] / "cli/tests/table/library.yaml", tmp_path)
    monkeypatch.setattr(yf.config, "_clients", {})
    book = Path(__file__).parents[2] / "docs/src/python.md"
    names: dict = {}
    blocks = re.findall(r"^```python\n(.*?)^```", book.read_text(), re.MULTILINE | re.DOTALL)
    for block in blocks:
        exec(compile(block, str(book), "exec"), names)
    assert len(blocks) > 5
    assert "Tick(symbol='IBM'" in capsys.readouterr().out
