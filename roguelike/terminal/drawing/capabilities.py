"""What a terminal can do beyond what all of them can."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.classes import frozen

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_REPEATERS: Final = ("alacritty", "contour", "foot", "wezterm", "xterm-ghostty", "xterm-kitty")


@frozen(kw_only=True)
class TerminalCapabilities:
    """Which sequences a terminal understands, by the names that ECMA-48 and terminfo have for them.

    By default, what nearly all terminals have that call themselves xterm.
    """

    repeats: bool = False
    """Whether it writes the last character again on demand (REP, `rep`)."""
    jumps: bool = True
    """Whether it goes to a column of the same row without the number of the row (CHA, `hpa`)."""
    saves: bool = True
    """Whether it saves a place with the look there, and returns to it (DECSC and DECRC, `sc` and `rc`)."""
    erases_chars: bool = True
    """Whether it erases a number of cells in the middle of a row (ECH, `ech`)."""
    moves_lines: bool = True
    """Whether it deletes lines so that those below move up (DL, `dl`)."""
    fills: bool = True
    """Whether what it erases gets the background that is being written in (`bce`), and not its own."""


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
    """Return whether what is erased is filled; tmux does that, though none of its descriptions says so.

    GNU screen does not, and its name is also used by tmux; where both run, either may be inside the other.
    """
    if name.startswith("screen"):
        return "TMUX" in environment and "STY" not in environment
    return name.startswith("tmux") or has("bce")
