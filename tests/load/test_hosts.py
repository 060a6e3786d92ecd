"""What the load of two hosts fails on."""

from __future__ import annotations

import pytest

from tests.load.hosts import BACK, Host, Wanderer, _judge

GOOD = {"CPU ms a key": 3.0, "MB a player": 18.0}
KEPT = {"commands": 10, "gaps": 0, "database": 0.5}


@pytest.mark.parametrize(
    ("fault", "missed"),
    [
        ({}, ""),
        ({"back_after": BACK + 1}, "all back"),
        ({"lost": 1}, "lost turns"),
        ({"unanswered": 1}, "unanswered keys"),
        ({"gaps": 1}, "games with gaps"),
        ({"CPU ms a key": 4.0}, "CPU of a key"),
        ({"MB a player": 21.0}, "memory of a player"),
    ],
)
def test_a_missed_target_fails_the_load(fault: dict[str, int], missed: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each by itself; the line says so."""
    alone, first, second = (Host(name, None, [Wanderer(0)]) for name in ("files", "one", "two"))  # type: ignore[arg-type]
    alone.figures, first.figures = GOOD, {**GOOD, **{name: value for name, value in fault.items() if name in GOOD}}
    second.figures = GOOD
    (player,) = first.players
    for name, value in fault.items():
        if hasattr(player, name):
            setattr(player, name, value)
    code = _judge(alone, (first, second), {**KEPT, "gaps": fault.get("gaps", 0)}, as_json=False)

    found = [line for line in capsys.readouterr().out.splitlines() if line.endswith("missed")]
    assert bool(missed) == code
    assert [missed] * code == [line[:20].strip() for line in found]
