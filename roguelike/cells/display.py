"""What a loop needs of a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from roguelike.classes import frozen

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas
    from roguelike.cells.input import Input


@frozen
class DisplayOptions:
    """How the game is shown; None detects it."""

    colors: int | None = None
    """How many colours to use: 0, 8, 16, 256 or 2**24."""
    palette: str = "default"
    """The name of the palette."""
    paints: bool = True
    """Whether black is painted behind the game, whatever background the terminal has by itself."""
    mouse: str | None = None
    """What the mouse reports: "off" nothing, "drag" presses and drags, "motion" every movement."""
    ascii_only: bool | None = None
    """Whether to use no other characters than ASCII."""


class Source(Protocol):
    """Something beside the terminal that a display waits for."""

    def fileno(self) -> int:
        """Return the file descriptor that is readable when there is something to take."""

    def take(self) -> Input | None:
        """Take what there is, without waiting; returns the input for the session, if there is any."""


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

    def apply(self, options: DisplayOptions) -> None:
        """Draw from now on by these options."""
