"""Fingerprints of rule sets: they differ if the same seed and commands can give different games."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, cast

import attrs

from roguelike.engine.kinds.actors import ActorKind
from roguelike.engine.kinds.families import Part
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.projectiles import ProjectileKind
from roguelike.engine.schema import ADDED, SHOWN, default_of

if TYPE_CHECKING:
    from collections.abc import Hashable

ENGINE_VERSION: Final = 5
"""Raised with every change of the code after which the same seed and commands can give a different game."""

_PLAIN: Final = frozenset({int, str, bool, type(None)})
"""The types of values that are plain data already."""


def fingerprint(rules: Any, names: Mapping[Any, str]) -> str:  # noqa: ANN401 -- any attrs object, a RuleSet in the end
    """Return 32 hexadecimal digits that depend only on the rules, not on the layout or place of their files.

    They do not depend on the rule set's name, texts, glyphs and colours, so saved games survive changes of those.
    `names` has the name of every kind that others refer to.
    """
    said = {field: _plain(value, names, whole=True) for field, value in _fields(rules) if field != "name"}
    text = json.dumps([ENGINE_VERSION, said], sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def _plain(value: Any, names: Mapping[Any, str], *, whole: bool = False) -> Any:  # noqa: ANN401 -- whatever a rule set holds
    """Return a value as plain data: kinds by their names, or with all their fields if `whole`."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if isinstance(value, ActorKind | ItemKind | ProjectileKind) and not whole:
        return names.get(value, value.name)
    if isinstance(value, Mapping):
        return {name: _plain(inner, names, whole=True) for name, inner in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(inner, names) for inner in value]
    if not attrs.has(kind):
        return value
    said = {field: _plain(inner, names) for field, inner in _fields(value)}
    if isinstance(value, ItemKind) and value.name:  # by its key: the name that the player reads is not a rule
        said["name"] = names.get(value, value.name)
    # isinstance() with an abstract class would ask every subclass.
    return [value.name, said] if Part in kind.__mro__ else said


def _fields(owner: Any) -> list[tuple[str, Any]]:  # noqa: ANN401 -- any attrs object
    """Return the names and values of the fields that count, without display fields.

    A field added later counts only if it differs from its default: rule sets that do not use it keep their saved games.
    """
    return [
        (field.name, value)
        for field, is_added in _written(cast("Hashable", type(owner)))
        for value in (getattr(owner, field.name),)
        if not is_added or value != default_of(field)
    ]


@functools.cache
def _written(kind: Any) -> tuple[tuple[attrs.Attribute[Any], bool], ...]:  # noqa: ANN401 -- any attrs class
    """Return the fields of a class that count, each with whether it was added later."""
    fields = (field for field in attrs.fields(kind) if field.init and SHOWN not in field.metadata)
    return tuple((field, ADDED in field.metadata) for field in fields)
