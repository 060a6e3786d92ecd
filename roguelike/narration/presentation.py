"""Comforts of front-ends that a source document lacks, all switched by the rule-set key `comfort`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.classes import frozen

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet


@frozen
class Presentation:
    """Behaviours of front-ends that only some rule sets have."""

    warns: bool
    """Whether the log warns of low hit points and heavy damage."""
    confirms: bool
    """Whether the player must confirm a step or a use that is known to harm them."""
    stays: bool
    """Whether Escape in play opens the game menu; otherwise it asks to leave."""
    remembers_items: bool
    """Whether the map keeps items that were seen."""
    names_terrain: bool
    """Whether examining a cell names its terrain."""
    names_corpses: bool
    """Whether corpses underfoot are named: in some tutorials they have the names of living monsters."""
    names_unknown_keys: bool
    """Whether a key without a binding gets a message."""
    suggests_target: bool
    """Whether an aim begins on the best target, and may end on the player."""
    shades_range: bool
    """Whether cells in view that are out of range are darker while an item is aimed."""
    shows_route: bool
    """Whether the path to the cell under the mouse is drawn."""
    travels_from_examine: bool
    """Whether Enter travels to the examined cell."""
    menu_at_cell: bool
    """Whether a right click opens a menu for the cell."""
    lists_facts: bool
    """Whether the lists beside the map show facts if there is room."""
    lists_inventory: bool
    """Whether items are listed by kind with the commands for each; otherwise by slot."""
    marks_turns: bool
    """Whether the log marks the first line of each turn."""
    tells_places: bool
    """Whether the log says where monsters come into view and leave it."""
    shades_health: bool
    """Whether the health bar is coloured by the remaining share and shows the last loss."""
    keeps_panel_clear: bool
    """Whether the banner at the end leaves the panel free."""


_NAMES: Final = Presentation.__annotations__
_WITH_COMFORT: Final = Presentation(**dict.fromkeys(_NAMES, True))
_AS_THE_DOCUMENT: Final = Presentation(**dict.fromkeys(_NAMES, False))


def presentation(ruleset: RuleSet) -> Presentation:
    """Return the behaviours of front-ends for a rule set."""
    return _WITH_COMFORT if ruleset.comfort else _AS_THE_DOCUMENT
