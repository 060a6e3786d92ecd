"""Detection of key repeat."""

from __future__ import annotations

import itertools

import pytest

from roguelike.session.key_guard import DEAF, KeyRepeatGuard


def pressed(*times: float, alarm: float | None, deaf: float = 0.0) -> list[bool]:
    """Press one key at these times, in seconds, with an alarm at one of them or at all; return which of them count."""
    guard, counted = KeyRepeatGuard(), []
    for at in times:
        counted.append(guard.lets_through("l", at))
        if alarm in {None, at}:
            guard.alarm(at, deaf)
    return counted


def test_a_held_key_counts_no_more_after_an_alarm() -> None:
    """Except for the first repeat, which is late and looks like a press; a question ignores that as well."""
    repeats = [0.5 + 0.033 * number for number in range(30)]
    late = [0.3 + 0.033 * number for number in range(30)]

    assert [True, True, *[False] * 29] == pressed(0.0, *repeats, alarm=0.5)
    assert [True, True, *[False] * 29] == pressed(0.0, *late, alarm=0.0)
    assert [True, *[False] * 30] == pressed(0.0, *late, alarm=0.0, deaf=DEAF)


def test_a_press_after_a_pause_counts_again_and_two_of_them_end_the_alarm() -> None:
    """They show that the player means the key."""
    assert [True, True, True, True] == pressed(0.0, 0.75, 1.0, 1.05, alarm=0.0)


def test_repeats_that_begin_late_come_to_one_key() -> None:
    """The longest delay of key repeat is as long as a deliberate pause; the next repeats reveal it."""
    assert [True, True, False, False, False] == pressed(0.0, 0.75, 0.783, 0.816, 0.85, alarm=0.0)


def test_a_released_key_can_be_held_again() -> None:
    """No keyboard pauses that long between repeats; shorter pauses occur on slow lines."""
    held = [0.033 * number for number in range(1, 40)]

    assert [True] * 20 == pressed(0.0, *held, *[2.5 + 0.033 * number for number in range(20)], alarm=0.0)[40:]
    assert [True, *[False] * 19] == pressed(0.0, *held, *[1.8 + 0.033 * n for n in range(20)], alarm=0.0)[40:]


@pytest.mark.parametrize("soon", [0.01, 0.2])
def test_another_key_counts_immediately(soon: float) -> None:
    """Key repeat never produces two keys."""
    guard = KeyRepeatGuard()
    guard.lets_through("l", 0.0)
    guard.alarm(0.0)

    assert guard.lets_through("i", soon)
    assert guard.lets_through("l", 2 * soon)


def test_without_an_alarm_every_key_counts() -> None:
    """However fast."""
    guard = KeyRepeatGuard()

    assert all(guard.lets_through("l", number / 1000) for number in range(50))


SLOW = [[0.12, 0.001, 0.001], [0.08, 0.1, 0.11], [0.111]]
CLUMPS = [[0.25, 0.0, 0.0, 0.0], [0.25, *[0.001] * 7]]


@pytest.mark.parametrize("gaps", [*SLOW, *CLUMPS], ids=str)
def test_repeats_that_come_slowly_or_in_clumps_are_not_counted(gaps: list[float]) -> None:
    """On a slow console or wireless line; the first of a clump after a pause looks like a press."""
    times = list(itertools.accumulate(itertools.islice(itertools.cycle(gaps), 60)))
    counted = pressed(0.0, *times, alarm=0.0)

    assert [True, gaps in CLUMPS, *[False] * 59] == counted


@pytest.mark.parametrize(
    "gaps", [[0.15], [0.16], [0.2], [0.33], [0.15, 0.24, 0.18], [0.5, 0.19], [0.3, 0.09, 0.3]], ids=str
)
@pytest.mark.parametrize("alarm", [0.0, None], ids=["one alarm", "an alarm at each press"])
def test_separate_presses_count_immediately(gaps: list[float], alarm: float | None) -> None:
    """Six taps a second count; of two taps faster than fingers the second is ignored."""
    cycled = list(itertools.islice(itertools.cycle(gaps), 20))
    times = itertools.accumulate(cycled)

    assert [True, *(gap >= 0.15 or (alarm == 0.0 and at > 1) for at, gap in enumerate(cycled))] == pressed(
        0.0, *times, alarm=alarm
    )


@pytest.mark.parametrize("gap", [0.16, 0.25, 0.5])
@pytest.mark.parametrize("keys", ["llll", "lljj", "jlkl", "ljjj"])
def test_separate_presses_in_a_fight_all_count(keys: str, gap: float) -> None:
    """Though every one of them sets off an alarm, as when a jelly splits at each hit."""
    guard = KeyRepeatGuard()
    for number, key in enumerate("hjkl" + keys):
        assert guard.lets_through(key, gap * number)
        guard.alarm(gap * number)


def test_tapping_does_not_allow_holding_a_key_into_danger() -> None:
    """The first repeat is one press too much at most; none counts after it."""
    guard = KeyRepeatGuard()
    assert all(guard.lets_through(key, 0.3 * number) for number, key in enumerate("hjkl"))
    guard.alarm(0.9)

    assert [True, *[False] * 20] == [guard.lets_through("l", 1.4 + 0.033 * number) for number in range(21)]
