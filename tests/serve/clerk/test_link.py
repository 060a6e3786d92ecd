"""The link of a game to its clerk: it waits, notifies the player, and gives up."""

from __future__ import annotations

import contextlib
import socket
import threading
from typing import TYPE_CHECKING

import pytest

from roguelike.store.errors import StoreError
from roguelike.store.remote import clerk_link
from roguelike.store.remote.clerk_link import ClerkLink
from roguelike.store.remote.wire import LENGTH, packed, unpacked

if TYPE_CHECKING:
    from pathlib import Path


class SlowClerk:
    """Answers the hello at once, and an operation on command; counts the operations."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.asked: list[str] = []
        self.answers = threading.Event()
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.bind(str(path))
        self._socket.listen()
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        connection, _ = self._socket.accept()
        with contextlib.suppress(BrokenPipeError), connection, connection.makefile("rb") as stream:
            stream.read(LENGTH.unpack(stream.read(LENGTH.size))[0])
            connection.sendall(packed({"value": None}))
            while head := stream.read(LENGTH.size):
                self.asked.append(unpacked(stream.read(LENGTH.unpack(head)[0]))["do"])
                self.answers.wait()
                connection.sendall(packed({"value": 7}))
        self._socket.close()


def test_a_slow_answer_is_waited_for_and_asked_for_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The player is notified once; on an open connection the operation is not sent again."""
    monkeypatch.setattr(clerk_link, "SLOW", 0.01)
    clerk, told = SlowClerk(tmp_path / "clerk.sock"), []

    def tell() -> None:
        told.append("slow")
        clerk.answers.set()

    link = ClerkLink(clerk.path, {"account": 1}, tell)

    assert 7 == link.ask("write")
    assert (["slow"], ["write"]) == (told, clerk.asked)
    link.close()


def test_what_has_no_answer_is_given_up(tmp_path: Path) -> None:
    """If the clerk hangs, and if there is none."""
    clerk = SlowClerk(tmp_path / "clerk.sock")
    for path in (clerk.path, tmp_path / "none.sock"):
        link = ClerkLink(path, {"account": 1}, patience=0.05)
        with pytest.raises(StoreError, match="The database does not answer"):
            link.ask("write")
    clerk.answers.set()
