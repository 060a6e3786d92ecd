"""Turning plain TOML values into kinds and parts, strictly: nothing is guessed, converted or ignored."""

from __future__ import annotations

import functools
import operator
from typing import TYPE_CHECKING, Any, TypeVar, cast, get_origin

import attrs
import cattrs
from cattrs.cols import homogenous_tuple_structure_factory, is_mapping, mapping_structure_factory
from cattrs.gen import make_dict_structure_fn

from roguelike.content.colors import read_color
from roguelike.content.complaints import Unfit, listed
from roguelike.content.texts import read_text
from roguelike.engine.kinds.actors import ActorKind
from roguelike.engine.kinds.conditions import ConditionKind
from roguelike.engine.kinds.glyphs import Color
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.message_texts import Text
from roguelike.engine.kinds.parts import (
    CombatModel,
    Effect,
    FieldOfView,
    Goal,
    MapGenerator,
    Mind,
    Part,
    Perception,
    import_all,
)
from roguelike.engine.kinds.projectiles import ProjectileKind
from roguelike.toml_file import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_Made = TypeVar("_Made")

_MOST_LISTED = 1000
"""Entries of a list."""
_LARGEST = (1 << 53) - 1
"""The largest number that is told apart from others; what a field can be is for the field to say."""

PART_PACKAGES = ("roguelike.engine.parts", "roguelike.tutorials")
"""Where the parts are. Rule sets name parts, never modules."""

import_all(*PART_PACKAGES)

FAMILIES: tuple[type[Part], ...] = (Effect, Mind, FieldOfView, Perception, CombatModel, Goal, MapGenerator)


def make_converter(
    *,
    monsters: Mapping[str, ActorKind],
    items: Mapping[str, ItemKind],
    projectiles: Mapping[str, ProjectileKind],
    conditions: Mapping[str, ConditionKind],
) -> cattrs.Converter:
    """Make a converter that takes names of kinds for the kinds in these mappings, which may still grow."""
    converter = cattrs.Converter(forbid_extra_keys=True, detailed_validation=True)
    for primitive in (int, str, bool):
        converter.register_structure_hook(primitive, _exactly(primitive))
    for fits, make, shape in (
        (attrs.has, _make_entry, _table),
        (is_mapping, mapping_structure_factory, _table),
        (_is_tuple, homogenous_tuple_structure_factory, _array),
    ):
        converter.register_structure_hook_factory(fits, functools.partial(_shaped, converter, make, shape))
    converter.register_structure_hook_func(lambda kind: kind == Color, lambda value, _: read_color(value))
    converter.register_structure_hook(Text, lambda value, _: read_text(value, set()))
    for kind, known, what in (
        (ActorKind, monsters, "monster"),
        (ItemKind, items, "item"),
        (ProjectileKind, projectiles, "projectile"),
        (ConditionKind, conditions, "condition"),
    ):
        converter.register_structure_hook(kind, _reference(known, what))
    for family in FAMILIES:
        # By identity: a hook for a class would be asked for its subclasses, the parts themselves, too.
        converter.register_structure_hook_func(functools.partial(operator.is_, family), _part(converter, family))
    return converter


def structure_table(converter: cattrs.Converter, values: dict[str, Any], kind: type[_Made]) -> _Made:
    """Make one entry of `kind` from its table, where the converter's own hook may take a name for it."""
    maker: Callable[[Any, Any], _Made] = _entry_maker(cast("Any", kind), converter)
    return maker(values, kind)


def _is_tuple(kind: object) -> bool:
    return get_origin(kind) is tuple


@functools.lru_cache(maxsize=16)
def _entry_maker(kind: Any, converter: cattrs.Converter) -> Callable[[Any, Any], Any]:  # noqa: ANN401 -- any attrs class
    """Return what makes entries of `kind`: to compile it takes longer than to make an entry."""
    return _make_entry(kind, converter)


def _make_entry(kind: type[_Made], converter: cattrs.Converter) -> Callable[[Any, Any], _Made]:
    return make_dict_structure_fn(kind, converter, _cattrs_forbid_extra_keys=True, _cattrs_detailed_validation=True)


def _shaped(
    converter: cattrs.Converter,
    make: Callable[[Any, cattrs.Converter], Callable[[Any, Any], Any]],
    shape: Callable[[object], object],
    kind: Any,  # noqa: ANN401 -- whatever cattrs takes for a type
) -> Callable[[object, Any], Any]:
    """Have the hook that `make` gives for `kind` take nothing but what has the right `shape`."""
    structure = make(kind, converter)
    return lambda value, wanted: structure(shape(value), wanted)


def _exactly(primitive: type) -> Callable[[object, type], object]:
    wanted = {int: "a whole number", str: "text", bool: "true or false"}[primitive]

    def structure(value: object, _: type) -> object:
        if type(value) is not primitive or (isinstance(value, int) and abs(value) > _LARGEST):
            raise Unfit(f"{wanted} is expected, not {shown(value)}")
        return value

    return structure


def _table(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Unfit(f"a table is expected, not {shown(value)}")
    return value


def _array(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise Unfit(f"a list is expected, not {shown(value)}")
    if len(value) > _MOST_LISTED:
        raise Unfit(f"a list of at most {_MOST_LISTED} is expected, not of {len(value)}")
    return value


def _reference(known: Mapping[str, object], what: str) -> Callable[[object, type], object]:
    def structure(value: object, _: type) -> object:
        if not isinstance(value, str) or value not in known:
            raise Unfit(f"the name of {_article(what)} is expected ({_listed(known)}), not {shown(value)}")
        return known[value]

    return structure


def _part(converter: cattrs.Converter, family: type[Part]) -> Callable[[object, type], Part]:
    def structure(value: object, _: type) -> Part:
        numbers = dict(_table(value))
        name = numbers.pop(family.key, None)
        if not isinstance(name, str) or name not in family.by_name:
            known = _listed(family.by_name)
            found = "" if name is None else f", not {shown(name)}"
            raise Unfit(f"{family.key}: {_article(family.family)} is expected ({known}){found}")
        part: Part = converter.structure(numbers, family.by_name[name])
        return part

    return structure


def _article(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def _listed(known: Mapping[str, object]) -> str:
    return listed(sorted(known)) or "there is none yet"
