"""Films of games for pages: the messages of a game in a browser with their times, one a line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from roguelike.cast import pictures
from roguelike.serve.web.frame_encoder import FrameEncoder, dumps

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.cells.canvas import Canvas
    from roguelike.play.playback import Recording
    from roguelike.serve.web.frame_encoder import ClientFrame

KEYFRAME_INTERVAL: Final = 200
"""Frames from one whole screen to the next; a page seeks from these."""


def make_film(recording: Recording) -> Iterator[str]:
    """Yield the messages of a film of a whole game on a screen of 80 x 24, without pauses over two seconds.

    The first message of a frame has its time `at` in milliseconds from the start, its `turn`, and the `level` when that
    changes. The last message marks the end of the film.
    """
    encoder = FrameEncoder()
    before: ClientFrame | None = None
    shown: Canvas | None = None
    number, level = 0, 0
    for picture in pictures(recording):
        if shown is not None and (shown.rows, shown.cursor) == (picture.canvas.rows, picture.canvas.cursor):
            continue
        fields: dict[str, Any] = {"at": picture.at, "turn": picture.turn}
        if picture.depth != level:
            fields["level"] = level = picture.depth
        messages, before = encoder.encode(picture.canvas, before if number % KEYFRAME_INTERVAL else None, **fields)
        yield from messages
        shown, number = picture.canvas, number + 1
    yield dumps({"over": True})
