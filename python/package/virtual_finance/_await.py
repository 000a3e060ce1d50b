"""Calls of the native module that asyncio waits for."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from ._native import Call


async def wait(start: Callable[[Callable[[Any, BaseException | None], object]], Call]) -> Any:
    """Starts a call and waits for its value. Cancelling the task drops the request."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Any] = loop.create_future()

    def settle(value: Any, error: BaseException | None) -> None:
        if future.done():
            return
        if error is None:
            future.set_result(value)
        else:
            future.set_exception(error)

    def done(value: Any, error: BaseException | None) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, value, error)

    call = start(done)
    try:
        return await future
    except asyncio.CancelledError:
        call.cancel()
        raise
