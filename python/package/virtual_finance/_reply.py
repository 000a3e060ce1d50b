"""Replies and their frames."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, NoReturn, TypeVar, cast

from . import _native
from ._missing import raising
from ._needs import needs
from .errors import TableError

if TYPE_CHECKING:
    from typing import Literal, Self

    import pandas
    import polars
    import pyarrow

T_co = TypeVar("T_co", covariant=True)


class Cached(NamedTuple):
    """The age of a reply from the cache."""

    #: The seconds since the host gave it, or said last that it still holds.
    age: float
    #: True if the host was asked and failed.
    is_after_error: bool
    #: True if the host was asked and said that the reply still holds (304).
    is_confirmed: bool = False


class Frame(_native.Frame):
    """A table of a response, for pandas, polars and Arrow.

    Whatever takes Arrow's C interface takes a frame as it is: `polars.DataFrame(frame)`, `pyarrow.table(frame)`.
    """

    __slots__ = ("_attrs", "_index")

    _attrs: Mapping[str, str]
    _index: Collection[str]

    def __new__(
        cls, native: _native.Frame, index: Collection[str] = (), attrs: Mapping[str, str] | None = None, /
    ) -> Self:
        made = super().__new__(cls, native)
        made._attrs, made._index = attrs or {}, index
        return made

    if not TYPE_CHECKING:
        __getattr__ = raising

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Frame does not pickle: send what its to_pandas(), to_polars() or to_arrow() returns")

    def _repr_html_(self) -> str:
        """The first rows, for notebooks."""
        from ._html import table

        return table(self)

    def to_pandas(self) -> pandas.DataFrame:
        """Returns the frame of pandas, which needs pandas alone.

        Integers with gaps are `Int64` and never floats, times have the zone of the exchange, and dates are days of the
        exchange. Tables of bars, of the dividends and splits beside them, and others whose rows begin with a date, have
        their times as the index.

        `attrs` of the frame has the `endpoint` and, where they are known, the `subject` of the request (the ticker of a
        history), the `currency` of the prices, their `adjustment`, the `source` if it is another provider and the
        words that its host wants shown (`attribution`).
        """
        needs("pandas")
        from ._pandas import frame

        made = frame(self, self._index)
        made.attrs.update(self._attrs)
        return made

    def to_polars(self) -> polars.DataFrame:
        """Returns the frame of polars."""
        needs("polars")
        import polars

        return polars.DataFrame(self)

    def to_arrow(self) -> pyarrow.Table:
        """Returns the table of pyarrow."""
        needs("pyarrow")
        import pyarrow

        return pyarrow.table(self)


class Reply(Generic[T_co]):
    """A response with what is known beside it."""

    __slots__ = ("_frames", "_native")

    if not TYPE_CHECKING:
        __getattr__ = raising

    def __init__(self, native: _native.Reply, /) -> None:
        self._native = native
        self._frames: dict[str, Frame] | None = None

    @property
    def response(self) -> T_co:
        """The standardized structure. It is made when it is first read, and is the same object each time."""
        return cast("T_co", self._native.response)

    @property
    def request(self) -> str:
        """The request in words, such as `History IBM`."""
        return self._native.request

    @property
    def endpoint(self) -> str:
        """The name of the endpoint."""
        return self._native.endpoint.rpartition("/")[2]

    @property
    def status(self) -> int:
        """The HTTP status; of several replies that of the last."""
        return self._native.status

    @property
    def source(self) -> str:
        """The source of the endpoint that gave the response: `page` or `api`."""
        return self._native.source

    @property
    def bytes(self) -> int:
        """The length of the decoded body."""
        return self._native.length

    @property
    def cached(self) -> Cached | None:
        """The age of the reply if it is from the cache."""
        found = self._native.cached
        return None if found is None else Cached(*found)

    @property
    def notes(self) -> Mapping[str, str]:
        """What the conversion found out, by its label: `adjustment`, `missing`, `interval` and others."""
        return dict(self._native.notes)

    @property
    def adjustment(self) -> str | None:
        """The adjustment of the prices, if the reply says one."""
        return self.notes.get("adjustment")

    @property
    def missing(self) -> list[str]:
        """The parts of the response that the reply lacks."""
        return self._native.missing

    @property
    def items(self) -> list[Any]:
        """The items of this page, if the reply is a page."""
        return self._native.items or []

    def frames(self) -> dict[str, Frame]:
        """Returns the frames of all tables by their names, the main one first."""
        if self._frames is None:
            self._frames = {native.name: self._framed(native) for native in self._native.frames()}
        return dict(self._frames)

    def frame(self, table: str | None = None) -> Frame:
        """Returns the frame of a table; without a name that of the main one.

        A table that the endpoint can have and this response has not, such as the `dividends` of a month without any,
        has the columns that it would have, and no rows.

        Raises:
            TableError: The endpoint has no such table. It is a `KeyError`, too.
        """
        frames = self.frames()
        if table is None:
            return next(iter(frames.values()))
        if table in frames:
            return frames[table]
        native = self._native.frame(table)
        if native is not None:
            return self._framed(native)
        known = dict.fromkeys([*frames, *_native.tables(self._native.endpoint)])
        raise TableError(
            f"{self.request} has no table {table!r}; choose one of {', '.join(known)}",
            endpoint=self.endpoint,
            request=self.request,
            subject=self._native.subject,
            advice=f"choose one of {', '.join(known)}",
        )

    def __reduce__(self) -> tuple[object, ...]:
        return _again, self._native.state()

    def _framed(self, native: _native.Frame) -> Frame:
        """Returns the frame of a table, with what frames of pandas say of themselves."""
        notes = self.notes
        facts = {
            "endpoint": self.endpoint,
            "subject": self._native.subject,
            "currency": self._native.currency,
            **{label: notes.get(label) for label in ("adjustment", "source", "attribution")},
        }
        attrs = {name: fact for name, fact in facts.items() if fact is not None}
        return Frame(native, self._native.index, attrs)

    def to_pandas(self, table: str | None = None) -> pandas.DataFrame:
        """Returns a table as a frame of pandas, see `Frame.to_pandas`."""
        return self.frame(table).to_pandas()

    def to_polars(self, table: str | None = None) -> polars.DataFrame:
        """Returns a table as a frame of polars."""
        return self.frame(table).to_polars()

    def to_arrow(self, table: str | None = None) -> pyarrow.Table:
        """Returns a table as one of pyarrow."""
        return self.frame(table).to_arrow()

    def plot(self, table: str | None = None, *, backend: Literal["matplotlib", "plotly"] | None = None) -> Any:
        """Returns a picture as a figure of matplotlib, or of plotly.

        Bars are candles with their volume, statements are bars, and an option chain is the smile of its volatilities.

        Args:
            table: Of statements `income`, `balance_sheet` or `cash_flow`.
            backend: The package that draws; by default matplotlib if it is installed.

        Raises:
            ValueError: The endpoint has no picture.
            ImportError: Neither package is installed.
        """
        from ._plot import plot

        return plot(self, table, backend)

    def __getitem__(self, name: object) -> NoReturn:
        raise TypeError(f"a Reply has no columns of its own: write reply.to_pandas()[{name!r}], or reply.response[...]")

    def __repr__(self) -> str:
        tables = ""
        if self._frames:
            tables = ", tables " + ", ".join(self._frames)
        return f"<Reply {self.request}: {self.source}, {self.bytes} bytes{tables}>"

    def _repr_html_(self) -> str:
        """The main table, for notebooks."""
        from ._html import reply

        return reply(self._native)


def _again(facts: bytes, content: bytes | None) -> Reply[Any]:
    """Returns the reply of a pickle."""
    return Reply(_native.Reply.of_state(facts, content))
