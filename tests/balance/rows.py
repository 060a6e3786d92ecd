"""Games as they are kept, made by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from roguelike.autoplay.record import PLANS

if TYPE_CHECKING:
    from roguelike.balance.games import Row


def row(seed: int = 1, **what: Any) -> Row:  # noqa: ANN401 -- fields of a result
    """Return a game in which an orc killed the player on the first level, with these fields changed."""
    usual = {
        "seed": seed,
        "turns": 100,
        "outcome": "died",
        "digest": "0" * 32,
        "killer": "orc",
        "kills": 3,
        "depth": 1,
        "deepest": 1,
        "won": False,
        "score": 30,
        "score_parts": {"depth": 30},
        "cause": "orc",
        "maker": None,
        "climbing": False,
        "stuck": False,
        "items": {},
        "enchanted": {},
        "flasks_thrown": 0,
        "plan": dict.fromkeys(PLANS, 0),
        "oil": None,
        "dark_turns": 0,
        "first_danger_turn": 20,
        "levels": {"1": 100},
        "keys": 40,
    }
    return {**usual, **what}


def won(seed: int = 1, **what: Any) -> Row:  # noqa: ANN401 -- fields of a result
    """Return a game that was won."""
    return row(seed, **{"outcome": "won", "won": True, "killer": None, "cause": None, "score": 200, **what})
