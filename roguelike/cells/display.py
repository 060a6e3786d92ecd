"""The interface of a terminal to the game loop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from roguelike.classes import frozen

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas
    from roguelike.cells.input import Input


@frozen
class DisplayOptions:
    """Display options of the game; None detects a value."""

    colors: int | None = None
    """The number of colours to use: 0, 8, 16, 256 or 2**24."""
    palette: str = "default"
    """The name of the palette."""
    paints: bool = True
    """Whether black backgrounds are painted, whatever the default background of the terminal."""
    mouse: str | None = None
    """The mouse mode: "off" reports nothing, "drag" presses and drags, "motion" every movement."""
    ascii_only: bool | None = None
    """Whether to use only ASCII."""


class Source(Protocol):
    """A source of input beside the terminal that a display waits for."""

    def fileno(self) -> int:
        """Return the file descriptor that is readable when there is input."""

    def take(self) -> Input | None:
        """Read without waiting; returns the input for the session, None if there is none."""


class Display(Protocol):
    """Shows canvases, and returns input."""

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""

    @property
    def takes_mouse(self) -> bool:
        """Whether the terminal reports the mouse."""

    def read(self, timeout: float | None) -> Input | None:
        """Wait for input, at most `timeout` seconds; None if there was none."""

    def show(self, canvas: Canvas) -> None:
        """Show a frame."""

    def forget(self) -> None:
        """Redraw the next frame completely."""

    def forget_typed(self) -> None:
        """Discard input that has not been read."""

    def toggle_mouse(self) -> None:
        """Turn mouse reports off or on."""

    def apply(self, options: DisplayOptions) -> None:
        """Draw from now on by these options."""
