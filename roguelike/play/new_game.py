"""Choices for a new game: rule sets, and the defaults of the form."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from roguelike.classes import frozen
from roguelike.engine.kinds.capabilities import Capability
from roguelike.engine.kinds.heading import LAST_PLACE, TurnCosts
from roguelike.engine.kinds.modes import MODE_MARK, VARIANTS_JOINED

NO_VARIANTS: Mapping[str, str] = {}
EVERY_TURN = TurnCosts()
"""The default turn costs."""


@frozen
class RuleChoice:
    """A rule set to play: the name or path from which it is loaded, and its description."""

    name: str
    title: str
    summary: str
    diagonal: bool = True
    """Whether the player moves in eight directions."""
    capabilities: frozenset[Capability] = frozenset({Capability.ITEMS, Capability.COMFORT})
    """Capabilities of the rule set."""
    turns: TurnCosts = EVERY_TURN
    tutorial: str = ""
    """The tutorial whose game it is; empty for an original game."""
    place: int = LAST_PLACE
    """Position in lists, the lowest first."""
    modes: Mapping[str, str] = NO_VARIANTS
    """Its modes, each with its description."""
    kits: Mapping[str, str] = NO_VARIANTS
    """Its starting kits, each with its plan, the default first."""
    kit: str = ""
    """The chosen kit; empty for the default, or if it has none."""
    mode: str = ""
    """The mode of another rule set that it is; empty for none."""
    edition: int = 1
    """Its edition; each has separate scores."""

    @property
    def usual(self) -> RuleChoice:
        """This rule set with the default kit."""
        return self.in_kit("")

    def in_kit(self, kit: str) -> RuleChoice:
        """Return this rule set with another kit; with the default if it has no kit of that name."""
        kit = kit if kit in [*self.kits][1:] else ""
        name, title = self._named(self.name, MODE_MARK, kit), self._named(self.title, VARIANTS_JOINED, kit)
        return attrs.evolve(self, name=name, title=title, kit=kit)

    def _named(self, text: str, mark: str, kit: str) -> str:
        """Return a name or title with its kit replaced; the kit comes before the mode."""
        for variant in filter(None, (self.mode, self.kit)):
            text = text.removesuffix(mark + variant)
        return mark.join(filter(None, (text, kit, self.mode)))

    def every_kit(self) -> list[RuleChoice]:
        """Return this rule set with each of its kits, the default first."""
        return [self.in_kit(kit) for kit in self.kits] or [self]


@frozen
class NewGameDefaults:
    """Defaults of the form, from options, settings or the last game."""

    name: str = ""
    seed: int | None = None
    is_own: bool = False
    """Whether the name was given or used in a game, rather than taken from the system."""
    keeps_name: bool = False
    """Whether the name cannot be changed."""
