"""The limits of rule sets, so that they can be read, played and saved, and the errors beyond them."""

from __future__ import annotations

import errno
import os
import pathlib
from typing import TYPE_CHECKING, Any, Final

import pytest

from roguelike.content.loader import ContentError, describe, load_ruleset

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.content.folder import Folder

NAME: Final = "expected a name of 1 to 40 printable characters"
LINE: Final = "expected one line of at most {} printable characters"
GLYPH: Final = {"char": "x", "color": [1, 2, 3]}
WALL: dict[str, Any] = {"glyph": GLYPH, "remembered": GLYPH, "blocks": ["walk", "missile", "sight"]}
HALLS: dict[str, Any] = {
    "make": "halls",
    **dict.fromkeys(("width", "height"), 40),
    **dict.fromkeys(("attempts", "most_monsters", "most_items"), 9),
    "room_width": [3, 9],
    "room_height": [3, 9],
    "residents": [],
    "treasures": [],
    "items_share": True,
}


def nested(levels: int) -> list[Any]:
    """Return an effect nested in `levels` lists and tables."""
    return [{"do": "heal", "amount": 1}] if levels < 3 else [{"do": "cast", "effects": nested(levels - 2)}]


BROKEN: Final[dict[str, tuple[str, list[str | int], object, str]]] = {
    "a floor that nobody can walk on": (
        "terrain.toml",
        ["floor", "blocks"],
        ["walk"],
        "terrain.toml: floor: must not block walk: actors stand on it",
    ),
    "a terrain that no list can show": (
        "terrain.toml",
        ["\x1b[2J"],
        WALL,
        f"terrain.toml: '\\x1b[2J': name: {LINE.format(40)}, not '\\x1b[2J'",
    ),
    "items on items where there are no piles": (
        "ruleset.toml",
        ["generator"],
        HALLS,
        "ruleset.toml: 'generator' stacks items, but 'piles' is false",
    ),
    "confusion that hunts": (
        "conditions.toml",
        ["confused", "overrides"],
        {"think": "straight"},
        "conditions.toml: confused: 'overrides' must be a mind that does not hunt (panic, stagger), not 'straight'",
    ),
    "a monster by two names": (
        "monsters.toml",
        [0, "name"],
        "ogre",
        "monsters.toml: kestrel: name: must be the same as the key of the table",
    ),
    "an item by the name of a corpse": (
        "items.toml",
        ["corpse:orc"],
        {"glyph": GLYPH},
        "items.toml: corpse:orc: names that begin with 'corpse:' are reserved for corpses",
    ),
    "an item without a name": (
        "items.toml",
        [""],
        {"glyph": GLYPH},
        f"items.toml: : {NAME}, not ''",
    ),
    "a corpse by a long name": (
        "ruleset.toml",
        ["corpse", "name"],
        "{name} " * 9,
        f"ruleset.toml: corpse: name: {LINE.format(40)}, not 'kestrel kestrel kestrel kestrel kestrel ...'",
    ),
    "a description of many lines": (
        "monsters.toml",
        [0, "description"],
        "one\ntwo",
        f"monsters.toml: kestrel: description: {LINE.format(500)}, not 'one\\ntwo'",
    ),
    "a summary without end": (
        "ruleset.toml",
        ["summary"],
        "s" * 201,
        f"ruleset.toml: summary: {LINE.format(200)}, not '{'s' * 40}...'",
    ),
    "a prompt without end": (
        "items.toml",
        ["fireball scroll", "prompt"],
        "p" * 201,
        f"items.toml: fireball scroll: prompt: {LINE.format(200)}, not '{'p' * 40}...'",
    ),
    "a number in capitals": (
        "ruleset.toml",
        ["status"],
        "{enemies:upper}",
        "ruleset.toml: status: unknown form {enemies:upper}",
    ),
    "a message without end": (
        "messages.toml",
        ["won"],
        "w" * 201,
        f"messages.toml: won: {LINE.format(200)}, not '{'w' * 40}...'",
    ),
    "a message that is nothing but names": (
        "messages.toml",
        ["picked_up"],
        "{item}" * 9,
        "messages.toml: picked_up: expected at most 8 fields",
    ),
    "every cell of a burst": (
        "messages.toml",
        ["exploded"],
        "{cells}",
        "messages.toml: exploded: unknown field {cells} (at, means, radius, seen)",
    ),
    "a list without end": (
        "ruleset.toml",
        ["generator", "items_in_room"],
        [1] * 1001,
        "ruleset.toml: generator: items_in_room: expected a list of at most 1000 entries, not 1001",
    ),
    "an effect in effects in effects": (
        "items.toml",
        [0, "effects"],
        nested(17),
        "items.toml: lists or tables are nested too deeply",
    ),
    "effects that grow without end": (
        "projectiles.toml",
        ["stone", "on_stop"],
        [{"do": "launch", "projectile": "fireball"}] * 11,
        "projectiles.toml: stone: it may cause at most 20 effects, counting all that it launches and casts",
    ),
    "more effects than anyone counts": (
        "items.toml",
        [0, "effects"],
        [{"do": "cast", "effects": [{"do": "heal", "amount": 1}] * 20}],
        "items.toml: health potion: it may cause at most 20 effects, counting all that it launches and casts",
    ),
    "a very large number": (
        "monsters.toml",
        [0, "hit_points"],
        2**53,
        "monsters.toml: kestrel: hit_points: expected a whole number, not a very large number",
    ),
    "more hit points than can be saved": (
        "monsters.toml",
        [0, "hit_points"],
        1_000_001,
        "monsters.toml: kestrel: 'hit_points' must be <= 1000000: 1000001",
    ),
    "a weight that no die rolls": (
        "ruleset.toml",
        ["generator", "residents", 0, "weight"],
        2**32,
        "ruleset.toml: generator: residents: number 1: 'weight' must be <= 1000000: 4294967296",
    ),
    "a room for a crowd": (
        "ruleset.toml",
        ["generator", "monsters_in_room"],
        [101],
        "ruleset.toml: generator: 'monsters_in_room' must be <= 100: 101",
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_unplayable_and_unsaveable_values_are_refused_on_reading(mine: Folder, case: str) -> None:
    """One sentence names the place."""
    file, path, value, expected = BROKEN[case]
    mine.put(file, path, value)

    assert f"mine/{expected}." == mine.complaint()


@pytest.mark.parametrize(
    ("part", "key", "most"),
    [
        ({"do": "heal", "amount": 0}, "amount", 1_000_000),
        ({"do": "blast", "radius": 0, "damage": 0}, "damage", 1_000_000),
        ({"do": "blast", "radius": 0, "damage": 0}, "radius", 20),
        ({"do": "lightning", "range": 0, "damage": 0}, "damage", 1_000_000),
        ({"do": "lightning", "range": 0, "damage": 0}, "range", 200),
        ({"do": "launch", "projectile": "stone"}, "range", 200),
        ({"do": "cast", "effects": []}, "range", 200),
        ({"do": "afflict", "condition": "confused", "turns": 1}, "turns", 1_000_000),
        ({"think": "chase"}, "memory", 1_000_000),
        ({"think": "erratic", "flits": 0}, "memory", 1_000_000),
        ({"think": "wander"}, "memory", 1_000_000),
        ({"think": "skirmish", "throws": 0, "distance": 0}, "memory", 1_000_000),
        ({"think": "skirmish", "throws": 0, "distance": 0}, "distance", 200),
        ({"think": "search"}, "memory", 1_000_000),
        ({"think": "search"}, "far", 200),
        ({"think": "search"}, "ahead", 20),
        ({"see": "rays", "radius": 0}, "radius", 60),
        ({"perceive": "line", "radius": 0}, "radius", 200),
        ({"perceive": "square", "radius": 0}, "radius", 200),
    ],
    ids=lambda value: next(iter(value.values())) if isinstance(value, dict) else str(value),
)
def test_a_part_has_numbers_that_can_be_played_and_saved(
    mine: Folder, part: dict[str, Any], key: str, most: int
) -> None:
    """Up to the documented limits, and no higher."""
    places: dict[str, tuple[str, list[str | int], str]] = {
        "do": ("items.toml", [0, "effects", 0], "health potion: effects: number 1"),
        "think": ("monsters.toml", [0, "mind"], "kestrel: mind"),
        "see": ("ruleset.toml", ["sight"], "sight"),
        "perceive": ("ruleset.toml", ["perception"], "perception"),
    }
    file, path, place = places[next(iter(part))]
    mine.put(file, path, {**part, key: most})
    load_ruleset(mine.path)

    mine.put(file, path, {**part, key: most + 1})

    assert f"mine/{file}: {place}: '{key}' must be <= {most}: {most + 1}." == mine.complaint()


SPOILED: Final[dict[str, tuple[Callable[[pathlib.Path], object], str]]] = {
    "a pipe": (os.mkfifo, "is not a regular file: rules must be in a text file"),
    "a device": (
        lambda path: path.symlink_to("/dev/zero"),
        "is not a regular file: rules must be in a text file",
    ),
    "a circle": (lambda path: path.symlink_to(path), f"cannot be read: {os.strerror(errno.ELOOP)}"),
    "a large file": (
        lambda path: path.write_text("#\n" * (128 << 10) + "#"),
        "is too large: rules may have at most 256 kB",
    ),
    "a long line": (lambda path: path.write_text("\n#" + "x" * 1000), "line 2: this is longer than 1000 characters"),
    "a long number": (
        lambda path: path.write_text("x = 0x" + "f" * 990),
        "x: expected a table, not a very large number",
    ),
    "brackets": (lambda path: path.write_text("x = " + "[\n" * 9999), "lists or tables are nested too deeply"),
    "dots": (lambda path: path.write_text("x" + ".x" * 16 + " = 1"), "lists or tables are nested too deeply"),
    "a crowd": (
        lambda path: path.write_text("".join(f"[x{number}]\n" for number in range(20_000))),
        "expected at most 500 tables, not 20000",
    ),
}


@pytest.mark.timeout(10)
@pytest.mark.parametrize("case", SPOILED)
def test_files_that_could_exhaust_time_or_memory_are_refused(mine: Folder, case: str) -> None:
    """They are refused before they are read."""
    spoil, expected = SPOILED[case]
    (mine.path / "items.toml").unlink()
    spoil(mine.path / "items.toml")

    assert f"mine/items.toml: {expected}." == mine.complaint()


def test_errors_quote_little_of_the_files(mine: Folder) -> None:
    """No control characters, and only a few words."""
    long = "n\x1b[2J" + "x" * 900
    shown = "'n\\x1b[2J" + "x" * 35 + "...'"
    for number in range(30):
        mine.put("items.toml", [f"item number {number}"], {"glyph": GLYPH})
    mine.put("monsters.toml", [long], {"glyph": GLYPH, "drops": 3, **{f"unknown {n}": n for n in range(30)}})

    assert f"mine/monsters.toml: {shown}: hit_points: is missing." == mine.complaint()
    mine.put("monsters.toml", [long], {"glyph": GLYPH, "hit_points": 1, "stats": {long: 1, "b": 2}})
    assert f"mine/monsters.toml: {shown}: stats: unknown 'b', {shown}." == mine.complaint()
    mine.remove("monsters.toml", [long])
    mine.put("monsters.toml", [0, "corpse"], long)
    known = "confusion scroll, fireball scroll, health potion, item number 0, item number 1 and 29 more"
    told = f"corpse: expected the name of an item ({known}), not {shown}"
    assert f"mine/monsters.toml: {mine.name('monsters.toml')}: {told}." == mine.complaint()


@pytest.mark.timeout(10)
def test_an_unreadable_folder_is_reported(tmp_path: pathlib.Path) -> None:
    """Whatever it is, and however long its path is."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "circle").symlink_to("circle")
    long = "x/" * 2500
    known = "use ember, spark, classic, chargrid, kasidin, roguebasin, tcod, or a folder with a ruleset.toml"
    for path, expected in {
        tmp_path / "pipe": f"Unknown rule set '{tmp_path}/pipe': {known}.",
        tmp_path / "circle": f"Cannot read rule set '{tmp_path}/circle': {os.strerror(errno.ELOOP)}.",
        tmp_path / "\x1b[2J": f"Unknown rule set '{tmp_path}/\\x1b[2J': {known}.",
        pathlib.Path(long): f"Cannot read rule set '{long[:200]}...': {os.strerror(errno.ENAMETOOLONG)}.",
    }.items():
        for read in (load_ruleset, describe):
            with pytest.raises(ContentError) as caught:
                read(str(path))
            assert expected == str(caught.value)


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        (["title"], 3, "title: expected text, not 3"),
        (["title"], "", "title: expected a name of 1 to 40 printable characters, not ''"),
        (
            ["summary"],
            "s" * 201,
            f"summary: expected one line of at most 200 printable characters, not '{'s' * 40}...'",
        ),
    ],
)
def test_a_list_of_rule_sets_is_as_strict_as_a_game(
    mine: Folder, path: list[str | int], value: object, sentence: str
) -> None:
    """Title and summary are read as strictly, whatever is wrong with the rest."""
    (mine.path / "items.toml").unlink()
    whole = mine.read("ruleset.toml")
    told = describe(str(mine.path))
    assert (whole["title"], whole["summary"]) == (told.title, told.summary)
    mine.put("ruleset.toml", path, value)

    with pytest.raises(ContentError) as caught:
        describe(str(mine.path))

    assert f"mine/ruleset.toml: {sentence}." == str(caught.value)
