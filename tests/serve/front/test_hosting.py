"""Sessions that end at any moment, and the release of their seats."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from roguelike.serve.accounts import Account
from roguelike.serve.channel import Channel
from roguelike.serve.front.clerk_client import ClerkClient, ClerkError
from roguelike.serve.front.counters import Counters
from roguelike.serve.front.directory import ClerkDirectory, NoDirectory, Seat
from roguelike.serve.front.games import Game
from roguelike.serve.front.hosting import Hosting
from roguelike.serve.front.sessions import Sessions
from tests.loop_time import until
from tests.serve.clerk.running import SERVER, running

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.serve.clerk.running import RunningClerk

_NOBODY: Any = SimpleNamespace(user="", key=None, address="")


class SlowDirectory:
    """A directory that gives a seat on command, and records released ones."""

    uses_clerk = True

    def __init__(self) -> None:
        self.asked, self.go_on = asyncio.Event(), asyncio.Event()
        self.left: list[str] = []

    def hello_as(self, _: str) -> None:
        """Return nothing."""

    async def sit_down(self, _: Account, session: int, **__: object) -> Seat:
        """Return a seat, late."""
        self.asked.set()
        await self.go_on.wait()
        return Seat(token=f"seat {session}")

    async def stand_up(self, _: Account, token: str) -> None:
        """Record it."""
        self.left.append(token)


def hosting_with(directory: SlowDirectory) -> tuple[Hosting, Sessions]:
    """Return the hosting of unknown clients, and its directory."""
    ours, theirs = Channel.pair()
    theirs.close()

    async def login(_: object) -> object:
        return SimpleNamespace(account=None, key=None, is_guest=False, user="", address="")

    async def start(*_: object) -> Game:
        return Game(-1, ours, 50, -1)

    done: Callable[..., None] = lambda *_, **__: None  # noqa: E731
    hub: Any = SimpleNamespace(
        admission=SimpleNamespace(login=login, started=done, note_player=done, end_session=done),
        counters=Counters(),
        directory=directory,
        games=SimpleNamespace(start=start),
        sessions=Sessions(),
        spawn=asyncio.get_running_loop().create_task,
    )
    return Hosting(hub, done), hub.sessions


@pytest.mark.parametrize("ends_first", [True, False])
def test_a_player_who_hangs_up_leaves_the_seat(ends_first: bool) -> None:  # noqa: FBT001 -- a case
    """Also if the clerk takes it only after that: other hosts would report the player as playing."""

    async def hang_up() -> list[str]:
        directory = SlowDirectory()
        hosting, sessions = hosting_with(directory)
        ends: Any = SimpleNamespace(end=None, part=None)
        screen: Any = None
        entry = await hosting.start_game(_NOBODY, ends, screen)
        assert entry.game.on_message is not None
        entry.game.on_message({"account": {"id": 1, "name": "kim"}, "registered": True})
        await directory.asked.wait()
        if ends_first:
            hosting.end_session(_NOBODY, entry, "left")
            directory.go_on.set()
        else:
            directory.go_on.set()
            await until(lambda: bool(entry.seat))
            hosting.end_session(_NOBODY, entry, "left")
        assert not len(sessions)
        await asyncio.wait_for(until(lambda: bool(directory.left)), 5)
        entry.game.link.close()
        return directory.left

    assert ["seat 1"] == asyncio.run(hang_up())


def test_a_seat_that_was_not_had_in_time_is_given_back(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clerk continues after a timeout: later it has taken the seat, or will not."""
    answered = ClerkClient.ask

    async def ask(client: ClerkClient, operation: str, **given: Any) -> Any:  # noqa: ANN401 -- plain data
        found = await answered(client, operation, **given)
        if operation == "sit_down":
            raise ClerkError
        return found

    async def give_up(clerk: RunningClerk, account: Account) -> None:
        client = ClerkClient(clerk.path, SERVER)
        directory = ClerkDirectory(client, client, SERVER)
        with pytest.raises(NoDirectory):
            await directory.sit_down(account, 7)
        assert [(7,)] == clerk.rows("SELECT session FROM rl.seats")
        await directory.look()
        client.hang_up()

    with running(database) as clerk:
        kim = clerk.account("kim")
        monkeypatch.setattr(ClerkClient, "ask", ask)
        asyncio.run(give_up(clerk, Account(kim, "kim")))
        assert [(None,)] == clerk.rows("SELECT session FROM rl.seats")
        request = {"account": kim, "epoch": 1, "session": 8}
        clerk.server().ask("give_back", **request)
        assert clerk.server().ask("sit_down", **request) is None
        assert clerk.server().ask("sit_down", **{**request, "epoch": 2})
        clerk.server().ask("give_back", **{**request, "session": 9})
        assert [(8,)] == clerk.rows("SELECT session FROM rl.seats")
