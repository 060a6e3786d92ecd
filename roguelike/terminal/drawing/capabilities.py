"""Optional capabilities of terminals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.classes import frozen

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_REPEATERS: Final = ("alacritty", "contour", "foot", "wezterm", "xterm-ghostty", "xterm-kitty")


@frozen(kw_only=True)
class TerminalCapabilities:
    """The optional sequences that a terminal supports, with their names in ECMA-48 and terminfo.

    The defaults are those of nearly all terminals that call themselves xterm.
    """

    repeats: bool = False
    """Whether it can repeat the last character (REP, `rep`)."""
    jumps: bool = True
    """Whether it can move to a column of the same row (CHA, `hpa`)."""
    saves: bool = True
    """Whether it can save and restore cursor position and style (DECSC and DECRC, `sc` and `rc`)."""
    erases_chars: bool = True
    """Whether it can erase a number of cells in the middle of a row (ECH, `ech`)."""
    moves_lines: bool = True
    """Whether it can delete lines, moving up those below (DL, `dl`)."""
    fills: bool = True
    """Whether erased cells get the current background (`bce`) and not the default one."""


def find_capabilities(environment: Mapping[str, str], has: Callable[[str], bool]) -> TerminalCapabilities:
    """Return the capabilities of the terminal that TERM names; `has` says which capabilities terminfo lists for it."""
    name = environment.get("TERM", "")
    return TerminalCapabilities(
        # terminfo says so of xterm-256color, but that name is also taken by terminals that do not (mosh, pyte, others a
        # few years old), and stands for all names that nobody knows. So it must be one that only its owner has.
        repeats=name.startswith(_REPEATERS),
        jumps=has("hpa"),
        # By another sequence where there is no reverse line feed (`ri`), which came with the same VT100.
        saves=has("sc") and has("ri"),
        erases_chars=has("ech"),
        moves_lines=has("dl"),
        fills=_fills(name, environment, has),
    )


def _fills(name: str, environment: Mapping[str, str], has: Callable[[str], bool]) -> bool:
    """Return whether erased cells get the current background; tmux's do, although its terminfo entries deny it.

    GNU screen does not, and tmux may use its name; if both run, either may be inside the other.
    """
    if name.startswith("screen"):
        return "TMUX" in environment and "STY" not in environment
    return name.startswith("tmux") or has("bce")
