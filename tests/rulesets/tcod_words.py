"""What the `tcod` rule set says, in the words and colours of the rows, to compare with what is told."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING

from roguelike.ui.narration import Narrator

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.engine.events import AnyEvent
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.ui.color import Color

Run = tuple[str, "Color", bool]
"""Words, their colour, and whether they are bold, as names are."""

WHITE = (255, 255, 255)
RED = (255, 0, 0)
GREEN = (0, 255, 0)
BLUE = (0, 0, 255)
YELLOW = (255, 255, 0)
ORANGE = (255, 127, 0)
LIGHT_GREEN = (63, 255, 63)
LIGHT_CYAN = (63, 255, 255)
DARK_RED = (191, 0, 0)

COLORS: dict[str, Color] = {
    "Player": WHITE,
    "Orc": (63, 127, 63),
    "Troll": (0, 127, 0),
    "Healing Potion": (127, 0, 255),
    "Fireball Scroll": (255, 0, 0),
    "Confusion Scroll": (255, 63, 159),
    "Lightning Scroll": (255, 255, 0),
}
"""The colours of names (P-T5 to P-T7, T9-42 to T9-45)."""


def told(ruleset: RuleSet, events: Iterable[AnyEvent]) -> list[tuple[Run, ...]]:
    """Return what the player is told of events, neighbours of one look put together."""
    messages = map(Narrator(ruleset).tell, events)
    return [
        _joined((span.text, span.color, span.bold) for span in message.parts)
        for message in messages
        if message is not None
    ]


def said(text: str, color: Color = WHITE) -> tuple[Run, ...]:
    """Return a text in one colour, with the names in braces in theirs."""
    runs: list[Run] = []
    for words, name, _, _ in string.Formatter().parse(text):
        runs.append((words, color, False))
        if name:
            runs.append((name, COLORS[name], True))
    return _joined(runs)


def _joined(runs: Iterable[Run]) -> tuple[Run, ...]:
    joined: list[Run] = []
    for words, color, bold in runs:
        if joined and joined[-1][1:] == (color, bold):
            joined[-1] = (joined[-1][0] + words, color, bold)
        elif words:
            joined.append((words, color, bold))
    return tuple(joined)
