"""Requests for games while one fork server replaces another."""

from __future__ import annotations

import asyncio
import os
import subprocess

import pytest

from roguelike.serve.channel import Channel, Message
from roguelike.serve.front.games import Game, GameProcesses, Screen

SIZE = (80, 24)


class ForkServer:
    """A fork server that answers as the test says, and its channel to the gateway."""

    def __init__(self) -> None:
        self.gateway, self._link = Channel.pair()
        self._link.set_blocking(blocking=False)

    def receive(self) -> Message:
        """Return the next request; BlockingIOError if there is none."""
        message, descriptors = self._link.receive()
        for each in descriptors:
            os.close(each)
        return message

    def close(self) -> None:
        """End both ends."""
        self.gateway.close()
        self._link.close()

    def fork(self, number: int, process: int) -> None:
        """Answer a request."""
        handle = os.pidfd_open(process)
        self._link.send({"forked": number, "process": process}, [handle])
        os.close(handle)


def test_what_a_dead_fork_server_has_not_answered_is_asked_of_the_next() -> None:
    """A player who waits for a game does not notice."""

    async def play() -> None:
        games, dead, next_one = GameProcesses(asyncio.get_running_loop()), ForkServer(), ForkServer()
        games.attach(dead.gateway)
        starting = asyncio.create_task(games.start({"command": "game"}, Screen(SIZE, {})))
        await asyncio.sleep(0)
        request = dead.receive()
        games.attach(next_one.gateway)
        assert request == next_one.receive()
        next_one.fork(request["number"], process.pid)
        await _end(await starting, process, dead, next_one)

    with subprocess.Popen(["sleep", "30"]) as process:
        asyncio.run(play())


def test_what_a_fork_server_answers_before_it_dies_counts() -> None:
    """Its answer counts even if the next fork server is attached before the answer is read."""

    async def play() -> None:
        loop, dead, next_one = asyncio.get_running_loop(), ForkServer(), ForkServer()
        games, (read_end, write_end) = GameProcesses(loop), os.pipe()

        def arrive() -> None:
            loop.remove_reader(read_end)
            games.attach(next_one.gateway)

        games.attach(dead.gateway)
        loop.add_reader(read_end, arrive)
        starting = asyncio.create_task(games.start({"command": "game"}, Screen(SIZE, {})))
        await asyncio.sleep(0)
        dead.fork(dead.receive()["number"], process.pid)
        os.write(write_end, b".")  # both in one turn of the loop
        game = await starting
        assert os.isatty(game.master)
        with pytest.raises(BlockingIOError):
            next_one.receive()
        await _end(game, process, dead, next_one)
        os.close(read_end)
        os.close(write_end)

    with subprocess.Popen(["sleep", "30"]) as process:
        asyncio.run(play())


async def _end(game: Game, process: subprocess.Popen[bytes], *fork_servers: ForkServer) -> None:
    process.kill()
    await game.ended.wait()
    game.hang_up()
    for each in fork_servers:
        each.close()
