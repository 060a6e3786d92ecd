"""The first state of a game, from its rule set, its seed and its optional dice seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.game import Game, new_game
from roguelike.engine.level_plan import NoLevel
from roguelike.store.errors import StoreError
from roguelike.store.records import dice_of, seed_of
from roguelike.toml_file import shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roguelike.engine.kinds.ruleset import RuleSet


def first_game(ruleset: RuleSet, seed: int, dice: int | None = None) -> Game:
    """Return a new game.

    Raises:
        StoreError: the rule set cannot generate a level from that seed.
    """
    try:
        return new_game(ruleset, seed, dice)
    except NoLevel as error:
        raise StoreError(f"cannot generate a level for rule set {shown(ruleset.name)}, seed {seed}: {error}.") from None


def initial_world(ruleset: RuleSet, about: Mapping[str, str]) -> Game:
    """Return the first state of a recorded game.

    Raises:
        StoreError: the rule set cannot generate a level from its seed.
    """
    return first_game(ruleset, seed_of(about), dice_of(about))
