"""The loop of line mode always closes the game."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

import pytest

from roguelike.engine.scenario import draw
from roguelike.line import Console, LineSession, run
from roguelike.play.requests import Begin
from roguelike.terminal.signals import Signals
from tests.line.talking import CLASSIC
from tests.watching import FakeLibrary, make_lobby

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.game import Game


def played(typed: bytes, *, breaks: type[BaseException] | None = None) -> list[str]:
    """Run until the input ends, or until output for the first command raises; return how the game ended."""

    def make() -> Game:
        return draw("#@....#", CLASSIC)

    library = FakeLibrary(make)
    with contextlib.ExitStack() as closing, Signals() as signals:
        keyboard, typist = os.pipe()
        screen = os.open(os.devnull, os.O_WRONLY)
        for descriptor in (keyboard, screen):
            closing.callback(os.close, descriptor)
        os.write(typist, typed)
        os.close(typist)
        console = Console(keyboard, screen, signals, unicode=False)

        def write(lines: Sequence[str]) -> None:
            if breaks is not None and any("Moved" in line for line in lines):
                raise breaks
            console.write(lines)

        session = LineSession(Begin("kim", "classic"), make_lobby(make, library=library), write=write)
        with contextlib.nullcontext() if breaks is None else pytest.raises(breaks):
            run(console, session)
    return library.plays[0].endings


@pytest.mark.parametrize("typed", [b"", b"east\n", b"east\nquit\nwest\n", b"title\n"])
def test_it_closes_the_game(typed: bytes) -> None:
    """A last snapshot is kept."""
    assert ["closed"] == played(typed)


@pytest.mark.parametrize("gone", [BrokenPipeError, KeyboardInterrupt])
def test_a_reader_that_goes_away_closes_it_as_well(gone: type[BaseException]) -> None:
    """Performed commands are saved."""
    assert ["closed"] == played(b"east\n", breaks=gone)


def test_a_defect_releases_it_as_it_was_written() -> None:
    """No snapshot of a world that may be inconsistent."""
    assert ["released"] == played(b"east\n", breaks=ZeroDivisionError)
