"""Rule sets that extend others, and the files that errors name."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import attrs
import pytest

from roguelike.content import inherit
from roguelike.content.kind_tables import KIND_TABLES
from roguelike.content.loader import ContentError, describe, load_ruleset, ruleset_names
from roguelike.engine.game import new_game
from roguelike.engine.kinds.message_texts import Text
from roguelike.engine.parts.minds import Chase
from tests.content.folder import FILES

if TYPE_CHECKING:
    import pathlib

    from roguelike.engine.kinds.ruleset import RuleSet
    from tests.content.folder import Folder

GLYPH = {"char": "x", "color": [1, 2, 3]}
RAT: dict[str, Any] = {"glyph": GLYPH, "hit_points": 2, "stats": {}, "mind": {"think": "chase"}}


def test_a_rule_set_without_own_values_equals_its_parent(child: Folder, classic: RuleSet) -> None:
    """But for its title; not one of the other files is needed."""
    ruleset = load_ruleset(child.path)

    assert ("child", "Child", classic.summary) == (ruleset.name, ruleset.title, ruleset.summary)
    assert classic.fingerprint == ruleset.fingerprint
    assert classic.messages == ruleset.messages
    assert new_game(classic, seed=3).digest() == new_game(attrs.evolve(ruleset, name="classic"), seed=3).digest()
    assert "Child" == describe(str(child.path)).title


def test_the_files_of_kinds_are_those_of_the_tables() -> None:
    """Their names are kept apart from the tables, so that the title need not import the kinds."""
    assert [table.file for table in KIND_TABLES] == [*inherit.KIND_FILES]


@pytest.mark.parametrize("file", FILES[1:])
def test_a_file_that_is_missing_is_inherited(mine: Folder, classic: RuleSet, file: str) -> None:
    """From `base`, which has no monsters, unless another is named."""
    (mine.path / file).unlink()
    mine.put("ruleset.toml", ["extends"], "classic")

    assert classic.fingerprint == load_ruleset(mine.path).fingerprint


def test_tables_are_merged_and_everything_else_is_replaced(child: Folder, classic: RuleSet) -> None:
    """A field of a monster, a new monster, and a whole list."""
    child.write("monsters.toml", {"orc": {"hit_points": 99, "stats": {"attack": 7}}, "rat": RAT})
    child.put("ruleset.toml", ["generator"], {"residents": [{"monster": "rat", "weight": 1}]})
    ruleset = load_ruleset(child.path)
    orc, before = ruleset.monsters["orc"], classic.monsters["orc"]

    assert [*classic.monsters, "rat"] == [*ruleset.monsters]
    assert (99, attrs.evolve(before.stats, attack=7)) == (orc.hit_points, orc.stats)
    assert (before.glyph, before.mind, before.drops) == (orc.glyph, orc.mind, orc.drops)
    assert {"rat"} == {each.kind.name for seed in range(9) for each in new_game(ruleset, seed).world.level.actors[1:]}


def test_a_table_that_names_another_part_has_none_of_the_numbers_of_the_first(child: Folder) -> None:
    """The fields of another part do not apply to it; a table with the same part, or none, inherits them."""
    child.write("monsters.toml", {"orc": {"mind": {"think": "straight"}}, "troll": {"mind": {"memory": 77}}})
    child.put("ruleset.toml", ["sight"], {"see": "permissive", "radius": 4})
    monsters = load_ruleset(child.path).monsters

    assert monsters["orc"].mind is not None
    assert "straight" == monsters["orc"].mind.name
    assert Chase(memory=77) == monsters["troll"].mind


def test_removed_entries_are_not_inherited(child: Folder) -> None:
    """An entry or a top-level table of the rules is removed; a new one of the same name inherits nothing."""
    child.write("items.toml", {"remove": ["health potion"], "health potion": {"glyph": GLYPH}})
    child.put("ruleset.toml", ["remove"], ["corpse"])
    ruleset = load_ruleset(child.path)

    assert () == ruleset.items["health potion"].effects
    assert {None} == {kind.corpse for kind in ruleset.monsters.values()}


def test_silence_begins_without_the_texts_of_others(child: Folder, classic: RuleSet) -> None:
    """Otherwise a file of texts changes only those that it names."""
    child.write("messages.toml", {"won": "You are alone now.", "missed": {"you": "Missed."}})
    some = load_ruleset(child.path).messages
    child.put("messages.toml", ["silent"], value=True)
    silent = load_ruleset(child.path).messages

    assert {**classic.messages["missed"], "you": Text("Missed.")} == some["missed"]
    assert classic.messages["struck"] == some["struck"]
    assert Text("You are alone now.") == some["won"]["text"] == silent["won"]["text"]
    said = [text.template for texts in silent.values() for text in texts.values() if text.template]
    assert ["Missed.", "You are alone now."] == sorted(said)


@pytest.mark.parametrize(
    ("file", "values", "told"),
    [
        ("monsters.toml", {"orc": {"hitpoints": 3}}, "child/monsters.toml: orc: unknown 'hitpoints'"),
        ("monsters.toml", {"orc": {"speed": 0}}, "child/monsters.toml: orc: 'speed' must be > 0: 0"),
        ("monsters.toml", {"rat": {}}, "child/monsters.toml: rat: glyph: is missing"),
        ("monsters.toml", {"orc": 3}, "child/monsters.toml: orc: expected a table, not 3"),
        (
            "monsters.toml",
            {"remove": ["orc"]},
            "child/monsters.toml: remove: number 1: 'orc' is still used by classic/ruleset.toml: generator: *",
        ),
        (
            "conditions.toml",
            {"remove": ["confused"]},
            "child/conditions.toml: remove: number 1: 'confused' is still used by classic/*",
        ),
        (
            "items.toml",
            {"remove": ["health potion"]},
            "child/items.toml: remove: number 1: 'health potion' is still used by classic/*",
        ),
        (
            "monsters.toml",
            {"remove": ["orc"], "rat": {**RAT, "missile": "orc"}},
            "child/monsters.toml: rat: missile: expected the name of a projectile (*",
        ),
        (
            "monsters.toml",
            {"remove": ["orc", "rat"]},
            "child/monsters.toml: remove: number 2: expected the name of an inherited entry (kestrel, kobold*",
        ),
        ("items.toml", {"remove": "orc"}, "child/items.toml: remove: expected a list of names, not 'orc'"),
        ("terrain.toml", {"remove": ["wall"]}, "child/terrain.toml: wall: is missing"),
        ("terrain.toml", {"wall": {"blocks": 1}}, "child/terrain.toml: wall: blocks: expected a list, not 1"),
        ("messages.toml", {"remove": ["won"]}, "child/messages.toml: event 'won' is missing"),
        ("messages.toml", {"silent": 1}, "child/messages.toml: silent: expected true or false, not 1"),
        ("messages.toml", {"missed": {"me": ""}}, "child/messages.toml: missed: unknown text 'me' *"),
        ("messages.toml", {"won": "{who}"}, "child/messages.toml: won: unknown field {who} (seen)"),
    ],
)
def test_a_complaint_names_the_file_in_which_the_wrong_value_stands(
    child: Folder, file: str, values: dict[str, Any], told: str
) -> None:
    """The file of the rule set itself, or of one that it extends."""
    child.write(file, values)

    complaint = child.complaint()

    assert complaint.startswith(told.rstrip("*")), complaint
    assert told.endswith("*") or f"{told}." == complaint


@pytest.mark.parametrize("extends", ["", 'extends = "classic"\ntitle = "Child"\nremove = ["player"]'])
def test_missing_values_are_reported_in_the_extending_rule_set(child: Folder, extends: str) -> None:
    """The built-in rule sets are not at fault."""
    (child.path / "ruleset.toml").write_text(extends)

    assert "child/ruleset.toml: player: glyph: is missing." == child.complaint()


@pytest.mark.parametrize(
    ("name", "guess"),
    [
        ("monster.toml", " (did you mean 'monsters.toml'?)"),
        ("Items.TOML", " (did you mean 'items.toml'?)"),
        ("xyz.toml", ""),
    ],
)
def test_a_file_with_an_unknown_name_is_refused(child: Folder, name: str, guess: str) -> None:
    """The name is misspelt, and its monsters would silently be missing."""
    (child.path / name).write_text("[rat]")

    assert f"child/{name}: not a file of a rule set{guess}." == child.complaint()
    with pytest.raises(ContentError, match="not a file of a rule set"):
        describe(str(child.path))


def test_files_of_other_kinds_are_free(child: Folder) -> None:
    """Authors keep notes, editors keep copies, and folders can be under version control."""
    for name in ("README.md", "monsters.toml~", "monsters.toml.bak", ".#monsters.toml", ".taplo.toml", "toml"):
        (child.path / name).write_text("[")

    assert "Child" == load_ruleset(child.path).title


def test_a_file_that_is_linked_to_must_be_there(child: Folder) -> None:
    """A missing file is inherited, but a broken link is an error."""
    (child.path / "monsters.toml").symlink_to(child.path / "elsewhere" / "monsters.toml")

    assert "child/monsters.toml: is a broken link." == child.complaint()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[orc]\n[kobold]\n[orc]", "line 3: this is not TOML: the table [orc] is already defined above"),
        ("[a.b]\n[a.'it\"s']\n[a.b]", "line 3: this is not TOML: the table [a.b] is already defined above"),
        ("[[orc]]\n[orc]", "line 2: this is not TOML: the table [orc] is already defined above"),
        ("orc = {}\n[orc.stats]", "line 2: this is not TOML: the table [orc.stats] is already defined above"),
        ("[orc.a]\n[orc]\na.b = 1", "line 3: this is not TOML: the table orc.a is already defined above"),
        ("[orc]\nspeed = 1\nspeed = 2", "line 3: this is not TOML: this key already has a value"),
    ],
)
def test_duplicate_tables_are_reported_plainly(child: Folder, text: str, told: str) -> None:
    """Forgetting to rename a copied table is the most common mistake."""
    (child.path / "monsters.toml").write_text(text)

    assert f"child/monsters.toml: {told}." == child.complaint()


@pytest.mark.parametrize("name", ["", "../classic", "child", "nethack", 3, True, ["classic"], {"name": "classic"}])
def test_a_rule_set_extends_only_those_that_come_with_the_game(child: Folder, name: object) -> None:
    """By name: a folder from elsewhere cannot read other folders."""
    child.put("ruleset.toml", ["extends"], name)

    known = "(base, chargrid, classic, ember, kasidin, roguebasin, spark, tcod)"
    expected = f"child/ruleset.toml: extends: expected the name of a built-in rule set {known}, not "
    assert child.complaint().startswith(expected)


def test_base_is_not_played(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, child: Folder) -> None:
    """It is in no list, and neither its name nor its folder can be played; others extend it by default."""
    monkeypatch.chdir(tmp_path)
    child.write("ruleset.toml", {"title": "Child", "summary": "Alone.", "combat": {"fight": "roll"}})

    assert "base" not in ruleset_names()
    for path in ("base", str(inherit.SHIPPED / "base")):
        with pytest.raises(ContentError, match=r"Unknown rule set 'base'|^base/ruleset.toml: player:"):
            load_ruleset(path)
    assert "child/ruleset.toml: player: glyph: is missing." == child.complaint()


@pytest.mark.parametrize(("links", "is_fine"), [("abc", True), ("abcd", False), ("aba", False), ("aa", False)])
def test_rule_sets_extend_each_other_four_deep_at_most(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, links: str, *, is_fine: bool
) -> None:
    """`base` counts; and no rule set extends itself, directly or indirectly."""
    shutil.copytree(inherit.SHIPPED / "base", tmp_path / "base")
    for name, extended in zip(links, [*links[1:], None], strict=True):
        if not (tmp_path / name).exists():
            shutil.copytree(inherit.SHIPPED / "classic", tmp_path / name)
            with (tmp_path / name / "ruleset.toml").open("r+", encoding="utf-8") as file:
                text = file.read()
                file.seek(0)
                file.write((f'extends = "{extended}"\n' if extended else "") + text)
    monkeypatch.setattr(inherit, "SHIPPED", tmp_path)

    if is_fine:
        assert "a" == load_ruleset(tmp_path / "a").name
        return
    with pytest.raises(ContentError) as caught:
        load_ruleset(tmp_path / "a")
    assert str(caught.value).endswith("extends: the chain of 'extends' is circular or longer than 4.")
