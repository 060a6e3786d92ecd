"""Drawn situations of Ember, and the answers of tactics with an empty memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.autoplay.memory import Memory
from roguelike.engine.commands import Command
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import Observation, observe
from roguelike.engine.rng import PCG32

if TYPE_CHECKING:
    from roguelike.autoplay.tactics.tactic import Tactic
    from roguelike.engine.game import Game


def slot_of(game: Game, name: str) -> int:
    """Return where something is carried, by its true name."""
    slots = game.world.player.inventory.slots
    return next(n for n, item in enumerate(slots) if item is not None and item.kind.name == name)


def seen_in(game: Game, mood: Mood | None = Mood.HUNTING) -> Observation:
    """Return the observation with all monsters in one mood, or in their own for None."""
    for actor in game.world.level.actors[1:]:
        actor.mood = actor.mood if mood is None else mood
    return observe(game.world)


def answer(tactic: Tactic, game: Game, mood: Mood | None = Mood.HUNTING) -> Command | None:
    """Return the answer of a tactic with an empty memory."""
    seen, memory = seen_in(game, mood), Memory(PCG32(1))
    memory.look(seen)
    command = tactic(seen, memory)
    assert command is None or isinstance(command, Command)
    return command
