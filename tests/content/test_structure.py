"""Conversion of plain values to kinds and parts."""

from __future__ import annotations

from typing import Any

import pytest

from roguelike.content.complaints import Unfit
from roguelike.content.parts import FAMILIES, import_parts
from roguelike.content.structure import Converter, Known
from roguelike.engine.kinds.actors import ActorKind, Drop
from roguelike.engine.kinds.families import (
    Behaviour,
    CombatModel,
    Effect,
    FieldOfView,
    Goal,
    MapGenerator,
    Mind,
    Part,
    Pass,
    Perception,
    WayChange,
    WeaponStyle,
)
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.names import ItemName
from roguelike.engine.kinds.projectiles import ProjectileKind
from roguelike.engine.kinds.stats import Stats
from roguelike.engine.parts.effects.damage import Blast
from roguelike.engine.parts.effects.delivery import Launch
from roguelike.engine.parts.effects.healing import Heal
from roguelike.engine.parts.fov import Shadowcast
from roguelike.engine.parts.minds import Chase, Skirmish

GLYPH = {"char": "x", "color": [1, 2, 3]}
STONE = ProjectileKind(name="stone", glyph=Glyph("*", (0, 0, 0)))
COIN = ItemKind(name="coin", glyph=Glyph("$", (0, 0, 0)))


@pytest.fixture
def items() -> dict[str, ItemKind]:
    """Return the items known so far, to which more can be added."""
    return {"coin": COIN}


@pytest.fixture
def converter(items: dict[str, ItemKind]) -> Converter:
    """Return a converter that knows a stone and some items, and no monsters."""
    return Converter(
        {
            ActorKind: Known("monster", "monsters.toml", {}),
            ItemKind: Known("item", "items.toml", items),
            ProjectileKind: Known("projectile", "projectiles.toml", {"stone": STONE}),
        },
        {ItemName: Known("item", "items.toml", items)},
    )


def test_an_actor_is_made_from_its_table(converter: Converter) -> None:
    """Missing keys have the defaults of the kind."""
    values: dict[str, Any] = {
        "name": "rat",
        "glyph": GLYPH,
        "hit_points": 4,
        "stats": {"attack": 2},
        "mind": {"think": "skirmish", "distance": 3, "throws": 50},
        "missile": "stone",
        "drops": [{"item": "coin", "chance": 10}],
    }

    made = converter.entry(values, ActorKind)

    assert ("rat", 4, 100, "") == (made.name, made.hit_points, made.speed, made.description)
    assert Glyph("x", (1, 2, 3)) == made.glyph
    assert Stats(attack=2) == made.stats
    assert Skirmish(distance=3, throws=50) == made.mind
    assert STONE is made.missile
    assert (Drop("coin", 10),) == made.drops


def test_effects_compose(converter: Converter) -> None:
    """Any number of them, in order."""
    values = {
        "name": "wand",
        "glyph": GLYPH,
        "effects": [{"do": "heal", "amount": 5}, {"do": "launch", "projectile": "stone", "range": 4}],
    }

    made = converter.entry(values, ItemKind)

    assert (Heal(amount=5), Launch(projectile=STONE, range=4)) == made.effects
    assert made.aimed


def test_a_glyph_can_have_a_background(converter: Converter) -> None:
    """It can also be bold."""
    made = converter.read({**GLYPH, "background": [4, 5, 6], "bold": True}, Glyph)

    assert Glyph("x", (1, 2, 3), (4, 5, 6), bold=True) == made


@pytest.mark.parametrize(
    ("family", "written", "made"),
    [
        (Effect, {"do": "blast", "radius": 2, "damage": 3}, Blast(radius=2, damage=3)),
        (Mind, {"think": "chase", "memory": 9}, Chase(memory=9)),
        (Mind, {"think": "chase"}, Chase()),
        (FieldOfView, {"see": "shadowcast", "radius": 5}, Shadowcast(radius=5)),
    ],
)
def test_a_part_is_made_by_its_name(
    converter: Converter,
    family: Any,  # noqa: ANN401 -- an abstract class, which mypy takes for no `type[Part]`
    written: dict[str, Any],
    made: Part,
) -> None:
    """The part has the fields of the rule set."""
    assert made == converter.read(written, family)


def test_making_a_part_does_not_modify_its_table(converter: Converter) -> None:
    """A table can be read twice."""
    family: Any = Mind
    written = {"think": "chase", "memory": 9}

    converter.read(written, family)

    assert {"think": "chase", "memory": 9} == written


def test_names_are_looked_up_when_they_are_needed(converter: Converter, items: dict[str, ItemKind]) -> None:
    """Files are read one after the other, and each adds names."""
    gem = ItemKind(name="gem", glyph=Glyph("^", (0, 0, 0)))

    items["gem"] = gem

    assert gem is converter.read("gem", ItemKind)


@pytest.mark.parametrize(
    ("value", "kind", "complaint"),
    [
        ("rat", ActorKind, "expected the name of a monster (there are none), not 'rat'"),
        (3, ItemKind, "expected the name of an item (coin), not 3"),
        (["stone"], ProjectileKind, "expected the name of a projectile (stone), not a list"),
        (True, int, "expected a whole number, not true"),
        ("1", int, "expected a whole number, not '1'"),
        (1, bool, "expected true or false, not 1"),
        (1, str, "expected text, not 1"),
        ("x", Glyph, "expected a table, not 'x'"),
        ("x", tuple[int, ...], "expected a list, not 'x'"),
        ({}, tuple[int, ...], "expected a list, not a table"),
        ([], dict[str, int], "expected a table, not a list"),
        ("chase", Mind, "expected a table, not 'chase'"),
    ],
)
def test_nothing_is_guessed_or_converted(
    converter: Converter,
    value: object,
    kind: Any,  # noqa: ANN401 -- whatever a field is annotated with
    complaint: str,
) -> None:
    """Almost correct values are errors."""
    with pytest.raises(ValueError, match="expected") as caught:
        converter.read(value, kind)

    assert complaint == str(caught.value)


def test_nothing_is_ignored(converter: Converter) -> None:
    """A misspelled field would silently have no effect."""
    with pytest.raises(Unfit, match="unknown 'colour'"):
        converter.read({**GLYPH, "colour": [1, 2, 3]}, Glyph)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_has_parts_under_their_names(family: type[Part]) -> None:
    """They are found without a list."""
    import_parts()

    assert family.by_name
    assert list(family.by_name) == [part.name for part in family.by_name.values()]
    assert all(issubclass(part, family) for part in family.by_name.values())


def test_the_families_keep_their_names_apart() -> None:
    """A mind and an effect can have the same name."""
    assert len(FAMILIES) == len({id(family.by_name) for family in FAMILIES})
    families = {
        Effect,
        Mind,
        Behaviour,
        FieldOfView,
        Perception,
        CombatModel,
        WeaponStyle,
        Goal,
        Pass,
        MapGenerator,
        WayChange,
    }
    assert families == set(FAMILIES)
