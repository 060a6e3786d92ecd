"""Asciicasts: a game as a film of a terminal, made from its journal; asciinema and many others show it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from roguelike.store.values import read_moment
from roguelike.terminal.drawing.abilities import Abilities
from roguelike.terminal.drawing.frame import Renderer
from roguelike.ui.canvas import Canvas
from roguelike.ui.display import TICK
from roguelike.ui.playback import Playback
from roguelike.ui.printable import printable
from roguelike.ui.screens.end import DeathScreen, VictoryScreen
from roguelike.ui.screens.play import PlayScreen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.terminal.colors.palette import Palette
    from roguelike.ui.canvas import Cell
    from roguelike.ui.playback import Recording
    from roguelike.ui.screens.screen import Screen

VERSION: Final = 2
USUAL_SIZE: Final = (80, 24)
USUAL_LIMIT: Final = 2.0
"""Seconds that a pause takes at most."""

_ABILITIES: Final = Abilities(fills=False)
"""Nobody knows what will show it: all of the cells are written, whatever erasing does there."""
_START: Final = "\x1b[?7l"
"""The renderer wants no autowrap."""
_MILLISECONDS: Final = 1000
_TICK: Final = round(TICK * _MILLISECONDS)


def make_cast(
    recording: Recording, palette: Palette, *, size: tuple[int, int] = USUAL_SIZE, limit: float = USUAL_LIMIT
) -> Iterator[str]:
    """Yield the lines of an asciicast v2 of a whole game on a terminal of `size`, no pause longer than `limit` seconds.

    The same recording always gives the same lines.
    """
    yield _line(_header(recording, size))
    camera = _Camera(palette, size)
    longest = round(limit * _MILLISECONDS)
    end = 0
    for at, screen in _scenes(Playback(recording), recording, longest):
        yield from camera.shoot(at, screen)
        end = at
    yield camera.close(end + longest)


def _header(recording: Recording, size: tuple[int, int]) -> dict[str, Any]:
    about = recording.about
    title = f"{about.get('name', '')}: {about.get('ruleset', '')}"
    if recording.is_over:
        title += f", seed {about.get('seed', '')}"
    return {
        "version": VERSION,
        "width": size[0],
        "height": size[1],
        **_timestamp(about.get("begun", "")),
        "title": printable(title),
        "env": {"TERM": "xterm-256color"},
    }


def _timestamp(begun: str) -> dict[str, int]:
    """Return when the game was begun, in seconds since 1970; nothing where that is not known."""
    moment = read_moment(begun)
    return {} if moment is None else {"timestamp": int(moment.timestamp())}


def _scenes(playback: Playback, recording: Recording, longest: int) -> Iterator[tuple[int, Screen]]:
    """Yield what is to be seen when, in milliseconds from the start."""
    presenter = playback.presenter
    screen: Screen = PlayScreen(presenter)
    yield 0, screen
    due = now = played = 0
    for row in recording.rows:
        due += max(0, min(row.at - played, longest))
        played = max(played, row.at)
        if not playback.forward():
            break
        now = max(now, due)
        yield now, screen
        while presenter.is_moving:
            playback.tick()
            now += _TICK
            yield now, screen
    if presenter.game.outcome is not None:
        yield now, (DeathScreen(presenter) if presenter.game.outcome == "died" else VictoryScreen(presenter))
    elif playback.is_over:
        yield now, screen


class _Camera:
    """Writes what differs from one picture to the next."""

    def __init__(self, palette: Palette, size: tuple[int, int]) -> None:
        self._renderer = Renderer(palette, _ABILITIES)
        self._size = size
        self._shown: list[list[Cell]] | None = None

    def shoot(self, at: int, screen: Screen) -> Iterator[str]:
        """Yield the line for a picture, unless nothing of it is new."""
        canvas = Canvas(*self._size)
        screen.draw(canvas)
        text = self._renderer.draw(self._shown, canvas)
        if self._shown is None:
            text = _START + text
        self._shown = canvas.rows
        if text:
            yield _event(at, text)

    def close(self, at: int) -> str:
        """Return the last line: the terminal is left as it should be, with the picture on it."""
        return _event(at, f"\x1b[m\x1b[?7h\x1b[{self._size[1]}H\x1b[?25h")


def _event(at: int, text: str) -> str:
    # A line feed goes down, but a terminal that is not in raw mode makes it go to the first column too.
    return _line([at / _MILLISECONDS, "o", text.replace("\n", "\x1b[B")])


def _line(value: Any) -> str:  # noqa: ANN401 -- plain data
    return json.dumps(value, separators=(",", ":")) + "\n"
