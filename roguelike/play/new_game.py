"""What a new game can be: a rule set, and what the form for it begins with."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from roguelike.classes import frozen
from roguelike.engine.kinds.capabilities import Capability
from roguelike.engine.kinds.heading import LAST_PLACE, TurnCosts
from roguelike.engine.kinds.modes import MODE_MARK, VARIANTS_JOINED

NO_VARIANTS: Mapping[str, str] = {}
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
    modes: Mapping[str, str] = NO_VARIANTS
    """Other ways to play it, each with what is said of it."""
    kits: Mapping[str, str] = NO_VARIANTS
    """What the player can start with, each with its plan, the usual one first."""
    kit: str = ""
    """With which kit it begins; empty for the usual one, or none."""
    mode: str = ""
    """Which of the ways to play another it is; empty for none."""
    edition: int = 1
    """Its edition: each has scores of its own."""

    @property
    def usual(self) -> RuleChoice:
        """The same with the usual kit."""
        return self.in_kit("")

    def in_kit(self, kit: str) -> RuleChoice:
        """Return the same with another of its kits; with the usual one for none of its kits."""
        kit = kit if kit in [*self.kits][1:] else ""
        name, title = self._named(self.name, MODE_MARK, kit), self._named(self.title, VARIANTS_JOINED, kit)
        return attrs.evolve(self, name=name, title=title, kit=kit)

    def _named(self, text: str, mark: str, kit: str) -> str:
        """Return a name or a title with another kit in it, before the mode."""
        for variant in filter(None, (self.mode, self.kit)):
            text = text.removesuffix(mark + variant)
        return mark.join(filter(None, (text, kit, self.mode)))

    def every_kit(self) -> list[RuleChoice]:
        """Return it with each of its kits, the usual one first."""
        return [self.in_kit(kit) for kit in self.kits] or [self]


@frozen
class NewGameDefaults:
    """What the form begins with: what the options, the settings or the last game said."""

    name: str = ""
    seed: int | None = None
    is_own: bool = False
    """Whether the name was given or played by, and not just taken from the system."""
    keeps_name: bool = False
    """Whether the name cannot be another."""
