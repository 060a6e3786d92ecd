"""Reading the description of a rule set before play; the title imports this module without the kinds."""

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
    """The description of a rule set in lists and in the help."""

    title: str
    summary: str
    diagonal: bool
    """Whether the player moves in eight directions."""
    capabilities: frozenset[Capability]
    """The capabilities of the rule set."""
    turns: TurnCosts
    tutorial: str
    """The tutorial whose game it reproduces; empty for an original game."""
    place: int = LAST_PLACE
    """Its place in lists of rule sets."""
    modes: Mapping[str, str] = attrs.field(factory=dict)
    """The summaries of its modes, by name."""
    kits: Mapping[str, str] = attrs.field(factory=dict)
    """The plans of its kits, by name, the usual one first."""
    kit: str = ""
    """The kit with which it differs from the plain rule set; empty for the usual one, or none."""
    mode: str = ""
    """The mode with which it differs from the plain rule set; empty for none."""
    edition: int = 1
    """Its field `version`."""


@frozen(kw_only=True)
class KitHead:
    """The part of a kit that is read before play."""

    plan: str


@frozen(kw_only=True)
class Head:
    """The part of a rule set that is read before play: fields of `GameRules` with the same defaults."""

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
    """Reads the part of a rule set that lists show; the base class of the reader of the rest."""

    def __init__(self, lineage: Lineage) -> None:
        self._lineage = lineage
        self._converter = Converter({}, {})
        """It knows no names, as a head refers to none."""

    def describe(self) -> Summary:
        """Read the description that is shown before play."""
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
        """Check that a kit or a mode can be chosen by its name."""
        self._check(RULES, (f"{what}s", name), check_name, name)
        if MODE_MARK in name:
            reason = f"the name of a {what} must not have {MODE_MARK!r} in it"
            raise self._lineage.error(RULES, Unfit(reason, f"{what}s", name))


def _plan_alone(written: object) -> object:
    """Return only the plan of a kit in a file."""
    return {key: value for key, value in written.items() if key == "plan"} if isinstance(written, dict) else written


def _is_gear(written: object) -> bool:
    """Return whether an item in a file can be equipped or thrown."""
    return isinstance(written, dict) and bool(written.get("equips") or written.get("thrown"))
