"""Whether a player may be watched: a switch on the options, kept as a text of the player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.settings.settings import Switch
from roguelike.store.errors import StoreError
from roguelike.store.kept.rows import PRIVATE

if TYPE_CHECKING:
    from roguelike.settings.settings import Settings
    from roguelike.store.kept.rows import PlayerRows

WATCHED: Final = "watched"
"""The name of the switch; a guest has none, and is not watched."""
_NOBODY: Final = "nobody may watch\n"


def watched_switch(rows: PlayerRows) -> Switch:
    """Return the switch of a player, as it was left; off where that cannot be read."""
    return Switch(WATCHED, "Watchers", "Whether others on this server may watch your games.", not _is_private(rows))


def keep_watched(rows: PlayerRows, *, is_on: bool) -> None:
    """Keep whether a player may be watched.

    Raises:
        StoreError: it cannot be kept.
    """
    rows.put_text(PRIVATE, "", "" if is_on else _NOBODY)


def can_choose(settings: Settings) -> bool:
    """Return whether it is for the player to say."""
    return any(switch.name == WATCHED for switch in settings.switches)


def may_be_watched(settings: Settings) -> bool:
    """Return whether others may watch."""
    return any(switch.name == WATCHED and switch.is_on for switch in settings.switches)


def _is_private(rows: PlayerRows) -> bool:
    try:
        return rows.text(PRIVATE, "") is not None
    except StoreError:
        return True
