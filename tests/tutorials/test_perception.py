"""How monsters notice the player."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.parts.fov import Shadowcast
from roguelike.engine.parts.perception import Mutual
from roguelike.engine.scenario import draw
from roguelike.tutorials.fov.permissive import Permissive
from roguelike.tutorials.perception import Line, Square

if TYPE_CHECKING:
    from roguelike.engine.kinds.families import Perception
    from roguelike.engine.kinds.ruleset import RuleSet


def perceives(ruleset: RuleSet, perception: Perception, picture: str) -> bool:
    """Return whether the first monster on a drawn map notices the player."""
    game = draw(picture, attrs.evolve(ruleset, perception=perception))
    return perception.perceives(game.world, game.world.level.actors[1])


@pytest.mark.parametrize(("picture", "expected"), [("@....o", True), ("@..#.o", False), ("@.....o", False)])
def test_mutual_is_seeing_and_being_seen(arena: RuleSet, picture: str, *, expected: bool) -> None:
    """A monster in the player's view sees the player: here, five cells far."""
    near_sighted = attrs.evolve(arena, sight=Shadowcast(radius=5))

    assert expected == perceives(near_sighted, Mutual(), picture)


@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        ("@....o", True),
        ("@.....o", False),
        ("@..#.o", False),
        ("@..\n...\n...\n...\n...\n...\n..o", False),
        ("@...\n....\n....\n....\n...o", True),
        ("@..S.o", True),
    ],
)
def test_a_line_must_be_clear_and_in_range(arena: RuleSet, picture: str, *, expected: bool) -> None:
    """Five cells of straight distance; actors do not block it."""
    game = draw(picture, arena)
    orc = next(actor for actor in game.world.level.actors if actor.kind.name == "orc")

    assert expected == Line(radius=5).perceives(game.world, orc)


def test_a_line_ignores_the_players_sight(arena: RuleSet) -> None:
    """A monster can see a player who does not see as far."""
    blind = attrs.evolve(arena, sight=Shadowcast(radius=1))

    assert perceives(blind, Line(radius=9), "@....o")
    assert not perceives(blind, Mutual(), "@....o")


@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        ("@......o", True),
        ("@.......o", False),
        ("@..#...o", False),
        ("\n".join(["@......."] + ["........"] * 6 + [".......o"]), True),
    ],
)
def test_a_square_reaches_as_far_in_every_direction(arena: RuleSet, picture: str, *, expected: bool) -> None:
    """Seven steps, diagonal ones included (K4-13)."""
    assert expected == perceives(attrs.evolve(arena, sight=Permissive(radius=12)), Square(radius=7), picture)


@pytest.mark.parametrize("perception", [Line, Square])
def test_a_radius_below_zero_is_refused(perception: type[Line | Square]) -> None:
    """It would make every monster blind."""
    with pytest.raises(ValueError, match="radius"):
        perception(radius=-1)
