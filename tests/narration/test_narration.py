"""Messages and news about events."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Drop, Wait
from roguelike.engine.events import (
    ActorRef,
    CameIntoView,
    ChangedLevel,
    Healed,
    Missed,
    Reason,
    Refused,
    Started,
    Strengthened,
    Struck,
    TurnEnded,
    Won,
)
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.scenario import draw
from roguelike.narration.health import HealthRecord
from roguelike.narration.message_filter import WARNING, MessageFilter
from roguelike.narration.narrator import Narration
from roguelike.play.perspective import Perspective

if TYPE_CHECKING:
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.narration.message_log import MessageLog

CLASSIC = load_ruleset("classic")
SLINGERS = """
    .s...s.
    .......
    s..@..s
    .......
    .s...s.
"""
YOU, TROLL = ActorRef(1, CLASSIC.player), ActorRef(7, CLASSIC.monsters["troll"])


def telling(*commands: list[AnyEvent], hit_points: int = 20, rules: RuleSet = CLASSIC) -> Narration:
    """Return the narration of these commands."""
    told = Narration.of(draw("@", rules).world)
    told.begin(HealthRecord(40, hit_points, 30))
    for events in commands:
        told.tell(events)
        told.end_command()
    return told


def warnings(log: MessageLog) -> list[tuple[str, int]]:
    """Return the warnings, with their turns."""
    return [(each.message.text, each.turn) for each in log.entries if each.message.parts[0].color == WARNING]


def test_sleepers_come_into_view_once_on_a_visit() -> None:
    """Covering and opening the lamp must not announce them again, and discard keys that were typed ahead."""
    asleep, awake = CameIntoView(TROLL, asleep=True), CameIntoView(TROLL)
    left = ChangedLevel(YOU, Exit.UP, 1)
    told = telling()

    assert [asleep] == told.news([asleep, asleep])
    assert [] == told.news([asleep])
    assert [awake, awake, asleep] == told.news([awake, awake, asleep])
    assert [left, asleep] == told.news([left, asleep])


def test_each_message_knows_its_turn() -> None:
    """Messages of turns long past, which are shown again when a game is loaded, keep their turns too."""
    told = telling(
        [Missed(YOU, TROLL), TurnEnded(41)],
        [Refused(Reason.OWN_CELL)],
        [Missed(TROLL, YOU), TurnEnded(42)],
    )
    told.notify("Saved.")

    assert [41, 42, 42, 42] == [entry.turn for entry in told.log.entries]


def test_the_opening_comes_before_the_first_turn() -> None:
    """As the panel counts, which begins at 0."""
    told = Narration.of(draw("@", CLASSIC).world)
    commands: list[list[AnyEvent]] = [[Started(), CameIntoView(TROLL)], [], [Missed(YOU, TROLL), TurnEnded(1)], []]
    for events in commands:
        told.tell(events)
        told.end_command()
    told.notify("Saved.")

    assert {0} == {entry.turn for entry in told.log.entries[:-2]}
    assert [1, 1] == [entry.turn for entry in told.log.entries[-2:]]


def test_a_warning_follows_the_damage_of_a_command() -> None:
    """It is logged in the same turn, with the HP left after all hits."""
    told = telling([Struck(TROLL, YOU, 6), Struck(TROLL, YOU, 4), TurnEnded(41)], [TurnEnded(42)])

    assert [("Low HP: 10/30!", 41)] == warnings(told.log)
    assert told.log.entries[-1].message.text == "Low HP: 10/30!"


@pytest.mark.parametrize(
    "events",
    [
        [Struck(TROLL, YOU, 9, fatal=True)],
        [Struck(TROLL, YOU, 3), Won()],
        [Struck(TROLL, YOU, 3), Healed(YOU, 3)],
    ],
    ids=["dead", "won", "healed"],
)
def test_no_warning_comes_after_the_end(events: list[AnyEvent]) -> None:
    """Neither the dead nor the winner, and hit points that are back are no loss."""
    assert not warnings(telling(events, hit_points=8).log)


def test_rule_sets_without_comfort_warn_of_nothing() -> None:
    """Their documents define the messages."""
    bare = attrs.evolve(CLASSIC, comfort=False)

    assert not warnings(telling([Struck(TROLL, YOU, 19)], rules=bare).log)


@pytest.mark.parametrize("seed", range(4))
def test_flights_are_narrated_alike_by_tick_and_in_one_batch(seed: int) -> None:
    """With one warning a command, after the last landing: a game that is loaded shows no flights."""
    ticks, at_once = (Perspective(draw(SLINGERS, CLASSIC, hit_points=18, seed=seed)) for _ in range(2))
    for _ in range(4):
        ticks.game.perform(Wait())
        ticks.take_events()
        while ticks.game.in_flight:
            ticks.tick()
        at_once.tell(at_once.game.play(Wait()))

    assert warnings(ticks.log)
    assert ticks.log.entries == at_once.log.entries


def test_the_hit_points_before_the_last_turn_are_kept(fixture_rules: RuleSet) -> None:
    """Free actions do not change them, and a resumed game has no loss yet."""
    perspective = Perspective(draw("#@o#", fixture_rules, hit_points=9))
    kept = []
    for command in (Wait(), Wait(), Drop(0)):
        perspective.game.perform(command)
        perspective.take_events()
        kept.append((perspective.narration.health.before_last_turn, perspective.world.player.hit_points))

    assert [(9, 8), (8, 7), (8, 7)] == kept
    assert 7 == Perspective(perspective.game).narration.health.before_last_turn


def test_a_silent_step_makes_the_lines_before_it_old() -> None:
    """The results of the last command are bright, even if there are none."""
    told = telling([Missed(YOU, TROLL), TurnEnded(41)])
    told.log.fresh = 0
    before = [line.is_recent for line in told.log.newest(80, 4)[0]]
    told.tell([TurnEnded(42)])

    assert [True] == before
    assert [False] == [line.is_recent for line in told.log.newest(80, 4)[0]]


def test_filters_hide_hints_and_no_other_notices() -> None:
    """Nor warnings: the player would miss that they die, or that nothing is saved."""
    told = telling()
    told.log.use(MessageFilter(hide=("hint:", "full", "low")))
    told.notify("Hint: rest until healed.", always_shown=False)
    told.notify("Not done: the disk is full.")
    told.tell([Struck(TROLL, YOU, 12), TurnEnded(41)])
    told.end_command()

    assert ["Not done: the disk is full.", "The troll hits you for 12.", "Low HP: 8/30!"] == [
        each.message.text for each in told.log.take_new()
    ]


def test_warnings_go_by_the_maximum_as_it_was_then() -> None:
    """It rises in a game: 8 damage is heavy with 30, and 16 is more than half of 30, but not of 40."""
    told = telling(
        [Strengthened(YOU, 10, 40), Healed(YOU, 10)],
        [Struck(TROLL, YOU, 8)],
        [Struck(TROLL, YOU, 6)],
        hit_points=20,
    )

    assert ["Low HP: 16/40!"] == [text for text, _ in warnings(told.log)]
