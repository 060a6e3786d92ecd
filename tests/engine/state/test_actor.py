"""Properties of actors."""

from __future__ import annotations

from roguelike.engine.geometry import Point
from roguelike.engine.kinds.actors import ActorKind
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.stats import Stats
from roguelike.engine.state.actor import Actor

GLYPH = Glyph("x", (0, 0, 0))


def test_an_actor_answers_for_its_kind() -> None:
    """Rules read an actor's properties without access to its kind."""
    stats = Stats(attack=3)
    kind = ActorKind(name="orc", glyph=GLYPH, hit_points=5, stats=stats)
    player, monster = (Actor(number, kind, Point(0, 0), 5, 5) for number in (1, 2))

    assert (2, kind, stats) == (monster.id, monster.kind, monster.stats)
    assert (True, False) == (player.is_player, monster.is_player)


def test_an_actor_lives_down_to_its_last_hit_point() -> None:
    """An actor at 0 hit points is dead."""
    kind = ActorKind(name="orc", glyph=GLYPH, hit_points=5, stats=Stats())
    alive, dead = (Actor(2, kind, Point(0, 0), left, 5) for left in (1, 0))

    assert (True, False) == (alive.is_alive, dead.is_alive)
