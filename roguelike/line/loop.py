"""The loop of line mode: write results, read a line, until the player leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from roguelike.line.console import Console
    from roguelike.line.session import LineSession


def run(console: Console, session: LineSession) -> None:
    """Run until the player leaves or the input ends; the game is closed in any case.

    Raises:
        StoreError: the first game cannot be begun or resumed.
        BrokenPipeError: the reader has gone.
    """
    try:
        session.begin()
        while session.is_running:
            session.game.idle()
            line = console.ask(session.game.prompt)
            if line is None:
                return
            session.answer(line)
    except BrokenPipeError:
        raise  # the game is closed as usual
    except Exception:
        # A bug: the world may be inconsistent, and the journal is complete, so no snapshot is written.
        session.release()
        raise
    finally:
        session.close()
