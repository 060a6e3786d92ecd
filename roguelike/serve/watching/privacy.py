"""Whether a player may be watched: a switch on the options, kept in the player's folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.settings.settings import Switch

if TYPE_CHECKING:
    import pathlib

    from roguelike.settings.settings import Settings

WATCHED: Final = "watched"
"""The name of the switch; a guest has none, and is not watched."""
_FILE: Final = "private"
"""In the player's folder: it is there if nobody may watch."""


def watched_switch(folder: pathlib.Path) -> Switch:
    """Return the switch of the player with that folder, as it was left."""
    return Switch(
        WATCHED, "Watchers", "Whether others on this server may watch your games.", not _file(folder).exists()
    )


def keep_watched(folder: pathlib.Path, *, is_on: bool) -> None:
    """Keep whether the player with that folder may be watched.

    Raises:
        OSError: it cannot be kept.
    """
    file = _file(folder)
    if is_on:
        file.unlink(missing_ok=True)
    else:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file.touch(mode=0o600)


def can_choose(settings: Settings) -> bool:
    """Return whether it is for the player to say."""
    return any(switch.name == WATCHED for switch in settings.switches)


def may_be_watched(settings: Settings) -> bool:
    """Return whether others may watch."""
    return any(switch.name == WATCHED and switch.is_on for switch in settings.switches)


def _file(folder: pathlib.Path) -> pathlib.Path:
    return folder / _FILE
