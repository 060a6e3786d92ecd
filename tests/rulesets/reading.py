"""Helpers for the tests of the tutorials: messages, the pack, the items on a cell, the screen."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING, TypeVar

from roguelike.cells.color import grey
from roguelike.engine.game import new_game
from roguelike.engine.geometry import Point
from roguelike.engine.state.item import Item
from roguelike.narration.narrator import Narrator
from tests.engine.mapgen.plans import plan_of, with_generator
from tests.watching import cells, spot, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from roguelike.cells.canvas import Canvas
    from roguelike.cells.color import Color
    from roguelike.engine.commands import Command
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.level_plan import LevelPlan
    from roguelike.engine.state.actor import Actor

Run = tuple[str, "Color", bool]
"""Words, their colour, and whether they are bold, like names."""
Line = tuple[Run, ...]
"""One message."""

_Event = TypeVar("_Event", bound="AnyEvent")

WHITE = grey(255)


def said(names: Mapping[str, Color], text: str, color: Color = WHITE) -> Line:
    """Return a message in one colour, with the names in braces bold and in theirs."""
    runs: list[Run] = []
    for plain, name, _, _ in string.Formatter().parse(text):
        runs.append((plain, color, False))
        if name:
            runs.append((name, names[name], True))
    return _joined(runs)


def told(game: Game, *commands: Command) -> list[Line]:
    """Perform these commands, and return all lines that the player reads."""
    return messages_of(game.world.ruleset, play(game, *commands))


def messages_of(ruleset: RuleSet, events: Iterable[AnyEvent]) -> list[Line]:
    """Return the lines that the player reads for events."""
    messages = map(Narrator(ruleset).tell, events)
    return [
        _joined((span.text, span.color, span.bold) for span in message.parts)
        for message in messages
        if message is not None
    ]


def texts(game: Game, *commands: Command) -> list[str]:
    """Perform these commands; return the words of the messages, without their colours."""
    return texts_of(game.world.ruleset, play(game, *commands))


def texts_of(ruleset: RuleSet, events: Iterable[AnyEvent]) -> list[str]:
    """Return the words of the messages for events."""
    return ["".join(run for run, _, _ in line) for line in messages_of(ruleset, events)]


def play(game: Game, *commands: Command) -> list[AnyEvent]:
    """Perform commands one after the other, and return all events."""
    return [event for command in commands for event in game.play(command)]


def only(kind: type[_Event], events: Iterable[AnyEvent]) -> list[_Event]:
    """Return the events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def monsters(game: Game) -> list[Actor]:
    """Return all actors except the player, in order of creation."""
    return [actor for actor in game.world.level.actors if not actor.is_player]


def carried(game: Game) -> list[str | None]:
    """Return the names of the player's items by slot, None for an empty one, up to the last item."""
    names = [item.kind.name if item else None for item in game.world.player.inventory.slots]
    while names and names[-1] is None:
        names.pop()
    return names


def lying(game: Game, x: int, y: int = 0) -> list[str]:
    """Return the names of the items on a cell, the topmost last."""
    return [item.kind.name for item in game.world.level.items_at(Point(x, y))]


def underfoot(game: Game) -> list[str]:
    """Return the names of the items on the player's cell."""
    return lying(game, *game.world.player.at)


def lay(game: Game, name: str, x: int, y: int = 0) -> None:
    """Lay an item, or the corpse of a monster, under an actor, which a picture cannot show."""
    ruleset = game.world.ruleset
    kind = ruleset.items.get(name) or ruleset.monsters[name].corpse
    assert kind is not None
    game.world.level.put(Item(kind), Point(x, y))


def ground(width: int, height: int, things: Mapping[tuple[int, int], str], edge: str = ".") -> str:
    """Return the picture of open ground with things on some cells, and perhaps with walls around."""
    return "\n".join(
        "".join(things.get((x, y), edge if x in {0, width - 1} or y in {0, height - 1} else ".") for x in range(width))
        for y in range(height)
    )


def in_view(game: Game) -> set[Point]:
    """Return the cells that the player sees."""
    level = game.world.level
    return {at for at in level.grid.points() if level.is_visible(at)}


def levels(rules: RuleSet, seeds: Iterable[int], **changes: object) -> list[LevelPlan]:
    """Return the levels of new games, with other numbers for the generator."""
    changed = with_generator(rules, **changes)
    return [plan_of(new_game(changed, seed)) for seed in seeds]


def looks(canvas: Canvas, text: str) -> set[tuple[Color, bool]]:
    """Return the colours of a text on the screen, each with whether it is bold."""
    shown = [cell for cell in cells(canvas, *spot(canvas, text), len(text)) if cell.char != " "]
    return {(cell.style.foreground, cell.style.bold) for cell in shown}


def named(canvas: Canvas, width: int) -> str:
    """Return the panel's two rows for names, beside a map of a given width."""
    return " ".join(words(canvas, width + 1, y, canvas.width).strip() for y in (4, 5)).strip()


def _joined(runs: Iterable[Run]) -> Line:
    """Join neighbouring runs of the same style."""
    joined: list[Run] = []
    for text, color, bold in runs:
        if joined and joined[-1][1:] == (color, bold):
            joined[-1] = (joined[-1][0] + text, color, bold)
        elif text:
            joined.append((text, color, bold))
    return tuple(joined)
