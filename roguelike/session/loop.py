"""The main loop: pass input to the session and its frames to the display."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, assert_never

from roguelike.session.frame import DisplayRequest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from roguelike.cells.display import Display
    from roguelike.cells.input import Input
    from roguelike.session.session import Session
    from roguelike.settings.settings import Settings


def _nothing() -> None:
    pass


def run(
    display: Display,
    session: Session,
    clock: Callable[[], float] = time.monotonic,
    started: Callable[[], None] = _nothing,
    ahead: Iterable[None] = (),
) -> None:
    """Run until the player leaves or the terminal is gone; the game is closed in any case.

    `started` is called after the first frame, and after the first frame of the first game. Without a game and input,
    the steps of `ahead` run, which prepare the first game.

    Raises:
        StoreError: the first game cannot be begun or resumed.
    """
    event: Input | None = None
    shown = played = False
    steps = iter(ahead)
    try:
        while True:
            session.size, session.takes_mouse = display.size, display.takes_mouse
            now = clock()
            frame = session.step(now, event)
            if frame is None:
                return
            for effect in frame.effects:
                _apply(display, effect, session.settings)
            display.show(frame.canvas)
            session.idle(clock())
            if not shown or (session.game is not None and not played):
                started()
            shown, played = True, played or session.game is not None
            event = _typed_meanwhile(display, steps) if session.game is None else None
            if event is None:
                event = display.read(None if frame.wait is None else max(0.0, now + frame.wait - clock()))
    except Exception:
        # A bug: the world may be inconsistent, and the journal is complete, so no snapshot is written.
        session.release()
        raise
    finally:
        session.close()


def _typed_meanwhile(display: Display, ahead: Iterator[None]) -> Input | None:
    """Run steps until there is input or none is left; return the input, or None."""
    for _ in ahead:
        if (event := display.read(0)) is not None:
            return event
    return None


def _apply(display: Display, effect: DisplayRequest, settings: Settings) -> None:
    match effect:
        case DisplayRequest.FORGET:
            display.forget()
        case DisplayRequest.FORGET_TYPED:
            display.forget_typed()
        case DisplayRequest.TOGGLE_MOUSE:
            display.toggle_mouse()
        case DisplayRequest.APPLY_SETTINGS:
            display.apply(settings.display_options)
        case _:
            assert_never(effect)
