"""The clients of a table of endpoints."""

from __future__ import annotations

import atexit
import sys
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from . import _native
from ._methods import AsyncMethods, Methods
from ._missing import raising
from ._reply import Reply
from ._request import Request, bounded, checked, named
from ._settings import Cache, RateLimit, Retries, SharedRate, plain, secret, shown

if TYPE_CHECKING:
    import os
    from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
    from typing import Literal, Self

    from ._hooks import Message
    from ._native import NativeClient

    Hooks = tuple[Callable[[Message], object], ...]

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

# Requests on their way at the end of the interpreter neither hold it up nor call it back.
atexit.register(_native.end)


class Progress(NamedTuple):
    """How far many requests are."""

    #: The requests that have a result, failed ones included.
    done: int
    failed: int
    total: int | None
    #: The bytes of all replies.
    bytes: int
    #: The seconds since the first request, and those that the others will take.
    elapsed: float
    remaining: float | None


class Result(NamedTuple, Generic[T_co]):
    """One of many requests with its reply or its error."""

    request: Request[T_co]
    #: The reply; `None` if there is an error.
    reply: Reply[T_co] | None
    error: Exception | None

    def unwrap(self) -> Reply[T_co]:
        """Returns the reply, or raises the error."""
        if self.reply is None:
            raise self.error or RuntimeError("there is neither a reply nor an error")
        return self.reply


class Base:
    """What both clients have: their settings."""

    _settings: dict[str, Any]
    _hooks: Hooks
    _rate: SharedRate | None
    _native: _native.NativeClient
    #: A host on this machine that ends with the last of its clients. It is no part of a pickle.
    _host: object = None

    def __init__(
        self,
        *,
        headers: Mapping[str, str] | None = None,
        query: Mapping[str, str] | None = None,
        deadline: float | None = None,
        timeout: float | None = None,
        connect_timeout: float | None = None,
        idle_timeout: float | None = None,
        min_speed: int | None = None,
        proxy: str | Literal[False] | None = None,
        retries: int | Retries | None = None,
        rate_limit: int | RateLimit | None = None,
        circuit_breaker: tuple[int, float] | None = None,
        cache: bool | str | os.PathLike[str] | Cache | None = None,
        max_age: float | None = None,
        refresh: bool = False,
        stale_if_error: float | None = None,
        source: str | None = None,
        hosts: Mapping[str, str] | None = None,
        session_file: str | os.PathLike[str] | None = None,
        record: str | os.PathLike[str] | None = None,
        replay: str | os.PathLike[str] | None = None,
        max_body: int | None = None,
        idle_connections: tuple[int, float] | None = None,
        https_only: bool = False,
        http1: bool = False,
        root_certificates: str | None = None,
        random_seed: int | None = None,
        now: int | None = None,
        sample: bool | str = False,
        hook: Callable[[Message], object] | None = None,
        shared_rate: SharedRate | None = None,
    ) -> None:
        """Makes a client. What is not given is as in Rust; times are in seconds.

        Args:
            headers: Headers of every request.
            query: Names and values that the address of every request gets.
            deadline: The time for a whole request, its retries included: 30 by default.
            timeout: The time for one attempt.
            connect_timeout: The time for connecting: 3 by default.
            idle_timeout: The time without a byte of a reply: 10 by default.
            min_speed: The bytes that a reply has in a second at least: 100 by default.
            proxy: The address of a proxy, or `False` for none; by default that of the system.
            retries: How often a request is sent, or when, too: 3 attempts by default.
            rate_limit: How many requests a host gets in a second, or `RateLimit`. By default 32 are
                under way at once, or as many as suit the real hosts.
            circuit_breaker: After how many failures a host is not asked, and for how long.
            cache: `True` to keep good replies in memory, a folder, or `Cache`. Without it nothing is kept.
            max_age: The age of the replies that are taken from the cache.
            refresh: Takes no reply from the cache.
            stale_if_error: The age of the replies that are taken if a host fails.
            source: The sources that are asked: `page`, `api`, both (`auto`), or another provider by its name.
            hosts: Other addresses of the hosts of the table, by their names.
            session_file: The file that keeps the session, which is as secret as a password.
            record: The folder that gets every reply.
            replay: The folder that every reply is taken from; no host is asked.
            max_body: The size of a reply in bytes: 16 MiB by default.
            idle_connections: How many connections are kept for further requests, and for how long.
            https_only: Asks addresses with `https` only.
            http1: Speaks HTTP/1.1 alone; a host may refuse a client for how it speaks HTTP/2.
            root_certificates: Certificate authorities in PEM, beside those of the system.
            random_seed: Makes the random waits the same in each run, for tests.
            now: The clock in epoch seconds, for tests.
            sample: Asks a host on this machine that invents its data; an address names a `SampleHost` that runs.
            hook: A function that changes each message before it is sent: its headers, and its query. Replies to such
                requests are not kept. What it raises is reported by `sys.unraisablehook`, and nothing is changed then.
            shared_rate: What gives a turn to each message, for clients of several processes.

        Raises:
            ConfigError: One of the settings cannot be used.
        """
        self._set(plain(locals()), () if hook is None else (hook,), None, shared_rate)

    def _set(
        self,
        settings: dict[str, Any],
        hooks: Hooks,
        base: NativeClient | None,
        rate: SharedRate | None,
        /,
    ) -> None:
        for hook in hooks:
            if not callable(hook):
                raise TypeError(f"'hook' is of type {type(hook).__name__}: write a function of a Message")
        self._settings, self._hooks, self._rate = settings, hooks, rate
        self._native = _native.NativeClient(settings, list(hooks), base, rate)

    @classmethod
    def _of(
        cls,
        settings: dict[str, Any],
        hooks: Hooks = (),
        base: NativeClient | None = None,
        rate: SharedRate | None = None,
    ) -> Self:
        """Returns a client by settings that are plain values."""
        client = cls.__new__(cls)
        client._set(settings, hooks, base, rate)
        return client

    def with_params(
        self,
        *,
        query: Mapping[str, str] | None = None,
        deadline: float | None = None,
        timeout: float | None = None,
        idle_timeout: float | None = None,
        min_speed: int | None = None,
        retries: int | Retries | None = None,
        max_age: float | None = None,
        refresh: bool = False,
        stale_if_error: float | None = None,
        hook: Callable[[Message], object] | None = None,
    ) -> Self:
        """Returns a client with other settings of requests that shares all else: connections, session, rates, cache.

        Args:
            query: Names and values that the address of every request gets, too.
            deadline: The time for a whole request.
            timeout: The time for one attempt.
            idle_timeout: The time without a byte of a reply.
            min_speed: The bytes that a reply has in a second at least.
            retries: How often a request is sent, or when, too.
            max_age: The age of the replies that are taken from the cache.
            refresh: Takes no reply from the cache.
            stale_if_error: The age of the replies that are taken if a host fails.
            hook: One more function that changes each message.

        >>> patient = Client(sample=True).with_params(deadline=120)
        """
        settings = {**self._settings, **plain(locals())}
        if query is not None:
            settings["query"] = [*self._settings.get("query", []), *settings["query"]]
        client = self._of(settings, (*self._hooks, *([] if hook is None else [hook])), self._native, self._rate)
        client._host = self._host
        return client

    if not TYPE_CHECKING:
        __getattr__ = raising
        __init__ = named(__init__, "Client")
        with_params = named(with_params, "Client.with_params")

    @property
    def closed(self) -> bool:
        """True after `close`."""
        return self._native.closed

    def __repr__(self) -> str:
        return f"{type(self).__name__}({shown(self._settings)})"

    def __reduce__(self) -> tuple[Any, ...]:
        found = secret(self._settings)
        if found is not None:
            raise TypeError(f"a pickle would show {found} of this client; make the client in the other process")
        return _again, (type(self), self._settings, self._hooks, self._rate)


def _again(
    kind: type[Base],
    settings: dict[str, Any],
    hooks: Hooks,
    rate: SharedRate | None,
) -> Base:
    """Returns the client of a pickle."""
    return kind._of(settings, hooks, None, rate)


class Requests(Base):
    """What a client that waits has beside the methods of its endpoints."""

    def request(self, request: Request[T], /) -> Reply[T]:
        """Sends a request and waits for its reply.

        Raises:
            VirtualFinanceError: The request failed; the class says how.
        """
        request = checked(request)
        return Reply(self._native.reply(request._key, request.params))

    def ready(self, request: Request[T], /) -> Reply[T]:
        """Sends a request until its response is ready, as the table says of its endpoint (`until`).

        Raises:
            VirtualFinanceError: The request failed, or the response was not ready in time.
        """
        request = checked(request)
        return Reply(self._native.reply(request._key, request.params, until_ready=True))

    def many(
        self,
        requests: Iterable[Request[T]],
        *,
        at_once: int | None = None,
        in_order: bool = False,
        progress: bool | None = None,
    ) -> Many[T]:
        """Sends many requests, 16 at once, and gives each with its reply or its error as they come.

        Args:
            requests: The requests.
            at_once: How many are under way at most.
            in_order: Gives the replies in the order of the requests.
            progress: Shows a bar with tqdm; by default if tqdm is there and stderr is a terminal or a notebook.
        """
        return Many(self._native, requests, at_once, in_order, progress)

    def pages(self, request: Request[T], /, *, limit: int | None = None) -> Iterator[Reply[T]]:
        """Gives the replies of a request's pages, one after the other, until they have so many items."""
        request, limit = checked(request), bounded("limit", limit, 0)
        pages = self._native.pages(request._key, request.params, limit)
        while (native := pages.next()) is not None:
            yield Reply(native)

    def items(self, request: Request[Any], /, *, limit: int | None = None) -> Iterator[Any]:
        """Gives the items of a request's pages."""
        left = limit
        for page in self.pages(request, limit=limit):
            yield from page.items[:left]
            left = None if left is None else max(left - len(page.items), 0)

    def events(self, request: Request[list[T]], /) -> Events[T]:
        """Gives the events or lines of a reply as they come. An event that cannot be read is raised; others may follow.
        Letting go of them ends the request, as `break` does.

        Raises:
            ValueError: The replies of the endpoint have no events.
        """
        request = checked(request)
        return Events(self._native.events(request._key, request.params))

    def close(self) -> None:
        """Closes the client. Requests under way still end."""
        self._native.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Many(Generic[T]):
    """The results of many requests."""

    def __init__(
        self,
        client: _native.NativeClient,
        requests: Iterable[Request[T]],
        at_once: int | None,
        in_order: bool,
        progress: bool | None,
        /,
    ) -> None:
        if isinstance(requests, Request):
            raise TypeError(f"{requests!r} is one request: write a list of requests")
        self._requests = requests = [checked(request) for request in requests]
        given = [(request._key, request.params) for request in requests]
        self._native = client.many(given, bounded("at_once", at_once, 1), in_order)
        self._bar = _bar(len(requests), progress)

    @property
    def progress(self) -> Progress:
        """How far the requests are."""
        return Progress(*self._native.progress)

    def __len__(self) -> int:
        return len(self._requests)

    def _result(self, found: tuple[int, Any, Exception | None] | None) -> Result[T] | None:
        if found is None:
            if self._bar is not None:
                self._bar.close()
            return None
        if self._bar is not None:
            self._bar.update(1)
        number, reply, error = found
        return Result(self._requests[number], None if reply is None else Reply(reply), error)


class Many(_Many[T]):
    """The results of many requests, as an iterator."""

    def __iter__(self) -> Iterator[Result[T]]:
        return self

    def __next__(self) -> Result[T]:
        result = self._result(self._native.next())
        if result is None:
            raise StopIteration
        return result


class AsyncMany(_Many[T]):
    """The results of many requests, as an asynchronous iterator."""

    def __aiter__(self) -> AsyncIterator[Result[T]]:
        return self

    async def __anext__(self) -> Result[T]:
        from ._await import wait

        result = self._result(await wait(self._native.next))
        if result is None:
            raise StopAsyncIteration
        return result


class _Events(Generic[T]):
    """The events of a reply that is still coming."""

    def __init__(self, native: _native.Events, /) -> None:
        self._native = native


class Events(_Events[T]):
    """The events of a reply that is still coming, as an iterator."""

    def __iter__(self) -> Iterator[T]:
        return self

    def __next__(self) -> T:
        found: list[T] | None = self._native.next()
        if found is None:
            raise StopIteration
        return found[0]


class AsyncEvents(_Events[T]):
    """The events of a reply that is still coming, as an asynchronous iterator."""

    def __aiter__(self) -> AsyncIterator[T]:
        return self

    async def __anext__(self) -> T:
        from ._await import wait

        found: list[T] | None = await wait(self._native.next)
        if found is None:
            raise StopAsyncIteration
        return found[0]


def _bar(total: int, wanted: bool | None) -> Any:
    """Returns the bar of tqdm; none without tqdm, or if nobody would see it."""
    if wanted is False or total < 2:
        return None
    if wanted is None and not (sys.stderr is not None and sys.stderr.isatty()) and "ipykernel" not in sys.modules:
        return None
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return tqdm(total=total, unit="request")


class AsyncRequests(Base):
    """What an asynchronous client has beside the methods of its endpoints."""

    async def request(self, request: Request[T], /) -> Reply[T]:
        """Sends a request and returns its reply.

        Raises:
            VirtualFinanceError: The request failed; the class says how.
        """
        from ._await import wait

        request = checked(request)
        return Reply(await wait(lambda done: self._native.reply(request._key, request.params, done)))

    async def ready(self, request: Request[T], /) -> Reply[T]:
        """Sends a request until its response is ready, as `Client.ready` does."""
        from ._await import wait

        request = checked(request)
        return Reply(await wait(lambda done: self._native.reply(request._key, request.params, done, True)))

    def many(
        self,
        requests: Iterable[Request[T]],
        *,
        at_once: int | None = None,
        in_order: bool = False,
        progress: bool | None = None,
    ) -> AsyncMany[T]:
        """Sends many requests as `Client.many` does: an asynchronous iterator."""
        return AsyncMany(self._native, requests, at_once, in_order, progress)

    async def pages(self, request: Request[T], /, *, limit: int | None = None) -> AsyncIterator[Reply[T]]:
        """Gives the replies of a request's pages, as `Client.pages` does."""
        from ._await import wait

        request, limit = checked(request), bounded("limit", limit, 0)
        pages = self._native.pages(request._key, request.params, limit)
        while (native := await wait(pages.next)) is not None:
            yield Reply(native)

    async def items(self, request: Request[Any], /, *, limit: int | None = None) -> AsyncIterator[Any]:
        """Gives the items of a request's pages."""
        left = limit
        async for page in self.pages(request, limit=limit):
            for item in page.items[:left]:
                yield item
            left = None if left is None else max(left - len(page.items), 0)

    def events(self, request: Request[list[T]], /) -> AsyncEvents[T]:
        """Gives the events of a reply as `Client.events` does: an asynchronous iterator."""
        request = checked(request)
        return AsyncEvents(self._native.events(request._key, request.params))

    async def close(self) -> None:
        """Closes the client. Requests under way still end."""
        self._native.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


class Client(Requests, Methods):
    """Sends requests and waits for their replies. Other threads go on meanwhile, and Ctrl-C ends a call.

    A client works in threads. After a fork the child has a client of its own with the same settings.
    """


class AsyncClient(AsyncRequests, AsyncMethods):
    """Sends requests in asyncio programs. Cancelling a task drops its request."""


def name(methods: type, client: type) -> None:
    """Makes the errors for wrong arguments of a client's methods name the client's and the nearest keyword."""
    for word, method in list(vars(methods).items()):
        if not word.startswith("_") and callable(method):
            setattr(methods, word, named(method, f"{client.__name__}.{word}"))


name(Methods, Client)
name(AsyncMethods, AsyncClient)
