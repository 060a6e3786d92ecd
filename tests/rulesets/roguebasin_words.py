"""The words and colours of `roguebasin`, and a field to try its magic on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.geometry import Point
from roguelike.ui.narration import Narrator, Span

if TYPE_CHECKING:
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet

RED, ORANGE, YELLOW, GREEN = (255, 0, 0), (255, 127, 0), (255, 255, 0), (0, 255, 0)
LIGHT_BLUE, LIGHT_CYAN, LIGHT_GREEN = (63, 63, 255), (63, 255, 255), (63, 255, 63)
LIGHT_VIOLET, LIGHT_YELLOW = (159, 63, 255), (255, 255, 63)
WHITE, VIOLET, DARK_RED = (255, 255, 255), (127, 0, 255), (191, 0, 0)
ORC, TROLL = (63, 127, 63), (0, 127, 0)

POTION, LIGHTNING = "healing potion", "scroll of lightning bolt"
FIREBALL, CONFUSION = "scroll of fireball", "scroll of confusion"


def field(things: dict[tuple[int, int], str]) -> str:
    """Return the picture of an open field of 25x21 with the player at (12, 10) and things so far from there."""
    places = {(12 + x, 10 + y): glyph for (x, y), glyph in things.items()} | {(12, 10): "@"}
    return "\n".join("".join(places.get((x, y), ".") for x in range(25)) for y in range(21))


def at(x: int, y: int) -> Point:
    """Return the cell of the field so far from the player."""
    return Point(12 + x, 10 + y)


def carried(game: Game) -> list[str]:
    """Return the names of what the player carries."""
    return [item.kind.name for item in game.world.player.inventory.slots if item is not None]


def underfoot(game: Game) -> list[str]:
    """Return the names of what lies where the player is, the topmost last."""
    return [item.kind.name for item in game.world.level.items_at(game.world.player.at)]


def spans(ruleset: RuleSet, event: AnyEvent) -> tuple[Span, ...]:
    """Return what is said of an event, in its colours."""
    message = Narrator(ruleset).tell(event)
    assert message is not None
    return message.parts
