"""Upgrading worlds that were saved in an older format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from roguelike.engine.codecs import flags, layer
from roguelike.engine.events import PLAYER_ID
from roguelike.engine.kinds.limits import TURN
from roguelike.engine.kinds.ruleset import PLAYER_NAME
from roguelike.engine.plain import BadPlain
from roguelike.engine.snapshot import FORMAT
from roguelike.engine.state.actor import Side
from roguelike.engine.state.world import Phase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roguelike.engine.kinds.ruleset import RuleSet

_WRONG: Final = (AttributeError, IndexError, KeyError, OverflowError, TypeError, ValueError)
_USUAL: Final[dict[str, Any]] = {
    "energy": 0,
    "conditions": [],
    "suspended": [],
    "noticed_on": None,
    "idle_turns": 0,
    "inventory": {"slots": []},
    "depth": 1,
    "turn": 0,
    "phase": "command",
    "outcome": None,
    "in_view": [],
    "tally": {},
    "actors": [],
    "items": [],
    "projectiles": [],
}
"""Fields that are omitted if they have their default."""


def upgrade(plain: Any, ruleset: RuleSet, kills: Mapping[str, int]) -> dict[str, Any]:  # noqa: ANN401 -- any JSON
    """Convert a world saved in format 1 to a current snapshot; `kills` were counted outside of it.

    Only the shape is checked: `restore` checks the rest.

    Raises:
        BadPlain: it does not have the shape of format 1.
    """
    try:
        return {"format": FORMAT, "ruleset": plain["ruleset"], "world": _world(plain, ruleset, kills)}
    except _WRONG:
        raise BadPlain("the whole: expected a world of format 1") from None


def _world(plain: dict[str, Any], ruleset: RuleSet, kills: Mapping[str, int]) -> dict[str, Any]:
    player = {**_actor(plain["player"], PLAYER_NAME), "side": str(Side.PLAYER)}
    level = _level(plain["level"], ruleset)
    phase = "over" if plain["outcome"] is not None else "command"
    if plain["monsters_due"]:
        # Format 1 charged the cost of the player's command when the others began to act; now it is charged first.
        phase = _charge(player, level["actors"], ruleset)
    return _brief(
        {
            **{name: plain[name] for name in ("seed", "rng", "depth", "turn", "outcome", "in_view")},
            "phase": phase,
            "player": _brief(player),
            "level": _brief({**level, "actors": [_brief(actor) for actor in level["actors"]]}),
            "tally": {"kills": sorted([name, count] for name, count in kills.items())} if kills else {},
        }
    )


def _charge(player: dict[str, Any], monsters: list[dict[str, Any]], ruleset: RuleSet) -> str:
    """Begin the round that was due, and return the phase of the world after that."""
    player["energy"] -= TURN
    if player["energy"] >= TURN:
        return str(Phase.CLOSE)
    player["energy"] += ruleset.player.speed
    for monster in monsters:
        monster["energy"] += ruleset.monsters[monster["kind"]].speed
    return str(Phase.ACTORS)


def _level(plain: dict[str, Any], ruleset: RuleSet) -> dict[str, Any]:
    return {
        "grid": [plain["width"], plain["height"]],
        "terrain": layer("terrain").write(bytes.fromhex(plain["terrain"]), ruleset),
        "explored": flags().write(bytearray.fromhex(plain["explored"]), ruleset),
        "actors": [_actor(actor, actor["kind"]) for actor in plain["actors"]],
        "items": [[cell, [{"kind": name} for name in names]] for cell, names in plain["items"]],
        "projectiles": [_projectile(projectile) for projectile in plain["projectiles"]],
    }


def _actor(plain: dict[str, Any], kind: str) -> dict[str, Any]:
    kept = ("id", "at", "hit_points", "max_hit_points", "energy", "noticed_on")
    return {
        **{name: plain[name] for name in kept},
        "kind": kind,
        "conditions": [_condition(name, turns, plain) for name, turns in sorted(plain["conditions"].items())],
        "idle_turns": plain["still"],
        "inventory": {"slots": [None if name is None else {"kind": name} for name in plain["slots"]]},
    }


def _condition(name: str, turns: int, plain: dict[str, Any]) -> dict[str, Any]:
    return _brief({"kind": name, "left": turns, "older": plain["suspended"].get(name, [])})


def _projectile(plain: dict[str, Any]) -> dict[str, Any]:
    number, kind = plain["thrower"]
    thrower = {"id": number, "kind": PLAYER_NAME if number == PLAYER_ID else kind}
    return {"kind": plain["kind"], "thrower": thrower, "at": plain["at"], "path": plain["path"]}


def _brief(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record without fields that have their default."""
    return {name: value for name, value in record.items() if name not in _USUAL or value != _USUAL[name]}
