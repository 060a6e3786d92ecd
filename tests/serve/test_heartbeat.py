"""When a process of a server counts as hanging, by times made up."""

from __future__ import annotations

from roguelike.serve.heartbeat import HEARTBEAT_INTERVAL, HEARTBEAT_TIMEOUT, Silence


def looks_until_too_long(silence: Silence, start: float, every: float) -> int:
    """Return how often the supervisor looks, that often, until the process counts as hanging."""
    looks = 1
    while not silence.is_too_long(start + looks * every):
        looks += 1
    return looks


def test_a_process_hangs_that_is_not_heard_for_long() -> None:
    """Its supervisor looks once an interval; a heartbeat restarts the time."""
    silence = Silence()
    silence.is_too_long(100.0)
    silence.end()
    assert HEARTBEAT_TIMEOUT / HEARTBEAT_INTERVAL + 1 == looks_until_too_long(silence, 100.0, HEARTBEAT_INTERVAL)
    assert silence.is_too_long(200.0)
    silence.end()
    assert not silence.is_too_long(201.0)


def test_time_in_which_the_supervisor_sleeps_counts_little() -> None:
    """A machine that stood still for an hour has kept the process from beating, too."""
    silence = Silence()
    silence.is_too_long(100.0)
    silence.end()

    assert not silence.is_too_long(3700.0)
    assert HEARTBEAT_TIMEOUT / HEARTBEAT_INTERVAL - 1 == looks_until_too_long(silence, 3700.0, HEARTBEAT_INTERVAL)
