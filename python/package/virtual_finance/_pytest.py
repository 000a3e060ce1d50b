"""The fixtures for pytest: `market_host`, a sample host, and `replay`, a function that returns a client of records."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from virtual_finance import Client
    from virtual_finance.testing import SampleHost


@pytest.fixture(scope="session")
def market_host() -> Iterator[SampleHost]:
    """A host on this machine that invents its data, for all tests."""
    from virtual_finance.testing import SampleHost

    with SampleHost() as host:
        yield host


@pytest.fixture
def replay() -> Iterator[Callable[..., Client]]:
    """A function that returns a client of the replies that were recorded in a folder."""
    from virtual_finance import testing

    with ExitStack() as clients:
        yield lambda folder, **settings: clients.enter_context(testing.replay(folder, **settings))
