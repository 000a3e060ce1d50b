"""The hosts of the tests of clusters."""

from __future__ import annotations

import pytest
from host import FaultyHost


@pytest.fixture
def host():
    made = FaultyHost(refuse_every=40)
    yield made
    made.close()


@pytest.fixture
def calm_host():
    """A host that refuses nothing, so that nothing but the rate makes anybody wait."""
    made = FaultyHost()
    yield made
    made.close()
