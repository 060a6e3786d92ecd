"""How long the event loop is busy at a time."""

from __future__ import annotations

import asyncio
import time

from roguelike.serve.front.loop_stats import LoopStats, timed_loop


def test_a_turn_lasts_from_one_wait_to_the_next() -> None:
    """To wait for a while is no iteration; to compute for a while is one, and to sleep in it is not busy."""
    loop_stats = LoopStats()

    async def work() -> None:
        await asyncio.sleep(0.2)
        end = time.thread_time() + 0.02
        while time.thread_time() < end:
            pass
        await asyncio.sleep(0)
        time.sleep(0.1)  # noqa: ASYNC251 -- the block to be noticed

    began = time.perf_counter()
    with asyncio.Runner(loop_factory=lambda: timed_loop(loop_stats)) as runner:
        runner.run(work())
    told = loop_stats.plain()
    assert 0.1 <= told["longest"]
    assert 0.02 <= told["busy"] < 0.1
    assert 0.12 <= told["total"] < time.perf_counter() - began - 0.19  # which was waited
    assert sum(told["counts"]) >= 4
