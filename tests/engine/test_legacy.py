"""Worlds of format 1, as an older version wrote them."""

from __future__ import annotations

import copy
import json
import pathlib
from typing import Any

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Wait
from roguelike.engine.events import Died
from roguelike.engine.legacy import upgrade
from roguelike.engine.plain import BadPlain
from roguelike.engine.restore import restore
from tests.every import every

WORLDS: dict[str, Any] = json.loads((pathlib.Path(__file__).parent / "format-1.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", WORLDS)
def test_a_world_of_format_1_is_what_it_was(name: str) -> None:
    """Actors and items are unchanged, and the game continues."""
    plain = WORLDS[name]
    ruleset = load_ruleset(plain["ruleset"][0])

    game = restore(ruleset, upgrade(plain, ruleset, {"orc": 3}))

    world, level = game.world, game.world.level
    assert [plain["seed"], plain["rng"], plain["turn"]] == [world.seed, world.rng.state, world.turn]
    assert plain["outcome"] == game.outcome
    assert [plain["player"]["hit_points"], {"orc": 3}] == [world.player.hit_points, world.tally.kills]
    assert bytes.fromhex(plain["level"]["terrain"]) == bytes(level.terrain)
    stand = [(actor["id"], actor["kind"], tuple(actor["at"]), actor["still"]) for actor in plain["level"]["actors"]]
    assert stand == [(a.id, a.kind.name, tuple(a.at), a.idle_turns) for a in level.actors if not a.is_player]
    assert game.outcome or game.play(Wait())


def test_a_flight_of_format_1_lands_before_the_others_act() -> None:
    """The fireball in flight burns the orc before its turn."""
    plain = WORLDS["in flight"]
    ruleset = load_ruleset("classic")
    game = restore(ruleset, upgrade(plain, ruleset, {}))

    while game.in_flight:
        game.tick()

    assert ["orc"] == [event.victim.kind.name for event in game.events if isinstance(event, Died)]
    assert plain["turn"] + 1 == game.world.turn


@every("path", [["level"], ["player", "at"], ["level", "terrain"], ["level", "actors", 0, "at"]])
@every("value", [None, 7, "zz", [], {}, [[]]])
def test_data_other_than_format_1_is_refused(path: list[Any], value: object) -> None:
    """The file can be untrusted."""
    plain = copy.deepcopy(WORLDS["classic"])
    inner = plain
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    ruleset = load_ruleset("classic")

    with pytest.raises(BadPlain):
        restore(ruleset, upgrade(plain, ruleset, {}))
