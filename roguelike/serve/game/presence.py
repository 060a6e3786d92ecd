"""Presence of a player, as reported to the gateway."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.play.tables import progress

if TYPE_CHECKING:
    from roguelike.play.journaled_game import JournaledGame


def presence_of(game: JournaledGame | None) -> dict[str, object]:
    """Return title and progress of the game; empty texts without a game."""
    if game is None:
        return {"game": "", "at": ""}
    world = game.perspective.world
    title = f"{world.ruleset.title} (practice)" if game.perspective.is_practice else world.ruleset.title
    return {"game": title, "at": progress(world.turn, world.depth if world.ruleset.has_levels else 0)}
