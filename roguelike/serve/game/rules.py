"""The rule sets of a server, read once for all games."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from roguelike.content.complaints import ContentError
from roguelike.content.loader import comes_with_game, load_ruleset, ruleset_names, split_variant, variants_of

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet


@functools.cache
def shipped(name: str) -> RuleSet:
    """Return a rule set that comes with the game; servers offer no others.

    Raises:
        ContentError: there is none of that name.
    """
    if not comes_with_game(split_variant(name)[0]):
        raise ContentError(f"{name!r} does not come with the game.")
    return load_ruleset(name)


def load_all() -> None:
    """Read every rule set, with each kit and mode."""
    for name in ruleset_names():
        for variant in variants_of(name):
            shipped(variant)
