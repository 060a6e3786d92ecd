"""What each kind of terminal can do."""

from __future__ import annotations

import pytest

from roguelike.terminal.drawing.capabilities import TerminalCapabilities, find_capabilities
from roguelike.terminal.quiet_terminal import QuietTerminal
from roguelike.terminal.tty_writer import TtyWriter

USUAL = TerminalCapabilities()
REPEATING = TerminalCapabilities(repeats=True)
UNFILLED = TerminalCapabilities(fills=False)
VT100 = TerminalCapabilities(jumps=False, erases_chars=False, moves_lines=False, fills=False)


@pytest.mark.parametrize(
    ("able", "environment"),
    [
        (USUAL, {"TERM": "xterm-256color"}),
        (USUAL, {"TERM": "xterm"}),
        (USUAL, {"TERM": "linux"}),
        (USUAL, {"TERM": "a-name-nobody-knows"}),
        (REPEATING, {"TERM": "alacritty"}),
        (REPEATING, {"TERM": "foot"}),
        (REPEATING, {"TERM": "xterm-ghostty"}),
        (TerminalCapabilities(repeats=True, fills=False), {"TERM": "xterm-kitty"}),
        (TerminalCapabilities(repeats=True, fills=False), {"TERM": "xterm-kitty", "TMUX": "/started/from/there"}),
        (UNFILLED, {"TERM": "screen"}),
        (UNFILLED, {"TERM": "screen-256color"}),
        (UNFILLED, {"TERM": "screen.xterm-256color"}),
        (USUAL, {"TERM": "screen", "TMUX": "/run/tmux,1,0"}),
        (UNFILLED, {"TERM": "screen", "TMUX": "/run/tmux,1,0", "STY": "1.pts"}),
        (USUAL, {"TERM": "tmux-256color"}),
        (VT100, {"TERM": "vt100"}),
        (TerminalCapabilities(jumps=False, fills=False), {"TERM": "vt220"}),
        (TerminalCapabilities(saves=False, fills=False), {"TERM": "ansi"}),
    ],
)
def test_a_terminal_is_asked_only_what_it_can_do(
    monkeypatch: pytest.MonkeyPatch, able: TerminalCapabilities, environment: dict[str, str]
) -> None:
    """What it cannot, it shows as letters or leaves undone, and the map is wrong from then on."""
    monkeypatch.setenv("TERM", environment["TERM"])

    assert able == find_capabilities(environment, QuietTerminal(TtyWriter(-1)).has)


def test_a_capability_is_a_sequence_or_a_flag(monkeypatch: pytest.MonkeyPatch) -> None:
    """blessed knows no flags; what is asked for lies behind one of its private names."""  # noqa: D403
    monkeypatch.setenv("TERM", "xterm-256color")
    has = QuietTerminal(TtyWriter(-1)).has

    assert has("ech")
    assert has("bce")
    assert not has("xhp")
    assert not has("no_such_capability")
