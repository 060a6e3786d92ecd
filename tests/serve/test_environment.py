"""The environment and the size of a game, from what clients send."""

from __future__ import annotations

import pytest

from roguelike.serve.environment import cut_size, environment_of


@pytest.mark.parametrize("term", ["../../x", "", "-x", "x" * 33, "xterm\x1b[2J", "vt100\n", "\u00fc", "a b"])
def test_a_strange_term_is_a_usual_one(term: str) -> None:
    """It names a file of terminfo."""
    assert "xterm-256color" == environment_of(term, {}, path="")["TERM"]


def test_a_game_gets_no_variable_but_few() -> None:
    """It gets no value that cannot name a locale either."""
    sent = {
        b"LD_PRELOAD": b"/tmp/x.so",
        b"PYTHONPATH": b"/tmp",
        b"TERMINFO": b"/tmp",
        b"PATH": b"/tmp",
        b"LANG": b"de_DE.UTF-8@euro",
        b"LC_ALL": b"../../../tmp/locale",
        b"LC_CTYPE": b"x" * 65,
        b"COLORTERM": b"truecolor\n",
        b"NO_COLOR": b"\xff",
    }

    built = environment_of("vt220", sent, path="/usr/bin")

    assert {"TERM": "vt220", "PATH": "/usr/bin", "HOME": "/nonexistent", "LANG": "de_DE.UTF-8@euro"} == built


@pytest.mark.parametrize(
    ("given", "size"),
    [((65535, 65535), (500, 200)), ((1, 1), (20, 5)), ((0, 0), (80, 24)), ((2**32 - 1, 24), (500, 24))],
)
def test_windows_are_cut_to_a_size(given: tuple[int, int], size: tuple[int, int]) -> None:
    """A window of 5,000 x 3,000 would take 280 MB."""
    assert size == cut_size(*given)
