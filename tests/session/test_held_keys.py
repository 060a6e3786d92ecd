"""A key that is held down into a fight: the game of the program, with the repeats of a real keyboard."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.automation.automation import Stop
from roguelike.automation.explore import Explore
from roguelike.content.loader import load_ruleset
from roguelike.engine.events import Harmed, Struck
from roguelike.engine.game import Game, new_game
from roguelike.engine.geometry import direction_to
from roguelike.engine.observation import observe
from roguelike.engine.scenario import draw
from roguelike.play.perspective import Perspective
from roguelike.session.key_guard import KeyRepeatGuard
from roguelike.settings.presets import STANDARD
from tests.effort import some
from tests.watching import watch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.events import AnyEvent

FIRST = 0.5
"""Seconds until a held key repeats."""
HELD = 90
MAX_BLOWS = {"in clumps of 250 ms": 8}
"""The first clump is like a tap, so that whoever stands beside may strike once."""
MAX_TURNS = {"in clumps of 250 ms": 2}
"""Between the first repeat and the first clump lies as long as between two taps."""
KEYS = {direction: key for key, direction in STANDARD.directions.items() if key in "hjklyubn"}


@attrs.define
class Blows:
    """Number of hits taken since the first warning; None before it."""

    taken: int | None = None
    turns: int = 0
    """The number of turns."""

    def warn(self) -> None:
        """Begin to count."""
        self.taken = self.taken or 0

    def see(self, events: Sequence[AnyEvent]) -> None:
        """Count."""
        hurt = (Struck, Harmed)
        if self.taken is not None:
            taken = sum(
                isinstance(event, hurt) and (event.target if isinstance(event, Struck) else event.victim).is_player
                for event in events
            )
            self.taken, self.turns = self.taken + taken, self.turns + (taken > 0)


def beside_an_enemy(seed: int) -> Game | None:
    """Return a game that was explored until an enemy came into view, if any did."""
    game = new_game(load_ruleset("classic"), seed)
    explore = Explore()
    while not isinstance(command := explore.next(observe(game.world)), Stop):
        game.play(command)
    return game if game.world.visible_monsters() and game.outcome is None else None


WAYS = {
    "30 a second": [1 / 30],
    "11 a second": [0.08, 0.1, 0.11, 0.09],
    "in clumps of 120 ms": [0.12, 0.001, 0.001, 0.001],
    "in clumps of 250 ms": [0.25, *[0.001] * 7],
}
"""The seconds between the repeats of a held key: of keyboards, of the Linux console, and over wireless lines."""


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("seed", range(some(10)))
def test_a_held_key_takes_one_hit_at_most_after_the_first_warning(
    seed: int, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long it is held."""
    game = beside_an_enemy(seed)
    if game is None:
        return
    blows, told, alarm = Blows(), Perspective.tell, KeyRepeatGuard.alarm

    def tell(perspective: Perspective, events: Sequence[AnyEvent]) -> None:
        blows.see(events)
        told(perspective, events)

    def sounded(guard: KeyRepeatGuard, now: float) -> None:
        alarm(guard, now)
        blows.warn()

    monkeypatch.setattr(Perspective, "tell", tell)
    key = KEYS[direction_to(game.world.player.at, game.world.visible_monsters()[0].at)]
    repeats = [deed for gap in itertools.islice(itertools.cycle(WAYS[way]), HELD) for deed in (gap, key)]
    monkeypatch.setattr(KeyRepeatGuard, "alarm", sounded)
    watch(game, 1.0, key, FIRST, key, *repeats)

    assert (blows.taken or 0) <= MAX_BLOWS.get(way, 1)
    assert blows.turns <= MAX_TURNS.get(way, 1)
    assert game.outcome is None


def beside_a_jelly() -> Game:
    """Return a fight that neither side wins soon."""
    game = draw("#####\n#...#\n#.@J#\n#...#\n#####", load_ruleset("ember"), legend={"J": "jelly"})
    for who in game.world.level.actors:
        who.hit_points = who.max_hit_points = 700
    return game


@pytest.mark.parametrize("gaps", [[0.15], [0.2], [0.4], [0.16, 0.31, 0.2, 0.55]], ids=str)
def test_every_separate_attack_on_splitting_jellies_counts(gaps: list[float]) -> None:
    """A jelly that comes into view during an attack is an alarm."""
    game = beside_a_jelly()
    watched = watch(game, *[deed for gap in itertools.islice(itertools.cycle(gaps), 30) for deed in ("l", gap)])

    assert not any("Keys ignored" in text for text in watched.texts())
    assert 4 < len(game.world.visible_monsters())
    assert 30 == game.world.turn


def test_a_key_held_into_splitting_jellies_attacks_twice_at_most() -> None:
    """Until it is released."""
    game = beside_a_jelly()
    watched = watch(game, "l", FIRST, "l", *[deed for _ in range(60) for deed in (1 / 30, "l")])

    assert "Keys ignored" in watched.last.text()
    assert game.world.turn <= 4
