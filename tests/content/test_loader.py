"""Reading rule sets, and the errors of broken ones."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from typing import TYPE_CHECKING, Any

import attrs
import pytest

from roguelike import toml_file
from roguelike.content import inherit
from roguelike.content.inherit import SHIPPED, Lineage
from roguelike.content.loader import ContentError, describe, load_ruleset, ruleset_names
from roguelike.engine.game import new_game
from roguelike.engine.kinds import fingerprint
from tests.content.folder import FILES
from tests.content.hostile import values_in

if TYPE_CHECKING:
    import pathlib

    from roguelike.engine.kinds.ruleset import RuleSet
    from tests.content.folder import Folder


def test_ember_comes_first_among_the_rule_sets() -> None:
    """It is the main game; the other games follow, and then the tutorials' by name."""
    assert ["ember", "spark", "classic", "chargrid", "kasidin", "roguebasin", "tcod"] == ruleset_names()


@pytest.mark.parametrize("name", ruleset_names())
def test_a_list_describes_the_rule_set_that_is_played(name: str) -> None:
    """A list reads only a part of it, with the same defaults."""
    told, played = describe(name), load_ruleset(name)

    assert (played.title, played.summary, played.tutorial, played.place) == (
        told.title,
        told.summary,
        told.tutorial,
        told.place,
    )
    assert (played.diagonal, played.turns, played.capabilities) == (told.diagonal, told.turns, told.capabilities)
    assert {mode: each.summary for mode, each in played.modes.items()} == told.modes


@pytest.mark.parametrize("name", ruleset_names())
def test_every_rule_set_that_comes_with_the_game_can_be_played(name: str) -> None:
    """It loads, and generates a level."""
    ruleset = load_ruleset(name)

    assert name == ruleset.name
    assert new_game(ruleset, seed=1).outcome is None


def test_a_rule_set_is_read_from_a_folder_as_well(mine: Folder, classic: RuleSet) -> None:
    """It has the name of its folder, and a copy plays the same."""
    ruleset = load_ruleset(mine.path)

    assert "mine" == ruleset.name
    assert new_game(classic, seed=3).digest() == new_game(attrs.evolve(ruleset, name="classic"), seed=3).digest()


def test_a_path_may_be_text(mine: Folder) -> None:
    """As given on the command line."""
    assert "mine" == load_ruleset(str(mine.path)).name


def test_the_folder_one_is_in_has_a_name_too(mine: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Authors of a rule set type `--rules .`."""
    monkeypatch.chdir(mine.path)

    assert "mine" == load_ruleset(".").name


def test_things_are_named_by_their_tables(classic: RuleSet) -> None:
    """They keep the order of the file."""
    written = tomllib.loads((SHIPPED / "classic" / "monsters.toml").read_text(encoding="utf-8"))

    assert list(written) == list(classic.monsters)
    assert list(written) == [kind.name for kind in classic.monsters.values()]
    assert [entry["hit_points"] for entry in written.values()] == [
        kind.hit_points for kind in classic.monsters.values()
    ]


def test_terrain_comes_by_its_codes(mine: Folder) -> None:
    """Nothing, wall and floor have the codes that generators use, and others follow."""
    terrain = mine.read("terrain.toml")
    grass = {**terrain["floor"], "glyph": {"char": '"', "color": [0, 200, 0]}}
    mine.write("terrain.toml", {"grass": grass, **dict(reversed(terrain.items()))})

    assert ["nothing", "wall", "floor", "grass"] == [kind.name for kind in load_ruleset(mine.path).terrain[:4]]


def test_every_actor_gets_the_rule_sets_corpse(mine: Folder) -> None:
    """With the actor's name in it and the actor's colour, unless one is given."""
    mine.put("ruleset.toml", ["corpse"], {"name": "late {name}", "char": "%", "description": "Gone."})
    plain = load_ruleset(mine.path)
    mine.put("ruleset.toml", ["corpse"], {"name": "late {name}", "char": "%", "color": [1, 2, 3], "bold": True})
    colored = load_ruleset(mine.path)

    for kind in (*plain.monsters.values(), plain.player):
        assert kind.corpse is not None
        assert (f"late {kind.name}", "Gone.", False) == (
            kind.corpse.name,
            kind.corpse.description,
            kind.corpse.portable,
        )
        assert kind.glyph.color == kind.corpse.glyph.color
    assert {(1, 2, 3)} == {kind.corpse.glyph.color for kind in colored.monsters.values() if kind.corpse}


def test_monsters_of_a_level_have_the_complete_kinds_of_the_rule_set(mine: Folder) -> None:
    """With their corpses: the generator must not keep incomplete kinds."""
    ruleset = load_ruleset(mine.path)
    born = [actor.kind for seed in range(5) for actor in new_game(ruleset, seed).world.level.actors[1:]]

    assert born
    assert all(kind is ruleset.monsters[kind.name] for kind in born)
    assert None not in {kind.corpse for kind in born}


def test_a_corpse_is_a_table(mine: Folder) -> None:
    """A glyph is not enough, as the name is missing."""
    mine.put("ruleset.toml", ["corpse"], "%")

    assert "mine/ruleset.toml: corpse: expected a table, not '%'." == mine.complaint()


def test_a_kind_can_have_its_own_corpse(mine: Folder) -> None:
    """It is an item, given by name."""
    item = mine.name("items.toml")
    mine.put("monsters.toml", [0, "corpse"], item)

    ruleset = load_ruleset(mine.path)

    assert ruleset.items[item] is next(iter(ruleset.monsters.values())).corpse


def test_without_a_corpse_nothing_is_left(mine: Folder) -> None:
    """A rule set need not have corpses."""
    mine.remove("ruleset.toml", ["corpse"])

    assert {None} == {kind.corpse for kind in load_ruleset(mine.path).monsters.values()}


GLYPH = {"char": "x", "color": [1, 2, 3]}
CONFUSED: dict[str, Any] = {"think": "stagger"}

BROKEN: dict[str, tuple[str, list[str | int], object, str]] = {
    "an unknown field": ("monsters.toml", [0, "hitpoints"], 5, "monsters.toml: {monster}: unknown 'hitpoints'"),
    "an unknown field of the rules": ("ruleset.toml", ["dagonal"], True, "ruleset.toml: unknown 'dagonal'"),
    "an unknown field of a part": (
        "monsters.toml",
        [0, "mind"],
        {"think": "chase", "memroy": 3},
        "monsters.toml: {monster}: mind: unknown 'memroy'",
    ),
    "an unknown turn cost": ("ruleset.toml", ["turns", "sing"], True, "ruleset.toml: turns: unknown 'sing'"),
    "text for a number": (
        "monsters.toml",
        [0, "hit_points"],
        "five",
        "monsters.toml: {monster}: hit_points: expected a whole number, not 'five'",
    ),
    "true for a number": (
        "monsters.toml",
        [0, "hit_points"],
        True,
        "monsters.toml: {monster}: hit_points: expected a whole number, not true",
    ),
    "a fraction for a number": (
        "monsters.toml",
        [0, "hit_points"],
        1.5,
        "monsters.toml: {monster}: hit_points: expected a whole number, not a fraction",
    ),
    "a number for true or false": (
        "ruleset.toml",
        ["diagonal"],
        1,
        "ruleset.toml: diagonal: expected true or false, not 1",
    ),
    "a title that no list can show": (
        "ruleset.toml",
        ["title"],
        "Mine\u00a0!",
        "ruleset.toml: title: expected a name of 1 to 40 printable characters, not 'Mine\\xa0!'",
    ),
    "a title without end": (
        "ruleset.toml",
        ["title"],
        "M" * 41,
        "ruleset.toml: title: expected a name of 1 to 40 printable characters, not *",
    ),
    "a version below none": (
        "ruleset.toml",
        ["version"],
        -1,
        "ruleset.toml: version: expected a number from 0 to 1000000000",
    ),
    "a number for text": ("ruleset.toml", ["title"], 3, "ruleset.toml: title: expected text, not 3"),
    "text for a table": (
        "ruleset.toml",
        ["inventory"],
        "big",
        "ruleset.toml: inventory: expected a table, not 'big'",
    ),
    "a number for a glyph": (
        "monsters.toml",
        [0, "glyph"],
        7,
        "monsters.toml: {monster}: glyph: expected a table, not 7",
    ),
    "a list for a terrain": ("terrain.toml", ["floor"], [1], "terrain.toml: floor: expected a table, not a list"),
    "the terrain in the old place": (
        "ruleset.toml",
        ["terrain"],
        {"floor": {}},
        "ruleset.toml: terrain: terrain belongs in terrain.toml, one table per kind",
    ),
    "a table for a list": (
        "items.toml",
        [0, "effects"],
        {"do": "heal"},
        "items.toml: {item}: effects: expected a list, not a table",
    ),
    "text for a list": (
        "items.toml",
        [0, "effects"],
        "heal",
        "items.toml: {item}: effects: expected a list, not 'heal'",
    ),
    "text for an effect": (
        "items.toml",
        [0, "effects"],
        ["heal"],
        "items.toml: {item}: effects: number 1: expected a table, not 'heal'",
    ),
    "a number for an entry": ("monsters.toml", ["rat"], 3, "monsters.toml: rat: expected a table, not 3"),
    "an unknown effect": (
        "items.toml",
        [0, "effects"],
        [{"do": "wish"}],
        "items.toml: {item}: effects: number 1: do: expected an effect (*), not 'wish'",
    ),
    "an effect without a name": (
        "items.toml",
        [0, "effects"],
        [{"amount": 5}],
        "items.toml: {item}: effects: number 1: do: expected an effect (*)",
    ),
    "an unknown mind": (
        "monsters.toml",
        [0, "mind"],
        {"think": "deep"},
        "monsters.toml: {monster}: mind: think: expected a mind (*), not 'deep'",
    ),
    "an unknown generator": (
        "ruleset.toml",
        ["generator"],
        {"make": "world"},
        "ruleset.toml: generator: make: expected a map generator (*), not 'world'",
    ),
    "an unknown sight": (
        "ruleset.toml",
        ["sight"],
        {"see": "all"},
        "ruleset.toml: sight: see: expected a sight (*), not 'all'",
    ),
    "an unknown combat": (
        "ruleset.toml",
        ["combat"],
        {"fight": "fair"},
        "ruleset.toml: combat: fight: expected a combat (*), not 'fair'",
    ),
    "an unknown perception": (
        "ruleset.toml",
        ["perception"],
        {"perceive": "me"},
        "ruleset.toml: perception: perceive: expected a perception (*), not 'me'",
    ),
    "an unknown way to stack": (
        "conditions.toml",
        ["confused", "stacks"],
        "higher",
        "conditions.toml: confused: stacks: expected one of replace, nest, longest, add, not 'higher'",
    ),
    "a nameless combat": ("ruleset.toml", ["combat"], {}, "ruleset.toml: combat: fight: expected a combat (*)"),
    "a missing number of a part": (
        "items.toml",
        [0, "effects"],
        [{"do": "heal"}],
        "items.toml: {item}: effects: number 1: amount: is missing",
    ),
    "a negative number of a part": (
        "items.toml",
        [0, "effects"],
        [{"do": "heal", "amount": -1}],
        "items.toml: {item}: effects: number 1: 'amount' must be >= 0: -1",
    ),
    "a resident nobody knows": (
        "ruleset.toml",
        ["generator", "residents", 0, "monster"],
        "dragon",
        "ruleset.toml: generator: residents: number 1: monster: expected the name of a monster (*), not 'dragon'",
    ),
    "a treasure nobody knows": (
        "ruleset.toml",
        ["generator", "treasures", 0, "item"],
        "crown",
        "ruleset.toml: generator: treasures: number 1: item: expected the name of an item (*), not 'crown'",
    ),
    "a projectile nobody knows": (
        "items.toml",
        [0, "effects"],
        [{"do": "launch", "projectile": "comet"}],
        "items.toml: {item}: effects: number 1: projectile: expected the name of a projectile (*), not 'comet'",
    ),
    "terrain that launches": (
        "terrain.toml",
        ["floor", "stand"],
        [{"do": "cast", "effects": [{"do": "launch", "projectile": "stone"}]}],
        "terrain.toml: floor: 'stand' must not launch anything: there is nothing to aim at",
    ),
    "a lock that launches": (
        "terrain.toml",
        ["wall", "lock"],
        {"key": "health potion", "to": "floor", "opened": [{"do": "launch", "projectile": "stone"}]},
        "terrain.toml: wall: lock: 'opened' must not launch anything: there is nothing to aim at",
    ),
    "a missile nobody knows": (
        "monsters.toml",
        [0, "missile"],
        "spear",
        "monsters.toml: {monster}: missile: expected the name of a projectile (*), not 'spear'",
    ),
    "a drop nobody knows": (
        "monsters.toml",
        [0, "drops"],
        [{"item": "crown", "chance": 5}],
        "monsters.toml: {monster}: drops: number 1: item: expected the name of an item (*), not 'crown'",
    ),
    "a drop of the player's nobody knows": (
        "ruleset.toml",
        ["player", "drops"],
        [{"item": "crown", "chance": 5}],
        "ruleset.toml: player: drops: number 1: item: expected the name of an item (*), not 'crown'",
    ),
    "a corpse nobody knows": (
        "monsters.toml",
        [0, "corpse"],
        "dust",
        "monsters.toml: {monster}: corpse: expected the name of an item (*), not 'dust'",
    ),
    "a chance of 101": (
        "monsters.toml",
        [0, "drops"],
        [{"item": "health potion", "chance": 101}],
        "monsters.toml: {monster}: drops: number 1: 'chance' must be <= 100: 101",
    ),
    "a chance below 0": (
        "monsters.toml",
        [0, "drops"],
        [{"item": "health potion", "chance": -1}],
        "monsters.toml: {monster}: drops: number 1: 'chance' must be >= 0: -1",
    ),
    "a colour of two numbers": (
        "monsters.toml",
        [0, "glyph", "color"],
        [1, 2],
        "monsters.toml: {monster}: glyph: color: expected a colour, *, not a list",
    ),
    "a colour too bright": (
        "monsters.toml",
        [0, "glyph", "color"],
        [0, 0, 256],
        "monsters.toml: {monster}: glyph: color: expected a colour, *, not a list",
    ),
    "a colour by name": (
        "monsters.toml",
        [0, "glyph", "color"],
        "red",
        "monsters.toml: {monster}: glyph: color: expected a colour, *, not 'red'",
    ),
    "a colour of truths": (
        "monsters.toml",
        [0, "glyph", "color"],
        [True, 0, 0],
        "monsters.toml: {monster}: glyph: color: expected a colour, *, not a list",
    ),
    "a glyph of two columns": (
        "monsters.toml",
        [0, "glyph", "char"],
        "漢",
        "monsters.toml: {monster}: glyph: 'char' must be one printable character of one column: '漢'",
    ),
    "a glyph of two characters": (
        "monsters.toml",
        [0, "glyph", "char"],
        "ab",
        "monsters.toml: {monster}: glyph: 'char' must be one printable character of one column: 'ab'",
    ),
    "no glyph at all": (
        "monsters.toml",
        [0, "glyph", "char"],
        "",
        "monsters.toml: {monster}: glyph: 'char' must be one printable character of one column: ''",
    ),
    "a glyph of no column": (
        "monsters.toml",
        [0, "glyph", "char"],
        "\u0301",
        "monsters.toml: {monster}: glyph: 'char' must be one printable character of one column: *",
    ),
    "a glyph that controls": (
        "items.toml",
        [0, "glyph", "char"],
        "\x1b",
        "items.toml: {item}: glyph: 'char' must be one printable character of one column: *",
    ),
    "a corpse of two columns": (
        "ruleset.toml",
        ["corpse", "char"],
        "漢",
        "ruleset.toml: corpse: 'char' must be one printable character of one column: '漢'",
    ),
    "negative hit points": (
        "monsters.toml",
        [0, "hit_points"],
        -1,
        "monsters.toml: {monster}: 'hit_points' must be > 0: -1",
    ),
    "no hit points": ("ruleset.toml", ["player", "hit_points"], 0, "ruleset.toml: player: 'hit_points' must be > 0: 0"),
    "no speed": ("monsters.toml", [0, "speed"], 0, "monsters.toml: {monster}: 'speed' must be > 0: 0"),
    "negative armour": (
        "monsters.toml",
        [0, "stats"],
        {"armour": -1},
        "monsters.toml: {monster}: stats: 'armour' must be >= 0: -1",
    ),
    "too few slots": ("ruleset.toml", ["inventory", "slots"], -1, "ruleset.toml: inventory: 'slots' must be >= 0: -1"),
    "a level too small": (
        "ruleset.toml",
        ["generator", "width"],
        3,
        "ruleset.toml: generator: 'width' must be >= 12: 3",
    ),
    "rooms of one size": (
        "ruleset.toml",
        ["generator", "room_width"],
        9,
        "ruleset.toml: generator: room_width: expected a list, not 9",
    ),
    "rooms of three sizes": (
        "ruleset.toml",
        ["generator", "room_width"],
        [4, 6, 8],
        "ruleset.toml: generator: 'room_width' must be two numbers, the smallest and the largest, not 3",
    ),
    "rooms of no size": (
        "ruleset.toml",
        ["generator", "room_height"],
        [],
        "ruleset.toml: generator: 'room_height' must be two numbers, the smallest and the largest, not 0",
    ),
    "rooms too small": (
        "ruleset.toml",
        ["generator", "room_height"],
        [1, 6],
        "ruleset.toml: generator: the smallest 'room_height' must be from 2 to 200: 1",
    ),
    "rooms too large": (
        "ruleset.toml",
        ["generator", "room_width"],
        [4, 201],
        "ruleset.toml: generator: the largest 'room_width' must be from * to 200: 201",
    ),
    "rooms larger than the largest": (
        "ruleset.toml",
        ["generator", "room_width"],
        [9, 8],
        "ruleset.toml: generator: the smallest 'room_width' must not exceed the largest: 9, 8",
    ),
    "rooms larger than the level": (
        "ruleset.toml",
        ["generator", "room_width"],
        [100, 200],
        "ruleset.toml: generator: the smallest 'room_width' must not exceed the * cells inside: 100",
    ),
    "nothing that can be walked on": (
        "terrain.toml",
        ["nothing", "blocks"],
        ["missile", "sight"],
        "terrain.toml: nothing: must block walk, missile and sight: it surrounds every level",
    ),
    "nothing that can be seen through": (
        "terrain.toml",
        ["nothing", "blocks"],
        ["walk", "missile"],
        "terrain.toml: nothing: must block walk, missile and sight: it surrounds every level",
    ),
    "an unknown message": (
        "messages.toml",
        ["danced"],
        "",
        "messages.toml: unknown event 'danced' (*)",
    ),
    "a message with an unknown field": (
        "messages.toml",
        ["picked_up"],
        "{who} get {thing}",
        "messages.toml: picked_up: unknown field {{thing}} (*)",
    ),
}

MISSING: dict[str, tuple[str, list[str | int], str]] = {
    "hit points": ("monsters.toml", [0, "hit_points"], "monsters.toml: {monster}: hit_points: is missing"),
    "the stats": ("monsters.toml", [0, "stats"], "monsters.toml: {monster}: stats: is missing"),
    "the glyph of an item": ("items.toml", [0, "glyph"], "items.toml: {item}: glyph: is missing"),
    "a colour": ("items.toml", [0, "glyph", "color"], "items.toml: {item}: glyph: color: is missing"),
    "the title": ("ruleset.toml", ["title"], "ruleset.toml: title: is missing"),
    "the generator": ("ruleset.toml", ["generator"], "ruleset.toml: generator: is missing"),
    "the combat": ("ruleset.toml", ["combat"], "ruleset.toml: combat: is missing"),
    "the player": ("ruleset.toml", ["player"], "ruleset.toml: player: glyph: is missing"),
}


def fits(expected: str, complaint: str, mine: Folder) -> bool:
    """Return whether an error message is the expected one; a star matches anything."""
    names = {"monster": mine.name("monsters.toml"), "item": mine.name("items.toml")}
    pattern = re.escape(f"mine/{expected.format(**names)}.").replace(r"\*", ".*")
    return re.fullmatch(pattern, complaint) is not None


@pytest.mark.parametrize("case", BROKEN)
def test_mistakes_are_reported_with_their_place(mine: Folder, case: str) -> None:
    """File, entry, field and what was expected, in one sentence."""
    file, path, value, expected = BROKEN[case]
    mine.put(file, path, value)

    complaint = mine.complaint()

    assert fits(expected, complaint, mine), complaint


@pytest.mark.parametrize("case", MISSING)
def test_missing_values_are_reported_with_their_place(mine: Folder, case: str) -> None:
    """Forgotten values are the most common mistake."""
    file, path, expected = MISSING[case]
    mine.remove(file, path)

    complaint = mine.complaint()

    assert fits(expected, complaint, mine), complaint


@pytest.mark.parametrize("file", FILES)
def test_invalid_toml_is_reported_with_the_line(mine: Folder, file: str) -> None:
    """The line helps to fix the error."""
    (mine.path / file).write_text("# fine so far\nthis is = = not\n", encoding="utf-8")

    assert re.fullmatch(f"mine/{file}: line 2: this is not TOML: .*\\.", mine.complaint())


@pytest.mark.parametrize("file", FILES)
def test_files_that_are_not_text_are_reported(mine: Folder, file: str) -> None:
    """An image of that name, or an old encoding."""
    (mine.path / file).write_bytes(b"title = '\xff\xfe'")

    assert f"mine/{file}: line 1: this is not UTF-8 text." == mine.complaint()


def test_a_folder_instead_of_a_file_is_reported(mine: Folder) -> None:
    """It exists, but cannot be read."""
    (mine.path / "items.toml").unlink()
    (mine.path / "items.toml").mkdir()

    assert "mine/items.toml: is a directory: rules must be in a text file." == mine.complaint()


@pytest.mark.parametrize("name", ["nethack", "", ".", "/", "no/such/folder", "classic/", "clas\0sic"])
def test_a_missing_rule_set_is_reported(name: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error lists the names of the existing rule sets."""
    monkeypatch.chdir(tmp_path)

    with pytest.raises(ContentError) as caught:
        load_ruleset(name)

    assert f"Unknown rule set {name!r}: use " in str(caught.value)
    assert all(known in str(caught.value) for known in ruleset_names())


def test_a_folder_without_a_ruleset_file_is_no_rule_set(mine: Folder) -> None:
    """Other files are not enough."""
    (mine.path / "ruleset.toml").unlink()

    assert mine.complaint().startswith(f"Unknown rule set {str(mine.path)!r}: ")


LOOKS = {"color", "background", "bold", "char", "description", "remembered", "summary", "title", "name", "glyph"}
SHOWN = LOOKS | {"comfort", "autopickup", "place"}
"""The keys of values that are only displayed, or that only affect the choice of commands."""


def number_places() -> list[tuple[str, list[str | int], int]]:
    """Return the place of each number and each boolean of `classic`, except colours, with another value for it."""
    found: list[tuple[str, list[str | int], int]] = []
    for file in FILES[:-1]:
        written = Lineage(SHIPPED / "classic").read(file)
        for path in values_in(written):
            value: Any = written
            for key in path:
                value = value[key]
            if type(value) in {int, bool} and not SHOWN & set(path):
                found.append((file, list(path), not value if type(value) is bool else value + 1))
    return found


@pytest.mark.slow
def test_every_number_and_every_truth_changes_the_fingerprint(mine: Folder, classic: RuleSet) -> None:
    """Saved games know their rules, or a replay could silently end differently."""
    fingerprints = {classic.fingerprint}
    places = number_places()
    for file, path, value in places:
        kept = (mine.path / file).read_text(encoding="utf-8")
        mine.put(file, path, value)
        try:
            fingerprints.add(load_ruleset(mine.path).fingerprint)
        except ContentError:  # a value that may not be higher, or stands for nothing
            fingerprints.add(f"{file}: {path}")
        (mine.path / file).write_text(kept, encoding="utf-8")

    assert len(places) > 90
    assert 1 + len(places) == len(fingerprints)
    assert sum(1 for fingerprint in fingerprints if ":" in fingerprint) < 5


@pytest.mark.parametrize(
    ("file", "path", "value"),
    [
        ("ruleset.toml", ["sight", "see"], "permissive"),
        ("ruleset.toml", ["combat", "fight"], "roll"),
        ("conditions.toml", ["confused", "overrides", "attacks"], False),
        ("terrain.toml", ["gravel"], None),
        ("monsters.toml", ["orc", "mind"], {"think": "straight"}),
        ("monsters.toml", ["orc", "drops"], []),
        ("monsters.toml", ["kobold slinger", "missile"], "fireball"),
        ("monsters.toml", ["troll", "corpse"], "health potion"),
        ("items.toml", ["confusion scroll", "effects"], [{"do": "launch", "projectile": "stone"}]),
        ("projectiles.toml", ["stone", "on_hit"], []),
        ("projectiles.toml", ["stone", "diagonal"], False),
    ],
    ids=lambda value: str(value)[:24],
)
def test_names_of_parts_and_kinds_change_the_fingerprint(
    mine: Folder, classic: RuleSet, file: str, path: list[str | int], value: object
) -> None:
    """Names of parts and kinds are also rules."""
    if value is None:
        value = mine.read(file)["floor"]
    mine.put(file, path, value)

    assert classic.fingerprint != load_ruleset(mine.path).fingerprint


def test_without_a_corpse_the_fingerprint_is_another(mine: Folder, classic: RuleSet) -> None:
    """A corpse occupies a cell, and is part of the snapshot."""
    mine.remove("ruleset.toml", ["corpse"])

    assert classic.fingerprint != load_ruleset(mine.path).fingerprint


def test_a_rule_set_written_otherwise_has_the_same_fingerprint(mine: Folder, classic: RuleSet) -> None:
    """Comments, the order of keys, the layout and the folder's name do not matter."""
    for file in FILES:
        values = mine.read(file)
        for entry in values.values():
            if isinstance(entry, dict):
                for key in sorted(entry):
                    entry[key] = entry.pop(key)
        mine.write(file, {key: values[key] for key in sorted(values, reverse=True)})

    assert list(classic.monsters) != list(load_ruleset(mine.path).monsters)
    assert classic.fingerprint == load_ruleset(mine.path).fingerprint


def test_explicit_defaults_change_no_fingerprint(mine: Folder, classic: RuleSet) -> None:
    """The meaning is the same."""
    mine.put("ruleset.toml", ["removes_dead_late"], value=False)
    mine.put("monsters.toml", ["orc", "speed"], 100)

    assert classic.fingerprint == load_ruleset(mine.path).fingerprint


@pytest.mark.parametrize(
    ("file", "path", "value"),
    [
        ("ruleset.toml", ["title"], "Mine"),
        ("ruleset.toml", ["summary"], "All mine."),
        ("ruleset.toml", ["status"], "{hit_points}"),
        ("ruleset.toml", ["exact_colors"], True),
        ("ruleset.toml", ["tells_unseen"], True),
        ("ruleset.toml", ["corpse", "name"], "dead {name}"),
        ("ruleset.toml", ["corpse", "char"], "&"),
        ("ruleset.toml", ["player", "description"], "Me."),
        ("terrain.toml", ["wall", "remembered", "char"], "X"),
        ("terrain.toml", ["wall", "glyph", "color"], [1, 2, 3]),
        ("monsters.toml", ["orc", "glyph", "char"], "q"),
        ("items.toml", ["fireball scroll", "prompt"], "Where to?"),
        ("items.toml", ["fireball scroll", "description"], "Hot."),
        ("projectiles.toml", ["stone", "glyph", "color"], [1, 2, 3]),
        ("messages.toml", ["struck", "you"], "Ouch!"),
    ],
    ids=lambda value: str(value)[:24],
)
def test_words_and_looks_change_no_fingerprint(
    mine: Folder, classic: RuleSet, file: str, path: list[str | int], value: object
) -> None:
    """A player can paint the orcs red and continue saved games."""
    mine.put(file, path, value)

    assert classic.fingerprint == load_ruleset(mine.path).fingerprint


def test_a_new_version_of_the_engine_changes_every_fingerprint(
    classic: RuleSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rules in code also count."""
    before = classic.fingerprint
    monkeypatch.setattr(fingerprint, "ENGINE_VERSION", fingerprint.ENGINE_VERSION + 1)

    assert before != attrs.evolve(classic).fingerprint


def test_every_rule_set_has_a_different_fingerprint() -> None:
    """32 hexadecimal digits, which never coincide by chance."""
    found = {load_ruleset(name).fingerprint for name in ruleset_names()}

    assert len(ruleset_names()) == len(found)
    assert all(re.fullmatch("[0-9a-f]{32}", each) for each in found)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that records the files that are read; recent changes count as settled."""
    names: list[str] = []

    def read(file: pathlib.Path, sort: toml_file.FileSort) -> dict[str, Any]:
        names.append(f"{file.parent.name}/{file.name}")
        return toml_file.read_toml(file, sort)

    monkeypatch.setattr(inherit, "read_toml", read)
    monkeypatch.setattr(toml_file, "_UNSETTLED", -1)
    return names


def test_a_rule_set_is_read_once_as_long_as_its_files_stay_as_they_are(child: Folder, opened: list[str]) -> None:
    """A process forked later uses it without opening a file; every change of any file is noticed."""
    first = load_ruleset(child.path)
    assert "child/ruleset.toml" in opened
    opened.clear()

    assert first is load_ruleset(str(child.path))
    assert [] == opened

    child.put("ruleset.toml", ["title"], "Other")
    assert "Other" == load_ruleset(child.path).title
    child.write("monsters.toml", {"orc": {"hit_points": 77}})  # was not there before
    assert 77 == load_ruleset(child.path).monsters["orc"].hit_points
    (child.path / "monsters.toml").unlink()
    assert first.fingerprint == load_ruleset(child.path).fingerprint


def test_a_rule_set_that_was_changed_just_now_is_read_again(child: Folder) -> None:
    """The next change can have the same file time."""
    first = load_ruleset(child.path)

    assert first is not load_ruleset(child.path)
    child.put("ruleset.toml", ["title"], "Dlihc")
    assert "Dlihc" == load_ruleset(child.path).title


@pytest.mark.parametrize(
    ("done", "families"),
    [("describe", set()), ("load_ruleset", {"combat", "effects", "goals", "minds"})],
)
def test_no_part_is_imported_before_a_rule_set_that_names_it_is_loaded(done: str, families: set[str]) -> None:
    """The title imports none, and a game of `classic` imports no parts of the tutorials."""
    program = (
        "import sys\n"
        f"from roguelike.content.loader import {done}\n"
        f"{done}('classic')\n"
        "print(*(name for name in sys.modules if name.startswith(('roguelike.engine.parts.', 'roguelike.tutorials.'))))"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    modules = [name.split(".") for name in told.stdout.split()]

    assert families <= {name[3] for name in modules if name[1] == "engine"}
    assert families or not modules
    assert not [name for name in modules if name[1] == "tutorials" and len(name) > 3]
