"""Right uses: type checkers find nothing."""

from __future__ import annotations

from datetime import date
from typing import assert_type

import virtual_finance as vf
from virtual_finance.responses import HistoryResponse


def prices(client: vf.Client) -> list[int]:
    reply = client.history("IBM", range="1y", interval="1wk", adjust="auto")
    assert_type(reply, vf.Reply[HistoryResponse])
    client.request(vf.History(ticker="IBM", start=date(2024, 1, 1), end="2024-02-01", events=["div", "splits"]))
    client.quote(["IBM", "MSFT"])
    return reply.response["ohlcdata"]["timestamp"]


async def asynchronous(client: vf.AsyncClient) -> None:
    assert_type((await client.history("IBM")).response, HistoryResponse)
    async for result in client.many([vf.History("IBM"), vf.History("MSFT")]):
        assert_type(result, vf.Result[HistoryResponse])


def many(client: vf.Client) -> None:
    for result in client.many([vf.Profile("IBM")], at_once=4):
        if result.error is None:
            result.unwrap().to_pandas()
    with vf.Client(retries=vf.Retries(attempts=2), rate_limit=5, cache=True) as other:
        other.screener("other:a_new_one")


assert_type(vf.__version__, str)
