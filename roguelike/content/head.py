"""Reading the description of a rule set, before it is played: the title imports this, and none of its kinds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

import attrs

from roguelike.classes import frozen
from roguelike.content.complaints import Unfit
from roguelike.content.inherit import ITEMS, RULES
from roguelike.content.structure import Converter
from roguelike.content.texts import MAX_TEMPLATE, check_line, check_name
from roguelike.engine.kinds.capabilities import Capability, capabilities_of
from roguelike.engine.kinds.heading import LAST_PLACE, InventoryShape, TurnCosts
from roguelike.engine.kinds.kits import MAX_PLAN
from roguelike.engine.kinds.modes import MODE_MARK, Mode

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.content.complaints import Place
    from roguelike.content.inherit import Lineage
    from roguelike.engine.kinds.game_rules import GameRules

_Made = TypeVar("_Made")


@frozen
class Summary:
    """The description of a rule set in a list, and in the help."""

    title: str
    summary: str
    diagonal: bool
    """Whether the player moves in eight directions."""
    capabilities: frozenset[Capability]
    """What the rules are about."""
    turns: TurnCosts
    tutorial: str
    """The tutorial whose game it is; empty for a game of its own."""
    place: int = LAST_PLACE
    """Where it stands among the rule sets that come with the game."""
    modes: Mapping[str, str] = attrs.field(factory=dict)
    """What is said of each of its modes."""
    kits: Mapping[str, str] = attrs.field(factory=dict)
    """The plan of each of its kits, the usual one first."""
    kit: str = ""
    """Which kit of another it is; empty for the usual one, or none."""
    mode: str = ""
    """Which mode of another it is; empty for none."""
    edition: int = 1
    """Its field `version`."""


@frozen(kw_only=True)
class KitHead:
    """What is read of a kit before it is played."""

    plan: str


@frozen(kw_only=True)
class Head:
    """What is read of a rule set before it is played: fields of `GameRules`, and as usual where those are."""

    title: str
    summary: str
    tutorial: str = ""
    place: int = LAST_PLACE
    modes: dict[str, Mode] = attrs.field(factory=dict)
    kits: dict[str, KitHead] = attrs.field(factory=dict)
    version: int = 1
    depths: int = 1
    comfort: bool = False
    lamp: str = ""
    diagonal: bool
    inventory: InventoryShape
    turns: TurnCosts


class HeadReader:
    """Reads as much of a rule set's files as a list shows; the reader of the rest begins with this."""

    def __init__(self, lineage: Lineage) -> None:
        self._lineage = lineage
        self._converter = Converter({}, {})
        """Knows no names: a head has none."""

    def describe(self) -> Summary:
        """Read the description that is shown before it is played."""
        written = self._lineage.read(RULES)
        told = {key: value for key, value in written.items() if key in attrs.fields_dict(Head)}
        if isinstance(kits := told.get("kits"), dict):
            told["kits"] = {name: _plan_alone(kit) for name, kit in kits.items()}
        head = self._entry(RULES, (), told, Head)
        self._check_head(head)
        items = self._lineage.read(ITEMS).values()
        capabilities = capabilities_of(
            slots=head.inventory.slots,
            gear=any(map(_is_gear, items)),
            unknowns=any(isinstance(values, dict) and values.get("disguised") for values in items),
            depths=head.depths,
            lamp=bool(head.lamp),
            comfort=head.comfort,
        )
        return Summary(
            *(head.title, head.summary, head.diagonal, capabilities, head.turns, head.tutorial, head.place),
            modes={name: mode.summary for name, mode in head.modes.items()},
            kits={name: kit.plan for name, kit in head.kits.items()},
            edition=head.version,
        )

    def _entry(self, file: str, place: Place, values: object, kind: type[_Made]) -> _Made:
        try:
            return self._converter.entry(values, kind)
        except Unfit as error:
            raise self._lineage.error(file, error.within(*place)) from None

    def _check(self, file: str, place: Place, check: Callable[..., None], *given: object) -> None:
        try:
            check(*given)
        except Unfit as error:
            raise self._lineage.error(file, error.within(*place)) from None

    def _check_head(self, head: Head | GameRules) -> None:
        self._check(RULES, ("title",), check_name, head.title)
        self._check(RULES, ("summary",), check_line, head.summary, MAX_TEMPLATE)
        for name, mode in head.modes.items():
            self._check_variant("mode", name)
            self._check(RULES, ("modes", name, "summary"), check_line, mode.summary, MAX_TEMPLATE)
        for name, kit in head.kits.items():
            self._check_variant("kit", name)
            self._check(RULES, ("kits", name, "plan"), check_line, kit.plan, MAX_PLAN)
            if name in head.modes:
                raise self._lineage.error(RULES, Unfit("a mode has that name, too", "kits", name))
        self._check(RULES, ("tutorial",), check_line, head.tutorial, MAX_TEMPLATE)

    def _check_variant(self, what: str, name: str) -> None:
        """Refuse a name by which a kit or a mode could not be chosen."""
        self._check(RULES, (f"{what}s", name), check_name, name)
        if MODE_MARK in name:
            reason = f"the name of a {what} must not have {MODE_MARK!r} in it"
            raise self._lineage.error(RULES, Unfit(reason, f"{what}s", name))


def _plan_alone(written: object) -> object:
    """Return what a file says of a kit without anything but its plan."""
    return {key: value for key, value in written.items() if key == "plan"} if isinstance(written, dict) else written


def _is_gear(written: object) -> bool:
    """Return whether what a file says of an item makes it one to put on or to throw."""
    return isinstance(written, dict) and bool(written.get("equips") or written.get("thrown"))
