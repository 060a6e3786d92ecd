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
    """Return the game of the snapshot `plain`, which continues exactly as the saved one.

    Any data gives either a playable game with this snapshot, or an error. The version of the rule set can differ from
    the saved one, as long as it still has all names in the snapshot; cells in view by its rules become explored.

    Raises:
        BadPlain: this is no snapshot of a game of this rule set; the message says where it is wrong.
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
    """Read the packed data of the levels that the player has left.

    Raises:
        BadPlain: they are not the left levels of the world.
    """
    pairs = [] if part is None else [pair.list(2, least=2) for pair in part.list(len(world.frozen), least=1)]
    depths = [depth.integer(1, DEEPEST) for depth, _ in pairs]
    if depths != sorted(world.frozen):
        raise BadPlain("the levels that were left are not those that the world knows")
    for depth, (_, text) in zip(depths, pairs, strict=True):
        world.frozen[depth].packed = packed(text)
