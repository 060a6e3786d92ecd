"""Where a player is, as the gateway is told it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.play.tables import progress

if TYPE_CHECKING:
    from roguelike.play.journaled_game import JournaledGame


def place_of(game: JournaledGame | None) -> dict[str, object]:
    """Return what is played, and how far it has come; empty texts for no game."""
    if game is None:
        return {"game": "", "at": ""}
    world = game.perspective.world
    return {"game": world.ruleset.title, "at": progress(world.turn, world.depth if world.ruleset.has_levels else 0)}
