"""What a person wants of the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.ui.choices import BACKGROUNDS

if TYPE_CHECKING:
    from roguelike.ui.settings import Settings


@frozen
class Options:
    """What the person wants of the terminal; None finds out."""

    colors: int | None = None
    """How many colours to use: 0, 8, 16, 256 or 2**24."""
    palette: str = "default"
    """One of the palettes' names."""
    paints: bool = True
    """Whether black is painted behind the game, whatever background the terminal has by itself."""
    mouse: str | None = None
    """What the mouse reports: "off" nothing, "drag" presses and drags, "motion" every movement."""
    ascii_only: bool | None = None
    """Whether to use no other characters than ASCII."""


def terminal_options(settings: Settings) -> Options:
    """Return what of the settings the terminal goes by."""
    return Options(
        colors=settings.colors,
        palette=settings.palette,
        paints=settings.background == BACKGROUNDS[0],
        mouse=settings.mouse,
        ascii_only=settings.ascii,
    )
