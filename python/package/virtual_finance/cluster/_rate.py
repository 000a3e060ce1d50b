"""Rates that several clients share."""

from __future__ import annotations

import math
import time

from .._settings import SharedRate

#: The seconds that the answer of a rate in another process may take.
ANSWER = 30.0

#: Turns are this much further apart than the rate says: messages are late by different times, and no second may have
#: more of them than the rate.
SPACING = 1.1


class Slots:
    """One worker's share of a rate, which needs nothing but a clock.

    Time is divided into slots, and every worker has each of them that is its turn. The clocks of the machines must
    agree to some milliseconds, as they do with NTP.

    >>> slots = Slots(10, worker=0, workers=2)
    >>> slots.take("https://example.com", 1) <= 0.22
    True
    """

    def __init__(self, rate: float, worker: int, workers: int) -> None:
        if rate <= 0 or not 0 <= worker < workers:
            raise ValueError(
                f"rate={rate}, worker={worker}, workers={workers}: write a rate above 0 and a worker of 0..workers"
            )
        self._slot = SPACING / rate
        self._worker = worker
        self._workers = workers
        self._last: dict[str, int] = {}

    def take(self, host: str, n: int) -> float:
        """Returns the seconds until the worker's next slot that is free."""
        now = time.time()
        first = int(now / self._slot) + 1
        # The next slot of this worker, and none that it had before.
        slot = first + (self._worker - first) % self._workers
        slot = max(slot, self._last.get(host, 0) + self._workers)
        self._last[host] = slot + (n - 1) * self._workers
        return max(slot * self._slot - now, 0.0)

    def pause(self, host: str, seconds: float) -> None:
        """Does nothing: the client that was refused pauses by itself, and the others are refused in their turn."""


class Bucket:
    """A rate for all clients that ask it: an actor of Ray or Dask, or an object that threads share.

    It hands out waiting times and holds nothing for a worker, so one that dies has nothing to return.

    >>> bucket = Bucket(10)
    >>> bucket.take("https://example.com", 1), round(bucket.take("https://example.com", 1), 1)
    (0.0, 0.1)
    """

    def __init__(self, rate: float, after: float = 0.0) -> None:
        if rate <= 0:
            raise ValueError(f"rate={rate}: write a number of messages in a second above 0")
        self._step = SPACING / rate
        #: The first turn of all, `after` so many seconds: turns of a bucket before this one may still be used.
        self._first = time.monotonic() + after
        self._next: dict[str, float] = {}

    def take(self, host: str, n: int) -> float:
        """Returns the seconds until the next message may be sent."""
        now = time.monotonic()
        turn = max(self._next.get(host, self._first), now)
        self._next[host] = turn + n * self._step
        return turn - now

    def pause(self, host: str, seconds: float) -> None:
        """Gives no turn before so many seconds are over."""
        self._next[host] = max(self._next.get(host, 0.0), time.monotonic() + seconds)


class SharedRateError(RuntimeError):
    """What keeps the rate of all workers cannot be asked. No symbol is to blame, and none is kept as a failure."""


class Turns:
    """The turns of one part. There are no more of them once the rate could not be asked."""

    def __init__(self, rate: SharedRate) -> None:
        self._rate = rate
        #: Why the rate could not be asked.
        self.error: Exception | None = None

    def take(self, host: str, n: int) -> float:
        """Returns the seconds until the next message may be sent; endless if the rate cannot be asked."""
        if self.error is None:
            try:
                return self._rate.take(host, n)
            except Exception as error:
                self.error = error
        return math.inf

    def pause(self, host: str, seconds: float) -> None:
        """Gives no turn before so many seconds are over."""
        self._rate.pause(host, seconds)

    def check(self) -> None:
        """Raises `SharedRateError` if the rate could not be asked."""
        if self.error is not None:
            raise SharedRateError(
                f"the rate that all workers share cannot be asked ({self.error!r}): read again once the cluster works, "
                "with `resume` only what is missing"
            ) from self.error
