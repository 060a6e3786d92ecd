"""What front-ends do beyond a source document, from the one key of rule sets for that: `comfort`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.classes import frozen

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet


@frozen
class Presentation:
    """Each thing that a front-end shows, asks or offers in some rule sets only."""

    warns: bool
    """Whether the log warns of low hit points and heavy damage."""
    confirms: bool
    """Whether a step or a use into known harm is confirmed."""
    stays: bool
    """Whether Escape in play opens the menu of the game; it asks to leave otherwise."""
    remembers_items: bool
    """Whether items once seen stay on the map."""
    names_terrain: bool
    """Whether terrain is named when it is pointed at."""
    names_corpses: bool
    """Whether corpses underfoot are named: those of some tutorials have the very names of the living."""
    names_unknown_keys: bool
    """Whether a key without a meaning is answered."""
    suggests_target: bool
    """Whether an aim begins on the best target, and may end on the player."""
    shades_range: bool
    """Whether cells in view that are out of range are darker while an item is aimed."""
    shows_route: bool
    """Whether the way to the cell under the mouse is drawn."""
    travels_from_examine: bool
    """Whether Enter travels to the examined cell."""
    menu_at_cell: bool
    """Whether a right click opens a menu of a cell."""
    lists_facts: bool
    """Whether the lists beside the map have facts where there is room."""
    lists_inventory: bool
    """Whether items are listed by kind, with what can be done with each; by slot otherwise."""
    marks_turns: bool
    """Whether the log marks the first line of each turn."""
    tells_places: bool
    """Whether the log says where monsters come into view and go out of it."""
    shades_health: bool
    """Whether the health bar is coloured by how much is left and shows the last loss."""
    keeps_panel_clear: bool
    """Whether the banner at the end leaves the panel free."""


_NAMES: Final = Presentation.__annotations__
_WITH_COMFORT: Final = Presentation(**dict.fromkeys(_NAMES, True))
_AS_THE_DOCUMENT: Final = Presentation(**dict.fromkeys(_NAMES, False))


def presentation(ruleset: RuleSet) -> Presentation:
    """Return what front-ends do in games by a rule set."""
    return _WITH_COMFORT if ruleset.comfort else _AS_THE_DOCUMENT
