"""Permission to watch a player: an option, stored as a text of the player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.settings.settings import Choice
from roguelike.store.errors import StoreError
from roguelike.store.kept.rows import PRIVATE

if TYPE_CHECKING:
    from roguelike.settings.settings import Settings
    from roguelike.store.kept.rows import PlayerRows

WATCHED: Final = "watched"
"""Name of the choice; guests have none, and cannot be watched."""
NOBODY: Final = "nobody"
PLAYERS: Final = "players"
EVERYBODY: Final = "everybody"
VALUES: Final = {
    EVERYBODY: "Anybody may watch your games on this server's web pages, and the finished ones are published there.",
    PLAYERS: "Players of this server may watch your games.",
    NOBODY: "Nobody may watch your games.",
}
"""Values of the choice, with descriptions."""
IN_LINES: Final = "Games in line mode cannot be watched."
_TEXTS: Final = {EVERYBODY: "everybody may watch\n", PLAYERS: "", NOBODY: "nobody may watch\n"}
"""Stored texts; earlier versions read every text as `NOBODY`."""


def watched_choice(rows: PlayerRows, *, in_lines: bool = False) -> Choice:
    """Return the player's choice as stored; `NOBODY` if it cannot be read.

    `in_lines` adds that games in line mode cannot be watched.
    """
    values = {value: f"{text} {IN_LINES}" if in_lines and value != NOBODY else text for value, text in VALUES.items()}
    return Choice(WATCHED, "Watchers", values, _kept(rows), "Who may watch your games.")


def keep_watched(rows: PlayerRows, value: str) -> None:
    """Store the choice of a player.

    Raises:
        StoreError: it cannot be written.
    """
    rows.put_text(PRIVATE, "", _TEXTS[value])


def can_choose(settings: Settings) -> bool:
    """Return whether the player has the choice."""
    return any(choice.name == WATCHED for choice in settings.choices)


def who_may_watch(settings: Settings) -> str:
    """Return the value of the choice, one of `VALUES`."""
    return next((choice.value for choice in settings.choices if choice.name == WATCHED), NOBODY)


def may_be_published(rows: PlayerRows) -> bool:
    """Return whether everybody may watch, and finished games are published.

    Raises:
        StoreError: the choice cannot be read.
    """
    return _read(rows) == EVERYBODY


def next_value(settings: Settings) -> str:
    """Return the value after the current one."""
    values = list(VALUES)
    return values[(values.index(who_may_watch(settings)) + 1) % len(values)]


def _kept(rows: PlayerRows) -> str:
    try:
        return _read(rows)
    except StoreError:
        return NOBODY


def _read(rows: PlayerRows) -> str:
    text = rows.text(PRIVATE, "")
    if text is None:
        return PLAYERS
    return EVERYBODY if text == _TEXTS[EVERYBODY].encode() else NOBODY
