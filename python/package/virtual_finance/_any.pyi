"""The native module of a table of endpoints. Whatever programs use of it has a class of Python."""

from collections.abc import Callable
from typing import Any, Self

Done = Callable[[Any, BaseException | None], object]

class Call:
    def cancel(self) -> None: ...

class Frame:
    @property
    def name(self) -> str:
        """The path of the table in the response."""

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""

    def __new__(cls, native: Frame, /) -> Self: ...
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...
    def texts(self, most: int) -> list[tuple[str, list[str]]]: ...
    def buffers(self) -> list[tuple[str, str, Any, bytearray | None, str | None]]: ...

class Reply:
    endpoint: str
    request: str
    subject: str | None
    currency: str | None
    response: Any
    items: list[Any] | None
    status: int
    source: str
    length: int
    cached: tuple[float, bool, bool] | None
    notes: list[tuple[str, str]]
    missing: list[str]
    is_series: bool
    def state(self) -> tuple[bytes, bytes | None]: ...
    @staticmethod
    def of_state(facts: bytes, content: bytes | None) -> Reply: ...
    def frames(self) -> list[Frame]: ...
    def frame(self, table: str) -> Frame | None: ...

class Many:
    progress: tuple[int, int, int | None, int, float, float | None]
    def next(self, done: Done | None = None) -> Any: ...

class Pages:
    def next(self, done: Done | None = None) -> Any: ...

class NativeClient:
    closed: bool
    now: int
    def __init__(
        self,
        settings: dict[str, Any],
        hooks: list[Callable[[Any], object]],
        base: NativeClient | None = None,
        shared_rate: object | None = None,
    ) -> None: ...
    def reply(
        self, endpoint: str, params: dict[str, Any], done: Done | None = None, until_ready: bool = False
    ) -> Any: ...
    def many(self, requests: list[tuple[str, dict[str, Any]]], at_once: int | None, in_order: bool) -> Many: ...
    def pages(self, endpoint: str, params: dict[str, Any], limit: int | None) -> Pages: ...
    def close(self) -> None: ...

class SampleHost:
    @property
    def url(self) -> str:
        """The address, without a slash at the end."""

    @property
    def now(self) -> int:
        """The clock of the host in epoch seconds."""
    hosts: list[str]
    running: bool
    def __new__(cls, port: int = 0, now: int | None = None) -> Self: ...
    def stop(self) -> None: ...

def check(endpoint: str, params: dict[str, Any]) -> None: ...
def convert(endpoint: str, params: dict[str, Any], bodies: list[bytes], now: int | None) -> Reply: ...
def endpoints() -> list[str]: ...
def end() -> None: ...
def tables(endpoint: str) -> list[str]: ...
def columns(endpoint: str, table: str | None = None) -> list[tuple[str, str]]: ...
