"""Simulates workers that share a rate: how long many symbols take, and what the limit is.

A discrete simulation stands for the machines: every request waits for its turn (a slot, or an answer of the bucket's
actor, which serves one after the other), for the host, and for the processor of its worker.

    python python/benches/clusters.py
"""

from __future__ import annotations

import heapq
import random

#: Seconds: an answer of the host, its spread, the conversion of a year of bars into a batch, and a call of the actor.
LATENCY, SPREAD, CONVERSION, CALL = 0.15, 0.5, 0.0012, 0.0005

#: The requests under way at once of one worker, and the spacing of turns beyond the rate.
AT_ONCE, SPACING = 8, 1.1


def simulate(workers: int, symbols: int, rate: float, shards: int = 1) -> tuple[float, float]:
    """Returns the seconds that all symbols take, and the share of it that the busiest actor works.

    Args:
        workers: The workers, with a processor each.
        symbols: The requests.
        rate: The messages that the host takes in a second.
        shards: The actors, each of which keeps its part of the rate.
    """
    chance = random.Random(1)
    turn = [0.0] * shards
    actor = [0.0] * shards
    processor = [0.0] * workers
    # The times at which a worker can ask for its next turn.
    free = [(0.0, number % workers) for number in range(workers * AT_ONCE)]
    heapq.heapify(free)
    end, busy = 0.0, [0.0] * shards
    for number in range(symbols):
        now, worker = heapq.heappop(free)
        shard = number % shards
        actor[shard] = max(actor[shard], now) + CALL
        busy[shard] += CALL
        turn[shard] = max(turn[shard], actor[shard]) + SPACING * shards / rate
        answered = turn[shard] + LATENCY * chance.lognormvariate(0, SPREAD)
        processor[worker] = max(processor[worker], answered) + CONVERSION
        end = max(end, processor[worker])
        heapq.heappush(free, (processor[worker], worker))
    return end, max(busy) / end


def main() -> None:
    """Prints a line for each cluster."""
    print("| workers | rate of the host | actors | 100,000 symbols | a second | busy actor |")
    print("|-|-|-|-|-|-|")
    for rate in (5, 200, 5_000, 50_000):
        for workers in (2, 4, 10, 100, 1_000):
            for shards in (1,) if rate < 2_000 else (1, 16):
                seconds, busy = simulate(workers, 100_000, rate, shards)
                shown = f"{seconds / 3600:.1f} h" if seconds >= 3600 else f"{seconds:.0f} s"
                print(f"| {workers} | {rate} | {shards} | {shown} | {100_000 / seconds:.0f} | {busy:.0%} |")


if __name__ == "__main__":
    main()
