"""The rule sets of a server, read once for all games."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from roguelike.content.complaints import ContentError
from roguelike.content.loader import comes_with_game, load_ruleset, ruleset_names, split_mode
from roguelike.engine.kinds.modes import MODE_MARK

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet


@functools.cache
def shipped(name: str) -> RuleSet:
    """Return a rule set that comes with the game; no other can be played on a server.

    Raises:
        ContentError: there is none of that name.
    """
    if not comes_with_game(split_mode(name)[0]):
        raise ContentError(f"{name!r} does not come with the game.")
    return load_ruleset(name)


def load_all() -> None:
    """Read every rule set, and its modes."""
    for name in ruleset_names():
        for mode in shipped(name).modes:
            shipped(f"{name}{MODE_MARK}{mode}")
