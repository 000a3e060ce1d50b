"""The base class of requests."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Any, ClassVar, Generic, ParamSpec, TypeVar

from . import _native
from ._values import in_json, plain, single, timely

if TYPE_CHECKING:
    from ._reply import Reply

P = ParamSpec("P")
R = TypeVar("R")
T_co = TypeVar("T_co", covariant=True)

#: The flag in the code of a coroutine function. `inspect` has it too, and takes a quarter of the time of the import of
#: this package.
CO_COROUTINE = 0x80


def named(call: Callable[P, R], name: str) -> Callable[P, R]:
    """Returns a function whose errors for wrong arguments have the name that programs write, such as `Client.history`,
    and the nearest keyword, which Python itself names since 3.13."""
    # The errors of Python begin with it.
    call.__qualname__ = name
    if sys.version_info >= (3, 13) or call.__code__.co_flags & CO_COROUTINE:
        return call

    @wraps(call)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return call(*args, **kwargs)
        except TypeError as error:
            # Only if the call itself failed, and nothing within it.
            if error.__traceback__ is None or error.__traceback__.tb_next is not None:
                raise
            from difflib import get_close_matches
            from inspect import signature

            known = [name for name in signature(call).parameters if name != "self"]
            unknown = next((name for name in kwargs if name not in known), None)
            near = get_close_matches(unknown, known, 1) if unknown else []
            if not near:
                raise
            raise TypeError(f"{error}. Did you mean '{near[0]}'?") from None

    return wrapped


def subject_name(kind: type[Request[Any]]) -> str | None:
    """Returns the parameter that requests of a class are about: the first one, where the table requires it."""
    from inspect import Parameter, signature

    first = next(iter(signature(kind).parameters.values()), None)
    return None if first is None or first.default is not Parameter.empty else first.name


def checked(given: Request[R]) -> Request[R]:
    """Returns a request.

    Raises:
        TypeError: It is none.
    """
    if isinstance(given, Request):
        return given
    kind = type(given).__name__
    if isinstance(given, type):
        raise TypeError(f"{given.__name__} is a class: call it with its parameters")
    raise TypeError(f"{given!r} is of type {kind}: write a request of {__package__}.endpoints")


def bounded(name: str, given: int | None, least: int) -> int | None:
    """Returns a number of requests or items.

    Raises:
        ValueError: It is too small.
        TypeError: It is no integer.
    """
    if given is None:
        return None
    number = given.__index__() if hasattr(given, "__index__") else None
    if number is None:
        raise TypeError(f"'{name}' is of type {type(given).__name__}: write an integer")
    if not least <= number < 1 << 32:
        raise ValueError(f"'{name}' is {number}: write a number from {least} to {(1 << 32) - 1}")
    return number


class Request(Generic[T_co]):
    """A request: the name of its endpoint, and its parameters.

    Its parameters are checked when it is made: a wrong one is a `ParamsError` with every error at once.
    """

    __slots__ = ("_params",)

    #: The name of the endpoint in the catalogue.
    endpoint: ClassVar[str]
    #: The beginning of its name where the table is in a file.
    _table: ClassVar[str] = ""
    #: The values that parameters have if they are not given.
    defaults: ClassVar[Mapping[str, object]] = {}
    #: Other names of parameters, each with its parameter.
    aliases: ClassVar[Mapping[str, str]] = {}
    #: The parameters that are points in time, those that are text, those in JSON, and those that have one value.
    _times: ClassVar[frozenset[str]] = frozenset()
    _texts: ClassVar[frozenset[str]] = frozenset()
    _in_json: ClassVar[frozenset[str]] = frozenset()
    _single: ClassVar[frozenset[str]] = frozenset()
    _params: dict[str, object]

    def __init__(self, params: Mapping[str, object], /) -> None:
        given = {
            name: in_json(self.endpoint, name, value)
            if name in self._in_json
            else plain(self.endpoint, name, value, name in self._texts)
            for name, value in params.items()
            if value is not None
        }
        for alias, name in self.aliases.items():
            # Both are an error of the check.
            if alias in given and name not in given:
                given[name] = given.pop(alias)
        for name in self._times & given.keys():
            timely(self.endpoint, name, given[name])
        for name in self._single & given.keys():
            single(self.endpoint, name, given[name])
        # What is as the table has it is left to the table.
        self._params = {name: value for name, value in given.items() if not self._is_default(name, value)}
        _native.check(self._key, self._params)

    def __init_subclass__(cls) -> None:
        if not TYPE_CHECKING and "__init__" in vars(cls):
            annotations = cls.__init__.__annotations__.items()
            cls._times = frozenset(name for name, kind in annotations if "DateTimeLike" in str(kind))
            cls._texts = frozenset(name for name, kind in annotations if str(kind).partition(" ")[0] == "str")
            cls._in_json = frozenset(name for name, kind in annotations if str(kind).partition(" ")[0] == "Any")
            lists = ("Any", "Sequence[")
            cls._single = frozenset(name for name, kind in annotations if not any(word in str(kind) for word in lists))
            cls.__init__ = named(cls.__init__, cls.__name__)

    def _is_default(self, name: str, value: object) -> bool:
        default = self.defaults.get(name)
        return value == default and type(value) is type(default)

    @property
    def _key(self) -> str:
        """The name by which the native module has the endpoint."""
        return self._table + self.endpoint

    @property
    def params(self) -> dict[str, object]:
        """The parameters that were given, as plain values."""
        return dict(self._params)

    def convert(self, *bodies: bytes | str, now: int | None = None) -> Reply[T_co]:
        """Converts saved bodies of replies as if they had just come, without any network.

        Args:
            bodies: The bodies as bytes or strings. A source that takes several requests has one for each, in any order.
            now: The time in epoch seconds at which they came, if the response depends on it.
        """
        from ._reply import Reply

        sent = [body.encode() if isinstance(body, str) else body for body in bodies]
        return Reply(_native.convert(self._key, self.params, sent, now))

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self._params.items())
        return f"{self.endpoint}({given})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Request):
            return NotImplemented
        return (self._key, self._params) == (other._key, other._params)

    def __hash__(self) -> int:
        return hash((self._key, repr(sorted(self._params.items(), key=lambda item: item[0]))))

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self._params)


def _again(kind: type[Request[Any]], params: dict[str, Any]) -> Request[Any]:
    """Returns a request of a pickle."""
    request = kind.__new__(kind)
    request._params = params
    return request
