"""The private names of blessed that we lean on."""

from __future__ import annotations

import inspect
import os

import blessed
import pytest
from blessed._capabilities import TermcapResponse

from roguelike.terminal.quiet_terminal import QuietTerminal
from roguelike.terminal.tty_writer import TtyWriter


def quiet_terminal() -> QuietTerminal:
    """Return one that writes nowhere."""
    return QuietTerminal(TtyWriter(-1))


def test_the_private_names_are_there() -> None:
    """They may go with any release; this says which did."""
    terminal = quiet_terminal()

    assert "_xtgettcap_data" in inspect.signature(blessed.Terminal).parameters
    assert not TermcapResponse(supported=False).supported
    assert {"_dec_mode_cache", "_keyboard_buf", "_stream"} <= vars(terminal).keys()
    assert "_dec_mode_cache[" in inspect.getsource(blessed.Terminal.get_dec_mode)
    assert "_stream" in inspect.getsource(blessed.Terminal.stream.fget)  # type: ignore[attr-defined]


def test_input_is_taken_from_the_two_that_are_overridden() -> None:
    """blessed documents both as the way to bring another input; more would escape the decoder."""  # noqa: D403
    source = inspect.getsource(blessed.Terminal.inkey) + inspect.getsource(blessed.Terminal.flushinp)

    assert "self.kbhit(" in source
    assert "self.getch(" in source
    assert "os.read" not in source


def test_the_environment_is_left_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """What we hide from blessed is for other programs and for our own colours."""
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.delenv("TERM_PROGRAM", raising=False)
    before = dict(os.environ)

    terminal = quiet_terminal()

    assert before == dict(os.environ)
    assert "\x1b[?25l" == terminal.hide_cursor


@pytest.mark.parametrize(
    ("colors", "environment"),
    [
        (256, {"TERM": "xterm-256color"}),
        (8, {"TERM": "xterm"}),
        (8, {"TERM": "linux"}),
        (0, {"TERM": "vt100"}),
        (8, {"TERM": "xterm", "COLORTERM": "truecolor"}),
        (1 << 24, {"TERM": "xterm-kitty"}),
    ],
)
def test_the_colors_are_known_without_asking(
    colors: int, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rest of a dungeon's colours depend on it."""
    monkeypatch.delenv("COLORTERM", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    assert colors == quiet_terminal().number_of_colors
