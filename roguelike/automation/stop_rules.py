"""Rules for monsters that do not stop automations."""

from __future__ import annotations

from typing import Final

from roguelike.classes import frozen


@frozen
class StopRules:
    """The player's rules for stops; a hunter that can reach the player stops automations unless in `ignore`."""

    ignore: tuple[str, ...] = ()
    """Names of monsters that never stop automations, except by their effects on the player."""
    distance: int | None = None
    """Distance, in cells, beyond which monsters do not stop automations; None for no limit."""
    unreachable: bool = True
    """Whether monsters that cannot reach the player stop automations, once."""
    harmless: bool = True
    """Whether monsters that neither move nor attack stop automations."""


NO_RULES: Final = StopRules()
