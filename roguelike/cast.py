"""Asciicasts: a recording of a game on a terminal, made from its journal, for asciinema and other players."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from roguelike.cells.canvas import Canvas
from roguelike.cells.text import printable
from roguelike.cells.timing import TICK
from roguelike.classes import frozen
from roguelike.play.playback import Playback
from roguelike.play.views.end import End
from roguelike.play.views.playing import Playing
from roguelike.play.views.view import Open, Replace
from roguelike.session.session import Session
from roguelike.store.values import read_moment
from roguelike.terminal.drawing.capabilities import TerminalCapabilities
from roguelike.terminal.drawing.frame import Renderer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roguelike.cells.canvas import Cell
    from roguelike.play.playback import Recording
    from roguelike.play.views.view import Request
    from roguelike.terminal.colors.palette import Palette

VERSION: Final = 2
USUAL_SIZE: Final = (80, 24)
USUAL_LIMIT: Final = 2.0
"""Maximum seconds of a pause."""

_ABILITIES: Final = TerminalCapabilities(fills=False)
"""The playing terminal is unknown, so all cells are written: erasing may behave differently there."""
_START: Final = "\x1b[?7l"
"""The renderer wants no autowrap."""
_MILLISECONDS: Final = 1000
_TICK: Final = round(TICK * _MILLISECONDS)


def make_cast(
    recording: Recording, palette: Palette, *, size: tuple[int, int] = USUAL_SIZE, limit: float = USUAL_LIMIT
) -> Iterator[str]:
    """Yield the lines of an asciicast v2 of a whole game on a terminal of `size`, no pause longer than `limit` seconds.

    The same recording always yields the same lines.
    """
    yield _line(_header(recording, size))
    camera, at = _Camera(palette, size), 0
    for picture in pictures(recording, size=size, limit=limit):
        at = picture.at
        yield from camera.shoot(at, picture.canvas)
    yield camera.close(at + round(limit * _MILLISECONDS))


@frozen
class Picture:
    """A frame of a film."""

    at: int
    """Milliseconds from the start."""
    canvas: Canvas
    turn: int
    depth: int
    """The level; 1 where there is only one."""


def pictures(
    recording: Recording, *, size: tuple[int, int] = USUAL_SIZE, limit: float = USUAL_LIMIT
) -> Iterator[Picture]:
    """Yield the frames of a whole game on a screen of `size`, no pause longer than `limit` seconds; some are alike."""
    film, at = _Film(Playback(recording), _due_times(recording, round(limit * _MILLISECONDS))), 0
    session = Session(Open(film))
    session.size = size
    while (frame := session.step(at / _MILLISECONDS, None)) is not None:
        world = film.perspective.world
        yield Picture(at, frame.canvas, world.turn, world.depth)
        if film.is_over or frame.wait is None:
            break
        at += round(frame.wait * _MILLISECONDS)


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
    """Return the start of the game in seconds since 1970; None if unknown."""
    moment = read_moment(begun)
    return {} if moment is None else {"timestamp": int(moment.timestamp())}


def _due_times(recording: Recording, longest: int) -> list[int]:
    """Return the time of each command in milliseconds from the start, never decreasing."""
    times, due, played = [], 0, 0
    for row in recording.rows:
        due += max(0, min(row.at - played, longest))
        played = max(played, row.at)
        times.append(due)
    return times


class _Film(Playing):
    """The game at its recorded pace, up to its end."""

    def __init__(self, playback: Playback, due: Sequence[int]) -> None:
        super().__init__(playback.perspective)
        self.is_over = False
        """Whether the last frame is shown."""
        self._playback = playback
        self._due = due
        self._at = 0
        """Milliseconds from the start."""

    @property
    def interval(self) -> float | None:
        """A tick while a projectile flies, else the time to the next command, which waits until all have landed."""
        if self.perspective.is_moving:
            return TICK
        if not self._playback.is_over:
            return max(0, self._due[self._playback.number] - self._at) / _MILLISECONDS
        return None if self.perspective.game.outcome is None else 0.0

    def on_tick(self) -> Request:
        """Move projectiles, perform the next command, or show the end."""
        if self.perspective.is_moving:
            self._playback.tick()
            self._at += _TICK
        elif not self._playback.is_over:
            self._at = max(self._at, self._due[self._playback.number])
            self._playback.forward()
        else:
            self.is_over = True
            return Replace(End(self.perspective))
        return None


class _Camera:
    """Writes the differences between frames."""

    def __init__(self, palette: Palette, size: tuple[int, int]) -> None:
        self._renderer = Renderer(palette, _ABILITIES)
        self._size = size
        self._shown: list[list[Cell]] | None = None

    def shoot(self, at: int, canvas: Canvas) -> Iterator[str]:
        """Yield the line of a frame, unless it equals the previous one."""
        text = self._renderer.draw(self._shown, canvas)
        if self._shown is None:
            text = _START + text
        self._shown = canvas.rows
        if text:
            yield _event(at, text)

    def close(self, at: int) -> str:
        """Return the last line, which restores the terminal's modes and leaves the frame on it."""
        return _event(at, f"\x1b[m\x1b[?7h\x1b[{self._size[1]}H\x1b[?25h")


def _event(at: int, text: str) -> str:
    # A line feed goes down, but a terminal that is not in raw mode makes it go to the first column too.
    return _line([at / _MILLISECONDS, "o", text.replace("\n", "\x1b[B")])


def _line(value: Any) -> str:  # noqa: ANN401 -- plain data
    return json.dumps(value, separators=(",", ":")) + "\n"
