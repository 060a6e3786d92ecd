"""What the load fails on."""

from __future__ import annotations

import asyncssh
import pytest

from tests.load.__main__ import Player, _judge, _report, unserved

TOLD = {"session": 10.0, "idle": 0.0}


def judged(players: list[Player]) -> int:
    """Return the exit code of a run with these players, whose figures are good."""
    return _judge(_report(TOLD, players, [0.01]), unserved(players), as_json=False)


@pytest.fixture
def players() -> list[Player]:
    """Return three players, each with a key that was answered fast."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    return [Player(number, key, latencies=[0.01]) for number in range(3)]


def test_an_unanswered_key_fails_the_load(players: list[Player], capsys: pytest.CaptureFixture[str]) -> None:
    """It is in no latency, however good those are, and a sentence says how many there were."""
    assert 0 == judged(players)
    assert not capsys.readouterr().err
    players[0].unanswered, players[2].unanswered = 1, 2

    assert 1 == judged(players)
    assert "3 keys of 2 players: no answer within 5 s.\n" == capsys.readouterr().err


def test_a_lost_connection_fails_the_load(players: list[Player], capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever is out presses no more keys that could be unanswered."""
    players[1].is_lost = True

    assert 1 == judged(players)
    assert "1 players: connection lost.\n" == capsys.readouterr().err
