"""Which monsters the player does not want automations to stop for."""

from __future__ import annotations

from typing import Final

from roguelike.classes import frozen


@frozen
class StopRules:
    """What tunes the stops of automations; a monster that hunts the player and reaches them stops any but `ignore`."""

    ignore: tuple[str, ...] = ()
    """Names of monsters that never stop automations, except by what they do to the player."""
    distance: int | None = None
    """Cells beyond which monsters do not stop automations; None for no limit."""
    unreachable: bool = True
    """Whether monsters that cannot reach the player stop automations, once."""
    harmless: bool = True
    """Whether monsters that neither move nor attack stop automations."""


NO_RULES: Final = StopRules()
