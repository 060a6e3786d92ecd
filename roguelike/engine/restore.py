"""Restoring a game from the plain data of `snapshot`, which may be untrusted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.engine.game import Game
from roguelike.engine.plain import BadPlain, Plain
from roguelike.engine.rules.fov_update import update_fov
from roguelike.engine.schema import MOST, Reading, schema
from roguelike.engine.snapshot import FORMAT
from roguelike.engine.state.validate import validate
from roguelike.engine.state.world import World

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet

__all__ = ["BadPlain", "restore"]

_PARTS: Final = ("format", "ruleset", "world")


def restore(ruleset: RuleSet, plain: object) -> Game:
    """Return the game whose snapshot `plain` is: it goes on exactly as the one that was saved.

    Whatever it is given, it makes either a game that has this snapshot and can be played, or none. The rule set may be
    of another version than the one that was played by, as long as it still has whatever the snapshot names; what the
    player sees by it now is explored.

    Raises:
        BadPlain: this is no snapshot of a game by this rule set; the message says where it is wrong.
    """
    parts = Plain(plain).table(*_PARTS)
    parts["format"].whole(FORMAT, FORMAT)
    name, version = parts["ruleset"].list(2, least=2)
    name.one_of((ruleset.name,))
    version.whole(-MOST, MOST)
    world = schema(World).read(parts["world"], Reading(ruleset))
    validate(world)
    update_fov(world)
    return Game(world)
