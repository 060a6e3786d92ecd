"""Restoring a game from the plain data of `snapshot`, which may be untrusted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.engine.digests import LEVELS
from roguelike.engine.game import Game
from roguelike.engine.kinds.limits import DEEPEST
from roguelike.engine.plain import BadPlain, Plain
from roguelike.engine.rules.fov_update import update_fov
from roguelike.engine.schema import MOST, Reading, schema
from roguelike.engine.snapshot import FORMAT
from roguelike.engine.state.frozen_level import packed
from roguelike.engine.state.validate import validate
from roguelike.engine.state.world import World

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet

__all__ = ["BadPlain", "restore"]

_PARTS: Final = ("format", "ruleset", "world")


def restore(ruleset: RuleSet, plain: object) -> Game:
    """Return the game whose snapshot `plain` is: it goes on exactly as the saved one.

    Whatever it is given, it makes either a game that has this snapshot and can be played, or none. The rule set may be
    of another version than the saved one, as long as it still has whatever the snapshot names; what the
    player sees by it now is explored.

    Raises:
        BadPlain: this is no snapshot of a game by this rule set; the message says where it is wrong.
    """
    parts = Plain(plain).table(*_PARTS, *([LEVELS] if isinstance(plain, dict) and LEVELS in plain else []))
    parts["format"].integer(FORMAT, FORMAT)
    name, version = parts["ruleset"].list(2, least=2)
    name.one_of((ruleset.name,))
    version.integer(-MOST, MOST)
    world = schema(World).read(parts["world"], Reading(ruleset))
    _read_frozen(world, parts.get(LEVELS))
    validate(world)
    update_fov(world)
    return Game(world)


def _read_frozen(world: World, part: Plain | None) -> None:
    """Give the levels that the player has left what is packed of them.

    Raises:
        BadPlain: they are not those of the world.
    """
    pairs = [] if part is None else [pair.list(2, least=2) for pair in part.list(len(world.frozen), least=1)]
    depths = [depth.integer(1, DEEPEST) for depth, _ in pairs]
    if depths != sorted(world.frozen):
        raise BadPlain("the levels that were left are not those that the world knows")
    for depth, (_, text) in zip(depths, pairs, strict=True):
        world.frozen[depth].packed = packed(text)
