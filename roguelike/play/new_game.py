"""What a new game can be: a rule set, and what the form for it begins with."""

from __future__ import annotations

from collections.abc import Mapping

from roguelike.classes import frozen
from roguelike.engine.kinds.capabilities import Capability
from roguelike.engine.kinds.heading import LAST_PLACE, TurnCosts

NO_MODES: Mapping[str, str] = {}
EVERY_TURN = TurnCosts()
"""The usual costs."""


@frozen
class RuleChoice:
    """A rule set that can be played: the name or path to load it by, and its description for the player."""

    name: str
    title: str
    summary: str
    diagonal: bool = True
    """Whether the player moves in eight directions."""
    capabilities: frozenset[Capability] = frozenset({Capability.ITEMS, Capability.COMFORT})
    """What the rules are about."""
    turns: TurnCosts = EVERY_TURN
    tutorial: str = ""
    """The tutorial whose game it is; empty for a game of its own."""
    place: int = LAST_PLACE
    """Where it stands in lists, the lowest first."""
    modes: Mapping[str, str] = NO_MODES
    """Other ways to play it, each with what is said of it."""
    mode: str = ""
    """Which of the ways to play another it is; empty for none."""
    edition: int = 1
    """Its edition: each has scores of its own."""


@frozen
class NewGameDefaults:
    """What the form begins with: what the options, the settings or the last game said."""

    name: str = ""
    seed: int | None = None
    is_own: bool = False
    """Whether the name was given or played by, and not just taken from the system."""
    keeps_name: bool = False
    """Whether the name cannot be another."""
