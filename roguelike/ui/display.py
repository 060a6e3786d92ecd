"""What a loop needs of a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from roguelike.ui.canvas import Canvas
    from roguelike.ui.input import Input
    from roguelike.ui.settings import Settings

TICK: Final = 0.033
"""Seconds between two moves of whatever flies."""


class Source(Protocol):
    """Something beside the terminal that a display waits for."""

    def fileno(self) -> int:
        """Return the file descriptor that is readable when there is something to take."""

    def take(self) -> Input | None:
        """Take what there is, without waiting; returns what came of it for the session, if anything did."""


class Display(Protocol):
    """Shows canvases, and returns what the person does."""

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""

    @property
    def takes_mouse(self) -> bool:
        """Whether the mouse is reported, and not left to the terminal."""

    def read(self, timeout: float | None) -> Input | None:
        """Wait for input, at most `timeout` seconds; None when there was none."""

    def show(self, canvas: Canvas) -> None:
        """Show a frame."""

    def forget(self) -> None:
        """Draw the whole of the next frame."""

    def forget_typed(self) -> None:
        """Forget what was typed until now and has not been read."""

    def toggle_mouse(self) -> None:
        """Leave the mouse to the terminal, or take it back."""

    def apply(self, settings: Settings) -> None:
        """Draw from now on as these settings say."""
