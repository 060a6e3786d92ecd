"""Whole sessions on a display of glass: scripted input, a clock that only moves when the person waits, frames kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.session import Session
from roguelike.ui.canvas import Canvas
from roguelike.ui.input import HangUp, Input, Key, Resize
from roguelike.ui.screens.rules import RuleChoice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from roguelike.engine.game import Game
    from roguelike.ui.canvas import Cell


@attrs.frozen
class Size:
    """The person makes the terminal this large."""

    width: int
    height: int


@attrs.frozen
class Stall:
    """The machine does nothing at all for so many seconds."""

    seconds: float


@attrs.frozen
class Ahead:
    """The person presses these keys at once, before anything that comes of the first is on the screen."""

    keys: str


Deed = str | Input | float | Size | Stall | Ahead
"""What a person does: press the key of that name, anything else that is an input, wait so many seconds, or resize."""


@attrs.define
class Watched:
    """What a session showed, and how it waited."""

    script: list[Deed]
    size: tuple[int, int] = (80, 24)
    lag: float = 0.0
    """How long the machine takes to do anything."""
    now: float = 0.0
    frames: list[Canvas] = attrs.field(factory=list)
    """Every frame in the order in which it was shown."""
    after: list[Canvas] = attrs.field(factory=list)
    """What was on the screen before anything was done, then after each deed."""
    waits: list[float | None] = attrs.field(factory=list)
    """How long the session was ready to wait, each time it asked for input."""
    forgotten: int = 0
    """How often all of the next frame was asked for."""
    takes_mouse: bool = True
    hung_up: bool = False
    """Whether the session went on until the script was at its end."""
    _waiting: float = 0.0
    _typed: list[str] = attrs.field(factory=list)

    @property
    def last(self) -> Canvas:
        """What was on the screen in the end."""
        return self.frames[-1]

    def texts(self) -> list[str]:
        """Give the characters after each deed."""
        return [canvas.text() for canvas in self.after]

    def read(self, timeout: float | None) -> Input | None:
        """Give what the person does next, or let time pass."""
        self.waits.append(timeout)
        self.now += self.lag
        if self._typed:
            return Key(self._typed.pop(0))
        if not self._waiting:
            self.after.append(self.frames[-1])
            if not self.script:
                self.hung_up = True
                return HangUp()
            deed = self.script.pop(0)
            if isinstance(deed, Stall):
                self.now += deed.seconds
                return None
            if isinstance(deed, Ahead):
                self._typed += deed.keys
                return Key(self._typed.pop(0))
            if not isinstance(deed, float):
                return self._done(deed)
            self._waiting = deed
        passed = self._waiting if timeout is None else min(self._waiting, timeout)
        self.now += passed
        self._waiting = 0.0 if passed == self._waiting else self._waiting - passed
        return None if self._waiting or timeout is not None else self.read(None)

    def show(self, canvas: Canvas) -> None:
        """Keep a frame."""
        self.frames.append(canvas)

    def forget(self) -> None:
        """Count it."""
        self.forgotten += 1

    def forget_typed(self) -> None:
        """Forget the keys that were pressed at once with the one that was given last."""
        self._typed.clear()

    def toggle_mouse(self) -> bool:
        """Keep whether the mouse is taken."""
        self.takes_mouse = not self.takes_mouse
        return self.takes_mouse

    def _done(self, deed: str | Input | Size) -> Input:
        if isinstance(deed, Size):
            self.size = (deed.width, deed.height)
            return Resize()
        return Key(deed) if isinstance(deed, str) else deed


def watch(
    game: Game | Callable[[], Game],
    *deeds: Deed,
    size: tuple[int, int] = (80, 24),
    at_title: bool = False,
    lag: float = 0.0,
    others: Sequence[RuleChoice] = (),
) -> Watched:
    """Run a session, straight into `game` unless it is begun at the title, until it ends or the deeds are done.

    The title has `others` to choose from beside the rule set of the game.
    """
    ruleset = game().world.ruleset if callable(game) else game.world.ruleset
    watched = Watched(list(deeds), size, lag)
    first = RuleChoice(ruleset.name, ruleset.title, ruleset.summary)

    def begin(_: str) -> Game:
        return game() if callable(game) else game

    Session(watched, first, lambda: [first, *others], begin, clock=lambda: watched.now).run(at_title=at_title)
    return watched


def spot(canvas: Canvas, text: str) -> tuple[int, int]:
    """Give where `text` begins on a canvas, the first time from the top.

    Raises:
        ValueError: it is not there.
    """
    for y, row in enumerate(canvas.rows):
        x = "".join(cell.char for cell in row).find(text)
        if x >= 0:
            return x, y
    raise ValueError(f"{text!r} is not on the canvas:\n{canvas.text()}")


def cells(canvas: Canvas, x: int, y: int, count: int = 1) -> list[Cell]:
    """Give a run of cells."""
    return canvas.rows[y][x : x + count]


def words(canvas: Canvas, x: int, y: int, count: int) -> str:
    """Give the characters of a run of cells."""
    return "".join(cell.char for cell in cells(canvas, x, y, count))


def keys(text: Iterable[str]) -> list[Key]:
    """Give a key for each name."""
    return [Key(name) for name in text]
