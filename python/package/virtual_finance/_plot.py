"""Pictures of replies, by matplotlib or plotly: bars as candles with volume, statements as bars, options as a smile."""

from __future__ import annotations

import datetime
import importlib
from typing import Any

from . import _native
from ._needs import not_installed

UP, DOWN, NEUTRAL = "#2a9d6f", "#d1495b", "#5b6770"
#: More bars than these are a line: candles would be thinner than a pixel.
CANDLES = 260
#: The rows of statements that are shown of those that a statement has.
ROWS = {
    "income": ("TotalRevenue", "GrossProfit", "OperatingIncome", "NetIncome"),
    "balance_sheet": ("TotalAssets", "TotalLiabilitiesNetMinorityInterest", "StockholdersEquity"),
    "cash_flow": ("OperatingCashFlow", "InvestingCashFlow", "FinancingCashFlow"),
}


def plot(reply: Any, table: str | None, backend: str | None) -> Any:
    """Returns the figure of a reply."""
    draw = _KINDS.get(reply.endpoint)
    if draw is None:
        known = _native.endpoints()
        have = ", ".join(name for name in _KINDS if name in known)
        others = f"{have} have one, and to_pandas().plot() draws others" if have else "to_pandas().plot() draws one"
        raise ValueError(f"{reply.request} has no picture: {others}")
    return draw(reply, table, _backend(backend))


def _backend(name: str | None) -> str:
    known = {"matplotlib": "matplotlib.pyplot", "plotly": "plotly.graph_objects"}
    if name is not None and name not in known:
        raise ValueError(f"there is no backend {name!r}: write matplotlib or plotly")
    for candidate in known if name is None else [name]:
        try:
            importlib.import_module(known[candidate])
        except ImportError:
            continue
        return candidate
    raise not_installed(name or "matplotlib or plotly", name or "matplotlib")


def _history(reply: Any, table: str | None, backend: str) -> Any:
    response = reply.response
    meta, data = response["meta"], response["ohlcdata"]
    names = ("timestamp", "open", "high", "low", "close", "volume")
    # A bar without prices has no candle.
    rows = [row for row in zip(*(data[name] for name in names), strict=True) if None not in row[1:5]]
    zone = datetime.timezone(datetime.timedelta(seconds=meta.get("gmtoffset") or 0))
    times = [datetime.datetime.fromtimestamp(row[0], zone) for row in rows]
    title = f"{meta['symbol']}, {meta.get('currency') or 'unknown currency'}"
    if reply.adjustment not in (None, "none"):
        title += f", adjusted ({reply.adjustment})"
    return _candles_plotly(times, rows, title) if backend == "plotly" else _candles(times, rows, title)


def _candles(times: list[Any], rows: list[Any], title: str) -> Any:
    figure, (prices, volumes) = _figure(9, 5, nrows=2, sharex=True, height_ratios=[3, 1])
    places = range(len(rows))
    colors = [UP if row[4] >= row[1] else DOWN for row in rows]
    if len(rows) > CANDLES:
        prices.plot(places, [row[4] for row in rows], color=NEUTRAL, linewidth=1)
        colors = [NEUTRAL]
    else:
        prices.vlines(places, [row[3] for row in rows], [row[2] for row in rows], colors=colors, linewidth=1)
        bottoms = [min(row[1], row[4]) for row in rows]
        heights = [abs(row[4] - row[1]) for row in rows]
        # A close at the open is a line, and still to be seen.
        least = (max((row[2] for row in rows), default=0) - min((row[3] for row in rows), default=0)) / 500
        prices.bar(places, [max(height, least) for height in heights], 0.7, bottoms, color=colors)
    volumes.bar(places, [row[5] or 0 for row in rows], 0.8, color=colors)
    # Days without trade have no place, so that places are labelled instead of times.
    step = max(len(rows) // 6, 1)
    shown = list(places)[::step]
    is_short = len(times) > 1 and (times[-1] - times[0]).days < 5
    volumes.set_xticks(shown, [times[place].strftime("%d %b %H:%M" if is_short else "%d %b %Y") for place in shown])
    volumes.tick_params(axis="x", labelsize=8)
    volumes.yaxis.set_major_formatter(lambda value, _: _short(value))
    _finish(prices, title, 0)
    _finish(volumes, "", 0)
    prices.set_ylabel("price")
    volumes.set_ylabel("volume")
    return figure


def _candles_plotly(times: list[Any], rows: list[Any], title: str) -> Any:
    import plotly.graph_objects as go
    from plotly.subplots import make_subplots

    figure = make_subplots(rows=2, cols=1, shared_xaxes=True, row_heights=[0.75, 0.25], vertical_spacing=0.03)
    _, opens, highs, lows, closes, volumes = zip(*rows, strict=True) if rows else ((),) * 6
    candles = go.Candlestick(
        x=times, open=opens, high=highs, low=lows, close=closes, increasing_line_color=UP, decreasing_line_color=DOWN
    )
    figure.add_trace(candles, row=1, col=1)
    figure.add_trace(go.Bar(x=times, y=volumes, marker_color=NEUTRAL), row=2, col=1)
    return figure.update_layout(title=title, showlegend=False, xaxis_rangeslider_visible=False)


def _statements(reply: Any, table: str | None, backend: str) -> Any:
    table = table or "income"
    if table not in ROWS:
        raise ValueError(f"{reply.request} has no picture of {table!r}: choose one of {', '.join(ROWS)}")
    found = sorted(reply.response[table] or [], key=lambda row: row["endDate"])
    names = [name for name in ROWS[table] if any(row.get(name) is not None for row in found)]
    days = [datetime.datetime.fromtimestamp(row["endDate"], datetime.UTC).strftime("%b %Y") for row in found]
    series = {name: [row.get(name) for row in found] for name in names}
    currency = next((row["currency"] for row in found if row.get("currency")), "")
    title = f"{reply.request}: {table.replace('_', ' ')}, {currency}"
    if backend == "plotly":
        import plotly.graph_objects as go

        bars = [go.Bar(name=name, x=days, y=values) for name, values in series.items()]
        return go.Figure(bars).update_layout(title=title)
    figure, axes = _figure(8, 4.5)
    width = 0.8 / max(len(series), 1)
    for number, (name, values) in enumerate(series.items()):
        places = [place + (number - (len(series) - 1) / 2) * width for place in range(len(days))]
        axes.bar(places, [value or 0 for value in values], width, label=name)
    axes.set_xticks(range(len(days)), days)
    axes.yaxis.set_major_formatter(lambda value, _: _short(value))
    axes.axhline(0, color=NEUTRAL, linewidth=0.8)
    _finish(axes, title, len(series))
    return figure


def _options(reply: Any, table: str | None, backend: str) -> Any:
    chains = reply.response["options"] or [{"calls": [], "puts": [], "expirationDate": 0}]
    day = datetime.datetime.fromtimestamp(chains[0]["expirationDate"], datetime.UTC).date()
    title = f"{reply.response['underlyingSymbol']}: implied volatility of options until {day}"
    sides = {}
    for side in ("calls", "puts"):
        found = [row for row in chains[0][side] if row.get("impliedVolatility") is not None]
        sides[side] = [(row["strike"], row["impliedVolatility"] * 100, row.get("inTheMoney")) for row in found]
    if backend == "plotly":
        import plotly.graph_objects as go

        lines = [
            go.Scatter(name=side, x=[point[0] for point in line], y=[point[1] for point in line], mode="lines+markers")
            for side, line in sides.items()
        ]
        return go.Figure(lines).update_layout(title=title, xaxis_title="strike", yaxis_title="%")
    figure, axes = _figure(8, 4.5)
    for (side, points), color in zip(sides.items(), (UP, DOWN), strict=True):
        axes.plot([point[0] for point in points], [point[1] for point in points], "o-", color=color, ms=4, label=side)
    price = _underlying(reply, sides["calls"])
    if price is not None:
        axes.axvline(price, color=NEUTRAL, linestyle=":", label="at the money")
    axes.set_xlabel("strike")
    axes.set_ylabel("implied volatility, %")
    _finish(axes, title, 2)
    return figure


def _underlying(reply: Any, calls: list[tuple[float, float, bool | None]]) -> float | None:
    """Returns the price of what options are on. Without its note it lies between the calls that are in the money and
    those that are not."""
    if "underlying" in reply.notes:
        return float(reply.notes["underlying"])
    inside = [strike for strike, _, is_inside in calls if is_inside]
    outside = [strike for strike, _, is_inside in calls if is_inside is False]
    return (max(inside) + min(outside)) / 2 if inside and outside else None


def _figure(width: float, height: float, **how: Any) -> tuple[Any, Any]:
    """Returns a figure that no window shows by itself, and its axes."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.subplots(**how)


def _finish(axes: Any, title: str, series: int) -> None:
    axes.set_title(title)
    axes.grid(alpha=0.25)
    axes.spines[["top", "right"]].set_visible(False)
    if series:
        # Below the axes, where it hides nothing.
        axes.legend(frameon=False, fontsize=9, ncols=4, loc="upper center", bbox_to_anchor=(0.5, -0.12))


def _short(value: float) -> str:
    """Returns a large number for an axis: `4.5B`."""
    for size, letter in ((1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= size:
            return f"{value / size:g}{letter}"
    return f"{value:g}"


_KINDS = {"History": _history, "Statements": _statements, "Options": _options}
