"""The pause after death or victory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.play.ending import UNKNOWN, Ending
from roguelike.play.views.summary import Summary
from roguelike.play.views.view import Replace, View

if TYPE_CHECKING:
    from roguelike.play.perspective import Perspective
    from roguelike.play.views.view import Request

SECONDS: Final = 2.0


class End(View):
    """Shows the end of a game for two seconds and ignores all keys, so that hurried typing does not dismiss it."""

    sort = "end"
    title = "The end"
    drops_typed_ahead = True

    def __init__(self, perspective: Perspective, ending: Ending = UNKNOWN) -> None:
        self.perspective = perspective
        self._ending = ending

    @property
    def interval(self) -> float | None:
        """The length of the pause."""
        return SECONDS

    def on_key(self, key: str) -> Request:
        """Do nothing."""
        return None

    def on_tick(self) -> Request:
        """Go on to the summary."""
        return Replace(Summary(self.perspective, self._ending))
