"""The canary game of the gateway, with a fake game."""

from __future__ import annotations

import asyncio
import contextlib
import os
import tty
from typing import TYPE_CHECKING, Final

from roguelike.serve.channel import Channel
from roguelike.serve.front import canary
from roguelike.serve.front.canary import Canary
from roguelike.serve.front.games import Game, GameProcesses, NoGame, Screen

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest

    from roguelike.serve.channel import Message

SILENT: Final = "nothing shown in 0.2 s (look at the load of the machine and its disk)"


class StandIn(Game):
    """A game without a process, which ends at a hang-up."""

    def hang_up(self) -> None:
        """Close the pty, and end."""
        super().hang_up()
        self.ended.set()


class StandIns(GameProcesses):
    """Fake games that answer keys, or do not."""

    trouble = ""

    def __init__(self, answers: list[bool | str | None], on_start: Callable[[], None]) -> None:
        self._on_start = on_start
        self._answers = answers
        """For each game, whether it answers, or why it ends at once; None if it cannot be started."""
        self.open = contextlib.ExitStack()

    async def start(self, request: Message, screen: Screen) -> Game:
        """Return the next game."""
        assert request["canary"]
        assert all(screen.size)
        self._on_start()
        answers = self._answers.pop(0)
        if answers is None:
            raise NoGame("2 threads")
        master, slave = os.openpty()
        os.set_blocking(master, False)
        tty.setraw(slave)
        ours, theirs = Channel.pair()
        for close in (ours.close, theirs.close, lambda: os.close(slave)):
            self.open.callback(close)
        game = StandIn(master, ours, 0, -1)
        loop = asyncio.get_running_loop()
        if isinstance(answers, str):
            loop.call_soon(lambda: game.on_message({"trouble": answers}))
            loop.call_later(0.01, game.ended.set)
            return game
        loop.call_soon(lambda: game.on_message({"place": {"game": "Ember"}}))

        def answer() -> None:
            with contextlib.suppress(OSError):
                os.read(slave, 99)
                os.write(slave, b"@")

        if answers:
            loop.add_reader(slave, answer)
        return game


def test_every_failure_is_counted_and_what_changes_is_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game without an answer, one that cannot be started, one that ends, and a success.

    After the first one, the next ones start early: a minute would be too long to find a recovery.
    """
    for name, seconds in (("TIMEOUT", 0.2), ("LOOK_EVERY", 0.01), ("STILL", 0.01), ("RETRY", 0.05)):
        monkeypatch.setattr(canary, name, seconds)
    told: list[tuple[object, ...]] = []
    is_well = asyncio.Event()

    def log(event: str, why: str = "", **_: object) -> None:
        told.append((event, why))
        if "well" in event:
            is_well.set()

    monkeypatch.setattr(canary, "log", log)
    games: list[bool | str | None] = [False, None, "disk full.", True]
    troubles: list[str] = []

    def on_start() -> None:
        troubles.append(bird.trouble)
        if len(troubles) == 2:
            monkeypatch.setattr(canary, "TIMEOUT", 60)  # the others are not to be late on a busy machine

    stand_ins = StandIns(games, on_start)
    bird = Canary(stand_ins, lambda: (0.01 if len(games) == 4 else 60) if games else None)

    async def play() -> None:
        running = asyncio.get_running_loop().create_task(bird.run())
        await is_well.wait()
        running.cancel()

    with stand_ins.open:
        asyncio.run(asyncio.wait_for(play(), 60))

    assert [("canary failed", SILENT), ("canary is well again", "")] == told
    found = bird.plain()
    assert ["", SILENT, "2 threads", "disk full"] == troubles
    assert 3 == found["failed"]
    assert 0 < found["last"] == round(found["total"], 6)
