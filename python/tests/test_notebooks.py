"""What notebooks show: pictures, tables, completions, and the notebook of the examples."""

from __future__ import annotations

import ast
import json
import urllib.request
from pathlib import Path

import pytest

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")

import virtual_finance as vf  # noqa: E402
from virtual_finance import _ipython  # noqa: E402

NOTEBOOKS = sorted((Path(__file__).parents[1] / "examples").glob("*.ipynb"))


def run(source: str, names: dict) -> object:
    """Runs a cell as a notebook does, and returns the value of its last expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    return None if last is None else eval(compile(ast.Expression(last.value), "cell", "eval"), names)


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_runs_and_shows_its_values(notebook, tmp_path):
    cells = json.loads(notebook.read_text())["cells"]
    assert all(not cell.get("outputs") for cell in cells), "committed without outputs"
    names: dict = {}
    try:
        shown = [run("".join(cell["source"]), names) for cell in cells if cell["cell_type"] == "code"]
    finally:
        names["yf"].config.client = None
    pictures = [value for value in shown if isinstance(value, matplotlib.figure.Figure)]
    assert len(pictures) == 3
    for number, picture in enumerate(pictures):
        picture.savefig(tmp_path / f"{number}.png")
        assert all(axes.has_data() for axes in picture.axes)
    assert sum("_repr_html_" in dir(value) for value in shown) >= 2


def test_bars_are_candles_with_their_volume(client):
    reply = client.history("IBM", range="1mo")
    prices, volumes = reply.plot().axes
    data = reply.response["ohlcdata"]
    assert [bar.get_height() for bar in volumes.patches] == data["volume"]
    assert prices.get_title() == "IBM, USD"
    assert [bar.get_y() for bar in prices.patches] == [
        min(pair) for pair in zip(data["open"], data["close"], strict=True)
    ]
    lows = [segment[0][1] for segment in prices.collections[0].get_segments()]
    assert lows == data["low"]
    line, _ = client.history("IBM", range="5y").plot().axes
    assert len(line.lines) == 1
    assert "adjusted (auto" in client.history("IBM", adjust="auto").plot().axes[0].get_title()


def test_statements_are_bars_and_options_a_smile(client):
    statements = client.statements("IBM")
    (axes,) = statements.plot("cash_flow").axes
    assert [text.get_text() for text in axes.get_legend().get_texts()] == [
        "OperatingCashFlow", "InvestingCashFlow", "FinancingCashFlow",
    ]  # fmt: skip
    assert len(axes.patches) == 3 * len(statements.response["cash_flow"])
    chain = client.options("IBM")
    (axes,) = chain.plot().axes
    calls = chain.response["options"][0]["calls"]
    assert list(axes.lines[0].get_xdata()) == [call["strike"] for call in calls]
    assert list(axes.lines[0].get_ydata()) == [100 * call["impliedVolatility"] for call in calls]


def test_at_the_money_is_the_price_of_what_the_options_are_on(client, monkeypatch):
    chain = client.options("IBM")
    price = float(chain.notes["underlying"])
    assert list(chain.plot().axes[0].lines[2].get_xdata()) == [price, price]
    # Without the price it lies between the strikes that are in the money and those that are not.
    monkeypatch.setattr(vf.Reply, "notes", {})
    calls = chain.response["options"][0]["calls"]
    below = max(call["strike"] for call in calls if call["inTheMoney"])
    above = min(call["strike"] for call in calls if not call["inTheMoney"])
    assert list(chain.plot().axes[0].lines[2].get_xdata()) == [(below + above) / 2] * 2


def test_what_has_no_picture_says_so(client):
    with pytest.raises(ValueError, match="Profile IBM has no picture: History, Statements, Options have one"):
        client.profile("IBM").plot()
    with pytest.raises(ValueError, match="choose one of income, balance_sheet, cash_flow"):
        client.statements("IBM").plot("other")
    with pytest.raises(ValueError, match="there is no backend 'gnuplot'"):
        client.history("IBM").plot(backend="gnuplot")


def test_plotly_draws_the_same(client):
    pytest.importorskip("plotly")
    candles, volumes = client.history("IBM", range="1mo").plot(backend="plotly").data
    assert len(candles.x) == len(volumes.x) > 15
    assert len(client.statements("IBM").plot(backend="plotly").data) == 4
    assert {line.name for line in client.options("IBM").plot(backend="plotly").data} == {"calls", "puts"}


def test_a_reply_is_a_table_without_markup_of_the_host(client, stand_in, market_host):
    shown = client.history("IBM", range="5d")._repr_html_()
    assert shown.count("<tr>") == 6
    assert "<b>History IBM</b>" in shown

    def answer(path):
        with urllib.request.urlopen(market_host.url + path) as reply:
            return reply.read().replace(b'"NYQ"', b'"<script>"')

    shown = stand_in(answer).client(market_host).lookup("apple")._repr_html_()
    assert "<script>" not in shown
    assert "&lt;script&gt;" in shown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('client.history("IBM", interval="1m', ["1m", "1mo"]),
        ("vf.History('IBM', adjust='", ["auto", "back", "none"]),
        ('client.history("IBM", events=["div", "s', ["splits"]),
        ('client.history(first("a"), range="y', ["ytd"]),
        ('client.market_summary(market="EUR', ["EUROPE"]),
        ('client.history("I', []),
        ('client.history("IBM", rang="1', []),
        ('print(sep="', []),
    ],
)
def test_literal_values_complete(text, expected):
    assert _ipython.values(text) == expected


def test_the_completion_is_that_of_a_shell():
    shell = pytest.importorskip("IPython.core.interactiveshell").InteractiveShell.instance()
    shell.run_line_magic("load_ext", "virtual_finance")
    shell.user_ns["client"] = vf.Client(sample=True)
    line = 'client.history("IBM", interval="1m'
    _, found = shell.complete("1m", line, len(line))
    assert {"1m", "1mo"} <= set(found)
