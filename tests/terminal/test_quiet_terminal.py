"""The private names of blessed that we lean on."""

from __future__ import annotations

import inspect
import os

import blessed
import pytest
from blessed._capabilities import TermcapResponse

from roguelike.terminal.quiet_terminal import QuietTerminal, open_quiet_terminal, prepare
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


@pytest.mark.parametrize("kind", ["xterm-256color", "linux"])
def test_a_prepared_terminal_is_like_a_new_one(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is returned once, and belongs to the streams of the process that opens it."""
    monkeypatch.setenv("TERM", kind)
    prepare(kind)
    main, tty = os.openpty()
    with os.fdopen(main), os.fdopen(tty) as stdin, open(os.ttyname(tty), "w", encoding="utf-8") as stdout:  # noqa: PTH123 -- no file
        monkeypatch.setattr("sys.__stdin__", stdin)
        monkeypatch.setattr("sys.__stdout__", stdout)
        first, second = TtyWriter(-1), TtyWriter(-1)
        prepared, new = open_quiet_terminal(first), open_quiet_terminal(second)

    found, expected = vars(prepared), vars(new)
    assert first is found["_stream"]
    assert second is expected["_stream"]
    assert expected["_keymap"] == found["_keymap"]
    plain = {name for name, value in expected.items() if isinstance(value, (str, int, set, type(None)))}
    assert {"_kind", "_keyboard_fd", "_is_a_tty", "_init_descriptor", "_number_of_colors"} <= plain
    assert {name: expected[name] for name in plain} == {name: found[name] for name in plain}
