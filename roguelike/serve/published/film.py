"""Films of games for pages: the messages of a game in a browser, with their times, a line each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from roguelike.cast import pictures
from roguelike.serve.web.frames import Encoder, dumps

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.cells.canvas import Canvas
    from roguelike.play.playback import Recording
    from roguelike.serve.web.frames import Seen

EVERY: Final = 200
"""Frames from one whole screen to the next, from which a page goes to a moment."""


def make_film(recording: Recording) -> Iterator[str]:
    """Yield the texts of a film of a whole game, on a screen of 80 x 24, no pause longer than two seconds.

    The first text of a frame has its time `at`, in milliseconds from the start, its `turn`, and the `level` where that
    is another than before. The last text says that the film is over.
    """
    encoder = Encoder()
    seen: Seen | None = None
    shown: Canvas | None = None
    number, level = 0, 0
    for picture in pictures(recording):
        if shown is not None and (shown.rows, shown.cursor) == (picture.canvas.rows, picture.canvas.cursor):
            continue
        told: dict[str, Any] = {"at": picture.at, "turn": picture.turn}
        if picture.depth != level:
            told["level"] = level = picture.depth
        texts, seen = encoder.encode(picture.canvas, seen if number % EVERY else None, **told)
        yield from texts
        shown, number = picture.canvas, number + 1
    yield dumps({"over": True})
