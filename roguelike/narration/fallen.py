"""Fallen allies: rounds until they die, and how to revive them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.english import capital, counted

if TYPE_CHECKING:
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor


def fallen_told(seen: Observation) -> list[str]:
    """Return all fallen allies, each with the rounds until it dies or, while helped, until it is up."""
    return [f"{capital(each.kind.name)}: {_time_of(seen, each)}" for each in seen.fallen]


def _time_of(seen: Observation, ally: Actor) -> str:
    """Return the rounds until a fallen ally dies or, while helped, until it is up."""
    rules = seen.ruleset.fallen
    if rules is not None and ally.helped:
        return f"up in {rules.beside - ally.helped}"
    return fallen_note(seen, ally)


def fallen_note(seen: Observation, ally: Actor) -> str:
    """Return that an ally is fallen, with the rounds until it dies."""
    return f"fallen {ally.lies_until - seen.round}"


def fallen_facts(seen: Observation, ally: Actor) -> str:
    """Return the turns until a fallen ally dies, and how to raise it."""
    rules = seen.ruleset.fallen
    needed = "" if rules is None else counted(rules.beside - ally.helped, f"{'more ' * bool(ally.helped)}turn")
    dies = counted(ally.lies_until - seen.round, "turn")
    return f"Fallen, dies in {dies}: wait beside it for {needed} to raise it. Any wound kills it"


def raised_facts(seen: Observation, ally: Actor) -> list[str]:
    """Return that an ally raised on this level dies at 0 HP; empty for others."""
    is_raised = ally.side == seen.me.side and bool(ally.raised >> seen.depth & 1) and not ally.is_fallen
    return ["Raised on this level: dies at 0 HP"] if is_raised else []
