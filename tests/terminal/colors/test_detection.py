"""How many colours each terminal is sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.terminal.colors.detection import depth
from roguelike.terminal.quiet_terminal import QuietTerminal
from roguelike.terminal.tty_writer import TtyWriter

if TYPE_CHECKING:
    from collections.abc import Mapping

ALL = 1 << 24
TRUE = {"COLORTERM": "truecolor"}

NAMES = [
    # 256, or all where the name alone says so.
    (256, "xterm-256color"),
    (256, "screen-256color"),
    (256, "tmux-256color"),
    (256, "screen.xterm-256color"),
    (256, "putty-256color"),
    (256, "vte-256color"),
    (256, "linux-256color"),
    (ALL, "xterm-kitty"),
    (ALL, "alacritty"),
    (ALL, "xterm-ghostty"),
    (ALL, "foot"),
    (ALL, "xterm-direct"),
    (256, "a-name-that-nobody-knows"),
    # 16: the bright ones are known there.
    (16, "xterm"),
    (16, "tmux"),
    (16, "xterm-16color"),
    (16, "rxvt-16color"),
    (16, "xterm-88color"),
    (16, "rxvt-unicode"),
    # 8: bold is what brightens.
    (8, "linux"),
    (8, "linux-16color"),
    (8, "screen"),
    (8, "screen-bce"),
    (8, "screen-16color"),
    (8, "screen.xterm"),
    (8, "screen.linux"),
    (8, "ansi"),
    (8, "pcansi"),
    (8, "cygwin"),
    (8, "rxvt"),
    (8, "xterm-color"),
    # None.
    (0, "vt100"),
    (0, "vt102"),
    (0, "vt220"),
    (0, "vt420"),
    (0, "vt100-nav"),
    (0, "screen.vt100"),
    (0, "sun"),
    (0, "xterm-mono"),
    (0, "linux-m"),
    (0, "dumb"),
    (0, ""),
]

ENVIRONMENTS = [
    # COLORTERM raises what can be raised.
    (ALL, {"TERM": "xterm-256color"} | TRUE),
    (ALL, {"TERM": "xterm-256color", "COLORTERM": "24bit"}),
    (ALL, {"TERM": "xterm-256color", "COLORTERM": "TrueColor"}),
    (ALL, {"TERM": "screen-256color"} | TRUE),
    (ALL, {"TERM": "tmux-256color"} | TRUE),
    (ALL, {"TERM": "a-name-that-nobody-knows"} | TRUE),
    (ALL, {"TERM": "xterm"} | TRUE),
    (256, {"TERM": "xterm-256color", "COLORTERM": "1"}),
    (256, {"TERM": "xterm-256color", "COLORTERM": "rxvt"}),
    (256, {"TERM": "xterm-256color", "COLORTERM": ""}),
    # It may be left from the terminal around this one: TERM wins.
    (0, {"TERM": "vt100"} | TRUE),
    (0, {"TERM": "vt220"} | TRUE),
    (0, {"TERM": "dumb"} | TRUE),
    (0, {"TERM": "xterm-mono"} | TRUE),
    (8, {"TERM": "linux"} | TRUE),
    (8, {"TERM": "screen"} | TRUE),
    (8, {"TERM": "ansi"} | TRUE),
    # Inside GNU screen it is always left from outside; where tmux runs too, only TERM can tell which is inside.
    (256, {"TERM": "screen-256color", "STY": "7.pts-0.host"} | TRUE),
    (256, {"TERM": "xterm-256color", "STY": "7.pts-0.host"} | TRUE),
    (256, {"TERM": "xterm-direct", "STY": "7.pts-0.host"}),
    (8, {"TERM": "screen", "STY": "7.pts-0.host"} | TRUE),
    (ALL, {"TERM": "tmux-256color", "STY": "7.pts-0.host", "TMUX": "default,7,0"} | TRUE),
    (256, {"TERM": "screen-256color", "STY": "7.pts-0.host", "TMUX": "default,7,0"} | TRUE),
    (ALL, {"TERM": "screen-256color", "TMUX": "default,7,0"} | TRUE),
    # NO_COLOR beats all of that, unless it is empty.
    (0, {"TERM": "xterm-256color", "NO_COLOR": "1"} | TRUE),
    (0, {"TERM": "xterm-kitty", "NO_COLOR": "0"}),
    (256, {"TERM": "xterm-256color", "NO_COLOR": ""}),
    # What other programs read says nothing here.
    (256, {"TERM": "xterm-256color", "CLICOLOR": "0"}),
    (0, {"TERM": "vt100", "CLICOLOR_FORCE": "1", "FORCE_COLOR": "3"}),
    (256, {"TERM": "xterm-256color", "COLORFGBG": "0;15"}),
]

MINDED = ("TERM", "COLORTERM", "NO_COLOR", "STY", "TMUX", "CLICOLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "COLORFGBG")


def depth_of(environment: Mapping[str, str], monkeypatch: pytest.MonkeyPatch) -> int:
    """Ask with what blessed's terminfo says in that environment, as the game does."""
    for name in MINDED:
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    return depth(environment, QuietTerminal(TtyWriter(-1)).number_of_colors)


@pytest.mark.parametrize(("colors", "name"), NAMES)
def test_the_name_of_the_terminal_tells_its_colors(colors: int, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Too many are unreadable litter on an old terminal, too few are a poor dungeon on a new one."""
    assert colors == depth_of({"TERM": name}, monkeypatch)


@pytest.mark.parametrize(("colors", "environment"), ENVIRONMENTS)
def test_the_rest_of_the_environment_is_weighed(
    colors: int, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What speaks of the innermost terminal counts more than what may speak of another."""
    assert colors == depth_of(environment, monkeypatch)


def test_without_a_name_there_are_no_colors() -> None:
    """A program started by none of the usual ways may have no TERM at all."""
    assert 0 == depth({}, 256)


@pytest.mark.parametrize(
    ("colors", "terminfo"), [(ALL, ALL + 1), (256, 4096), (16, 88), (8, 15), (0, 7), (0, 2), (0, -1)]
)
def test_a_number_between_depths_is_rounded_down(colors: int, terminfo: int) -> None:
    """There is a terminal with 88 colours, and one with 64; nothing is drawn for those alone."""
    assert colors == depth({"TERM": "odd"}, terminfo)
