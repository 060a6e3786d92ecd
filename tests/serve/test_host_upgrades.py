"""A host that drains for its next release: both serve by one database for as long as somebody plays on the old one."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

import pytest

from tests.postgres import HOST, logged_in
from tests.pty_program import PATIENCE
from tests.serving import ask, enter, needs_ssh, play, serve, turn_of, wait_until

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.terminal, needs_ssh]


def test_a_drained_host_leaves_its_name_and_addresses(database: str, tmp_path: Path) -> None:
    """Its sessions are listed and can be kicked, also by another clerk, and players are asked whether to go on."""
    options = ("--database", logged_in(database, HOST), "--host", "one")
    with (
        serve(tmp_path, *options, "--hosts-listen", "127.0.0.1:0") as old,
        enter(old, "ann") as ann,
        enter(old, "bea") as bea,
        enter(old, "cora") as cora,
    ):
        turn = play(ann)
        ask(old, "drain")
        with serve(tmp_path, *options) as new:
            wait_until(lambda: [each["is_silent"] for each in ask(new, "hosts")] == [False, False])
            first, second = (each["name"] for each in ask(new, "hosts"))
            assert "one" == first
            assert second.startswith("one (draining ")
            assert {"ann": second, "bea": second, "cora": second} == {
                each["name"]: each["host"] for each in ask(new, "list")
            }
            assert 1 == ask(new, "kick", "bea")["kicked"]
            bea.end()
            assert b"An administrator closed your session." in bea.raw
            os.kill(old.worker("clerk"), signal.SIGKILL)
            wait_until(lambda: 1 == ask(new, "kick", "cora", "--host", second)["kicked"])
            cora.end()
            with new.connect("ann") as again:
                again.wait_for("You are already playing from one (since ")
                again.type("\r")
                again.wait_until(lambda: turn_of(again) == turn, f"turn {turn}")
                assert 0 == ann.end()
                assert b"You continued in another session." in ann.raw
            assert 0 == old.process.wait(PATIENCE)
