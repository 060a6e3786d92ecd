"""What the load of two hosts fails on."""

from __future__ import annotations

import asyncio

import pytest

from tests.load.hosts import BACK, Host, Wanderer, _judge, look_up

GOOD = {"CPU ms a key": 3.0, "MB a player": 18.0}
KEPT = {"commands": 10, "gaps": 0, "database": 0.5}


@pytest.mark.parametrize(
    ("fault", "missed"),
    [
        ({}, ""),
        ({"back_after": BACK + 1}, "all back"),
        ({"lost": 1}, "lost turns"),
        ({"has_no_game": True}, "lost games"),
        ({"unanswered": 1}, "unanswered keys"),
        ({"gaps": 1}, "games with gaps"),
        ({"CPU ms a key": 4.0}, "CPU of a key"),
        ({"MB a player": 21.0}, "memory of a player"),
    ],
)
def test_a_missed_target_fails_the_load(fault: dict[str, int], missed: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each by itself; the line says so."""
    alone, first, second = (Host(name, None, [Wanderer(0), Wanderer(1)]) for name in ("files", "one", "two"))  # type: ignore[arg-type]
    alone.figures, first.figures = GOOD, {**GOOD, **{name: value for name, value in fault.items() if name in GOOD}}
    second.figures = GOOD
    player, _ = first.players
    for name, value in fault.items():
        if hasattr(player, name):
            setattr(player, name, value)
    code = _judge(alone, (first, second), {**KEPT, "gaps": fault.get("gaps", 0)}, as_json=False)

    found = [line for line in capsys.readouterr().out.splitlines() if line.endswith("missed")]
    assert bool(missed) == code
    assert [missed] * code == [line[:20].strip() for line in found]


class Shown(Wanderer):
    """A player to whom the other host shows a text."""

    def __init__(self, number: int, text: str) -> None:
        super().__init__(number)
        self.text = text

    async def connect(self, _port: int) -> None:
        """Show it."""
        self._stream.feed(self.text.encode())


def test_a_game_that_is_gone_is_lost() -> None:
    """A title without a game to continue is no end of it, unless the account has finished one."""
    died, knew, lost = Shown(0, "kim died on level 3"), Shown(1, "Play  Quit"), Shown(2, "Play  Quit")
    for player in (died, knew, lost):
        asyncio.run(player.move(0, 0.0))
    look_up([died, knew, lost], {"load-1"})

    assert [True, True, False] == [player.is_over for player in (died, knew, lost)]
    assert [False, False, True] == [player.has_no_game for player in (died, knew, lost)]


def test_a_load_in_which_all_games_are_lost_fails(capsys: pytest.CaptureFixture[str]) -> None:
    """It has no player who came back."""
    hosts = [Host(name, None, [Wanderer(0)]) for name in ("files", "one", "two")]  # type: ignore[arg-type]
    for host in hosts:
        host.figures = GOOD
    hosts[1].players[0].has_no_game = True

    assert 1 == _judge(hosts[0], (hosts[1], hosts[2]), KEPT, as_json=False)
    assert "1 (none)" in capsys.readouterr().out
