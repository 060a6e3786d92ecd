"""Vaults: pictures that are rotated and mirrored, built behind a door, and furnished by their legend."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.draft import Contents, LevelDraft, Loot, Retry
from roguelike.engine.geometry import CARDINALS, Point, chebyshev_distance
from roguelike.engine.grid import Grid, cells_of
from roguelike.engine.kinds.features import FeatureKind
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.hordes import HordeKind, Members
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.vaults import VaultCell, VaultHorde, VaultKind, VaultLoot
from roguelike.engine.parts.mapgen.joining import blueprints
from roguelike.engine.parts.passes.rooms import Accrete
from roguelike.engine.parts.passes.vaults import Vaults
from roguelike.engine.rng import PCG32
from tests.engine.parts.passes.drafts import with_terrain

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet

DOOR = VaultCell(terrain="door", door=True)
CELL = VaultKind(
    name="cell",
    role="captive",
    rows=("#####", "#P.G#", "#..G+", "#####"),
    legend={"+": DOOR, "P": VaultCell(captive=True), "G": VaultCell(captors=True)},
    feeling="You hear someone weeping.",
)
STORE = VaultKind(
    name="store",
    role="treasury",
    rows=("#####", "#C.C#", "##+##"),
    legend={"+": DOOR, "C": VaultCell(feature="cage", choice=True)},
)
CHAPEL = VaultKind(
    name="chapel",
    role="key",
    rows=("#####", "#~A.+", "#####"),
    legend={"+": DOOR, "~": VaultCell(terrain="deep"), "A": VaultCell(feature="altar", item="bolt")},
)
HOARD = VaultKind(
    name="hoard",
    role="prize",
    rows=("########", "#~h...I#", "#~..s.B+", "########"),
    legend={
        "+": DOOR,
        "~": VaultCell(terrain="deep"),
        "h": VaultCell(horde=VaultHorde(mood="roaming"), item="bolt"),
        "s": VaultCell(monster="slinger", mood="asleep"),
        "I": VaultCell(loot=VaultLoot(sorts=("gem",), plus=1, number=2)),
        "B": VaultCell(feature="altar", loot=VaultLoot(sorts=("gem",), more_danger=8)),
    },
    feeling="You smell gold.",
)


@pytest.fixture
def rules(arena: RuleSet) -> RuleSet:
    """Return rules with three vaults and everything that they need."""
    features = {name: FeatureKind(name=name, glyph=Glyph("_", (200, 200, 200))) for name in ("cage", "altar")}
    guards = HordeKind(name="guards", leader="orc", members=(Members(monster="hawk"),), dangers=(1,), weights=(1,))
    return attrs.evolve(
        with_terrain(arena),
        features=features,
        items={**arena.items, **{kind.name: kind for kind in _gems()}},
        hordes={"guards": guards},
        vaults={kind.name: kind for kind in (CELL, STORE, CHAPEL)},
    )


def _gems() -> list[ItemKind]:
    """Return an item for any danger, and one for high danger."""
    glyph = Glyph("*", (0, 0, 0))
    opal = ItemKind(name="opal", glyph=glyph, sort="gem", frequency=1)
    return [opal, attrs.evolve(opal, name="ruby", frequency=1000, min_danger=9)]


def built(rules: RuleSet, contents: Contents, seed: int = 1) -> LevelDraft:
    """Return a level with some rooms and its promised vaults."""
    draft, rng = LevelDraft(Grid(60, 20), rules, contents, None), PCG32(seed)
    Accrete(until=12).run(draft, rng)
    Vaults().run(draft, rng)
    return draft


def test_a_picture_is_turned_to_every_side() -> None:
    """The direction inwards leads away from the side with the door; a picture that is too wide is only mirrored."""
    assert 8 == len(blueprints(CELL))
    assert dict.fromkeys(CARDINALS, 2) == {way: sum(plan.way is way for plan in blueprints(CELL)) for way in CARDINALS}
    for plan in blueprints(CELL):
        inside = plan.door.step(plan.way)
        assert plan.rows[inside.y][inside.x] != "#"
    assert 4 == len(blueprints(attrs.evolve(CELL, turned=False)))
    assert 4 == len(blueprints(STORE)), "one that is its own mirror image has fewer ways"


def test_a_captive_is_held_among_captors(rules: RuleSet, arena: RuleSet) -> None:
    """The captive does nothing, the horde that guards it is there, and a message on arrival announces it."""
    draft = built(rules, Contents(captive=arena.monsters["slinger"]))

    held = [each for each in draft.plan.monsters if each.mood is Mood.HELD]
    guards = [each for each in draft.plan.monsters if each.mood is not Mood.HELD]
    assert ["slinger"] == [each.kind.name for each in held]
    assert ["orc", "hawk"] == [each.kind.name for each in guards]
    assert guards[0].at == guards[1].leader
    assert all(draft.vaults >> draft.grid.index(each.at) & 1 for each in draft.plan.monsters)
    assert ["You hear someone weeping."] == draft.plan.feelings


def test_a_treasury_holds_the_choices_and_its_key_is_elsewhere(rules: RuleSet, arena: RuleSet) -> None:
    """Each cage holds one item, the altar holds the item of the legend, and deep water counts as depth."""
    choices = (Loot(arena.items["potion"]), Loot(arena.items["pebble"], plus=2))
    draft = built(rules, Contents(choices=choices))

    cages = [each for each in draft.plan.features if each.kind.name == "cage"]
    altars = [each for each in draft.plan.features if each.kind.name == "altar"]
    assert {("potion", 0), ("pebble", 2)} == {(each.holds.kind.name, each.holds.plus) for each in cages if each.holds}
    assert ["bolt"] == [each.holds.kind.name for each in altars if each.holds]
    assert all(draft.locked >> draft.grid.index(each.at) & 1 for each in cages)
    assert not any(draft.locked >> draft.grid.index(each.at) & 1 for each in altars)
    assert draft.cells_with("deep")


def test_a_room_without_a_key_has_its_own_monsters_and_items(rules: RuleSet) -> None:
    """The horde is on dry cells of the room and carries its item; loot fits the danger of the level."""
    draft = built(rules, Contents(extras=(HOARD,), danger=1))

    moods = {each.kind.name: each.mood for each in draft.plan.monsters}
    carried = {each.kind.name: each.carries and each.carries.kind.name for each in draft.plan.monsters}
    assert {"orc": Mood.ROAMING, "hawk": Mood.ROAMING, "slinger": Mood.ASLEEP} == moods
    assert {"orc": "bolt", "hawk": None, "slinger": None} == carried
    cells = [draft.grid.index(each.at) for each in draft.plan.monsters]
    assert all(draft.vaults & ~draft.cells_with("deep") & draft.floor & 1 << cell for cell in cells)
    assert [("opal", 2, 1)] == [(each.kind.name, each.number, each.plus) for each in draft.plan.items]
    assert ["ruby"] == [each.holds.kind.name for each in draft.plan.features if each.holds]
    assert ["You smell gold."] == draft.plan.feelings


def test_nothing_leads_into_a_vault_but_its_door(rules: RuleSet) -> None:
    """Later passes do not dig into its walls."""
    for seed in range(10):
        draft = built(rules, Contents(captive=rules.monsters["orc"]), seed)
        before, walls = draft.vaults & draft.floor, draft.vaults & ~draft.floor
        Accrete().run(draft, PCG32(seed))

        (room,) = (each for each in draft.rooms if each.sort == "vault")
        assert before == draft.vaults & draft.floor == room.board
        assert walls == draft.vaults & ~draft.floor
        beside = draft.grid.spread(room.board, diagonally=True) & draft.floor & ~room.board
        assert 1 <= beside.bit_count() <= 3, "only around the door"


def test_the_door_of_a_vault_is_as_far_away_as_it_says(rules: RuleSet) -> None:
    """Along the longer axis; some doors are at exactly that distance."""
    away = 12
    far = attrs.evolve(rules, vaults={"cell": attrs.evolve(CELL, away=away)})
    found = []
    for seed in range(30):
        with contextlib.suppress(Retry):
            draft = built(far, Contents(captive=rules.monsters["orc"]), seed)
            (door,) = cells_of(draft.cells_with("door"))
            found.append(chebyshev_distance(draft.grid.point(door), draft.grid.point(draft.start)))

    assert len(found) > 5
    assert away == min(found)


def test_a_vault_that_does_not_fit_asks_for_another_level(rules: RuleSet) -> None:
    """For example because no place is far enough away."""
    far = attrs.evolve(CELL, away=59)
    with pytest.raises(Retry, match="no place for the cell"):
        built(attrs.evolve(rules, vaults={"cell": far}), Contents(captive=rules.monsters["orc"]))


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"rows": ()}, "'rows' must be a picture"),
        ({"rows": ("#+#", "##")}, "'rows' must be a picture"),
        ({"rows": ("#+#", "#x#", "###")}, "'legend' must say what 'x' stands for"),
        ({"rows": ("###", "#.#", "###")}, "one door"),
        ({"rows": ("#+#", "#.#", "#+#")}, "one door"),
        ({"rows": ("###", "#+#", "###")}, "on the rim"),
        ({"rows": ("+##", "#.#", "###")}, "on the rim"),
        ({"legend": {"+": DOOR, "P": VaultCell(), "G": VaultCell(), "#": VaultCell()}}, "single characters"),
        ({"dangers": (3, 2)}, "rising"),
    ],
)
def test_a_wrong_picture_is_refused(changes: dict[str, object], complaint: str) -> None:
    """The error names the mistake in a sentence."""
    with pytest.raises(ValueError, match=complaint):
        attrs.evolve(CELL, **changes)  # type: ignore[arg-type]


def test_the_door_of_a_vault_leads_out_to_floor(rules: RuleSet) -> None:
    """The cell outside is floor, so that no one must dig to get in."""
    draft = built(rules, Contents(captive=rules.monsters["orc"]))
    (door,) = (cell for cell in range(draft.grid.size) if draft.cells_with("door") >> cell & 1)

    outside = draft.grid.spread(1 << door, diagonally=False) & draft.floor & ~draft.vaults
    assert 1 == outside.bit_count()
    assert draft.is_connected(draft.floor)
    assert draft.grid.contains(Point(*draft.grid.point(door)))
