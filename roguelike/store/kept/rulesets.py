"""Facts about rule sets for stored games: which are shipped, their titles, the boards of their games."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final

from roguelike.content.complaints import ContentError
from roguelike.content.loader import comes_with_game, describe, split_variant
from roguelike.engine.kinds.capabilities import Capability
from roguelike.store.errors import StoreError, abridged
from roguelike.store.listings import board_of
from roguelike.store.records import is_seeded
from roguelike.toml_file import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roguelike.content.head import Summary
    from roguelike.engine.kinds.ruleset import RuleSet

_MAX_PLACE: Final = 4000
_MAX_SHOWN: Final = 200


def is_shipped(rules: str) -> bool:
    """Return whether a rule set comes with the game, by its name or path."""
    return comes_with_game(rules)


def ranked_on(about: Mapping[str, str], *, imported: bool) -> str:
    """Return the board on which a game with this metadata is ranked."""
    rules = about["rules"]
    own = not is_shipped(rules)
    return board_of(split_variant(rules)[1], own=own, seeded=is_seeded(about), imported=imported)


def has_levels(rules: str) -> bool:
    """Return whether the rule set of that name or path has several levels; False if it cannot be read."""
    with contextlib.suppress(ContentError):
        return Capability.LEVELS in describe(rules).capabilities
    return False


def title_of(ruleset: RuleSet | Summary, rules: str) -> str:
    """Return the title of a rule set in the scores, by its name or path.

    A custom rule set may have the title of a shipped one, so its folder is added.
    """
    return ruleset.title if is_shipped(rules) else f"{ruleset.title} ({abridged(rules.rpartition('/')[2])})"


def loaded(load_rules: Callable[[str], RuleSet], rules: str) -> RuleSet:
    """Return a rule set by its name or path.

    Raises:
        StoreError: it cannot be used.
    """
    try:
        return load_rules(rules)
    except ContentError as error:
        raise StoreError(str(error)) from None


def refuse_unprintable(rules: str) -> None:
    """Refuse a path of a rule set that cannot be stored in a save.

    Raises:
        StoreError: it cannot be stored.
    """
    if not rules.isprintable() or len(rules) > _MAX_PLACE:
        why = "has unprintable characters" if len(rules) <= _MAX_PLACE else "is too long"
        raise StoreError(f"{shown(rules, _MAX_SHOWN)} {why}: a rule set at such a path cannot be used.")
