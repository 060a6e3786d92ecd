"""Leaving a game, which is saved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.ui.actions import key_name
from roguelike.ui.screens.dialog import Question
from roguelike.ui.screens.screen import Leave, Pop, ToTitle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.ui.screens.screen import ScreenRequest


UNKNOWN_KEY: Final = "Unknown key: {key}"


class QuitMenu(Question):
    """Where to go from here; nothing is lost either way."""

    section = "quit"
    title = "Quit"
    heading = "Quit? The game is saved."
    answers = (
        ("q", "Save and quit", Leave()),
        ("t", "Save and return to title", ToTitle()),
        ("g", "Keep playing", Pop()),
    )

    def __init__(self) -> None:
        super().__init__()
        self._unknown = ""
        """What is printed on the last key, if that was no answer."""

    def on_key(self, key: str) -> ScreenRequest:
        """Answer a key, and forget the one before."""
        self._unknown = ""
        return super().on_key(key)

    def on_other_key(self, key: str) -> ScreenRequest:
        """Answer with the row of that letter, or say that there is none."""
        request = super().on_other_key(key)
        self._unknown = "" if request is not None else key_name(key)
        return request

    def notes(self, width: int) -> Sequence[str]:
        """Return what there is to say of the last key, if anything."""
        return (UNKNOWN_KEY.format(key=self._unknown),) if self._unknown else ()
