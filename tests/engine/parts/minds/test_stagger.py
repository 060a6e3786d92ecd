"""What confusion makes of every mind (C9-48, C9-52, T9-21 by ruling D7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.commands import Wait
from roguelike.engine.events import Struck
from roguelike.engine.geometry import CARDINALS, COMPASS, Direction, Point
from roguelike.engine.parts.minds.stagger import Stagger
from roguelike.engine.scenario import draw
from tests.arena import confuse, confused_turns, with_confusion

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.engine.kinds.ruleset import RuleSet

CENTER = Point(4, 1)


def around(directions: Iterable[Direction]) -> set[Point]:
    """Return the neighbours of the center."""
    return {CENTER.step(direction) for direction in directions}


def after_a_turn(ruleset: RuleSet, glyph: str, seeds: int = 200) -> list[Point]:
    """Return where a confused monster is after one turn, seed by seed."""
    ends = []
    for seed in range(seeds):
        game = draw(f"......\n@...{glyph}.\n......", ruleset, seed=seed)
        confuse(game.world, game.world.level.actors[1], 3)
        game.play(Wait())
        ends.append(game.world.level.actors[1].at)
    return ends


@pytest.mark.parametrize("glyph", ["o", "S", "w", "b", "s"])
def test_any_mind_staggers_in_all_directions(arena: RuleSet, glyph: str) -> None:
    """Whatever it would have done, even one that never moves."""
    assert around(COMPASS) == set(after_a_turn(arena, glyph))


def test_every_direction_is_equally_likely(arena: RuleSet) -> None:
    """One in eight, not one in nine or weighted to the player's side."""
    ends = after_a_turn(arena, "o", 1600)

    assert all(145 < ends.count(cell) < 255 for cell in around(COMPASS))


def test_where_nobody_moves_diagonally_it_staggers_in_four(arena: RuleSet) -> None:
    """A quarter each (C9-48)."""
    ends = after_a_turn(attrs.evolve(arena, diagonal=False, monsters_diagonal=False), "o")

    assert around(CARDINALS) == set(ends)
    assert all(30 < ends.count(cell) < 75 for cell in around(CARDINALS))


def test_a_rule_set_can_have_it_stand_at_times(arena: RuleSet) -> None:
    """In one source game dx and dy are each -1 to 1, and both may be 0."""
    ends = after_a_turn(with_confusion(arena, overrides=Stagger(stands=True)), "o", 400)

    assert around(COMPASS) | {CENTER} == set(ends)
    assert 20 < ends.count(CENTER) < 75


def test_a_wall_in_the_way_costs_it_the_turn(arena: RuleSet) -> None:
    """The turn counts as one of its confusion all the same (C9-48)."""
    game = draw("@####\n####o\n#####", arena)
    orc = game.world.level.actors[1]
    confuse(game.world, orc, 2)

    game.play(Wait())

    assert Point(4, 1) == orc.at
    assert 1 == confused_turns(orc)


def test_it_strikes_the_player_that_it_stumbles_into(arena: RuleSet) -> None:
    """Drunk or not, a blow is a blow (C9-52)."""
    game = draw("###\n#@#\n#o#\n###", arena)
    player, orc = game.world.level.actors
    confuse(game.world, orc, 100)

    events = [event for _ in range(60) for event in game.play(Wait())]

    assert Struck(orc.ref, player.ref, 1) in events


def test_a_rule_set_can_make_it_harmless(arena: RuleSet) -> None:
    """Then it stops short of anyone, but walks on where nobody is."""
    harmless = with_confusion(arena, overrides=Stagger(attacks=False))
    game = draw("###\n#@#\n#o#\n###", harmless)
    confuse(game.world, game.world.level.actors[1], 100)

    events = [event for _ in range(60) for event in game.play(Wait())]

    assert not any(isinstance(event, Struck) for event in events)
    assert around(COMPASS) == set(after_a_turn(harmless, "o"))


def test_it_never_strikes_its_fellows(arena: RuleSet) -> None:
    """Into another monster nothing happens (C9-52)."""
    game = draw("@####\n##SSS\n##SoS\n##SSS", arena)
    confuse(game.world, next(actor for actor in game.world.level.actors if actor.kind.name == "orc"), 50)

    for _ in range(50):
        game.play(Wait())

    assert {10} == {actor.hit_points for actor in game.world.level.actors[1:]}
