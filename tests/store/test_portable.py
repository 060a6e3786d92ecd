"""Games as lines of JSON, and back."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import attrs
import pytest

from roguelike.store import portable
from roguelike.store.errors import StoreError
from roguelike.store.portable import FORMAT, MAX_LINE, lines, read_portable
from tests.replays.record import play

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.store.record import Record

DEEP = '{"roguelike":1,"about":' + "[" * 4000


@pytest.fixture(scope="module")
def record(request: pytest.FixtureRequest) -> Record:
    """Return a game that was lost."""
    classic: RuleSet = request.getfixturevalue("classic")
    return play(classic, "random", 4)


@pytest.fixture
def path(tmp_path: Path, record: Record) -> Path:
    """Return a file of it."""
    path = tmp_path / "game.jsonl"
    path.write_text("".join(lines(record)), encoding="ascii")
    return path


def test_what_is_read_is_what_was_written(record: Record, path: Path) -> None:
    """Every command, how it began and how it ended."""
    assert attrs.evolve(record, path=path) == read_portable(path)


def test_that_a_game_was_spoiled_is_carried_too(record: Record, path: Path) -> None:
    """Nobody gets rid of it by carrying a game about."""
    spoiled = attrs.evolve(record, path=path, spoiled=True)
    path.write_text("".join(lines(spoiled)), encoding="ascii")

    assert spoiled == read_portable(path)


def test_changes_of_the_rules_and_games_in_progress_too(record: Record, path: Path) -> None:
    """A game that goes on can be carried home."""
    other = attrs.evolve(record, path=path, changes=((5, "a" * 32),), outcome=None, turn=None, digest=None)
    path.write_text("".join(lines(other)), encoding="ascii")

    assert other == read_portable(path)


def test_no_path_of_this_machine_is_told(record: Record) -> None:
    """Where somebody keeps a rule set is nobody's business."""
    mine = attrs.evolve(record, about={**record.about, "rules": "/home/alice/rules/mine"})
    written = "".join(lines(mine))

    assert '"rules":"mine"' in written
    assert "alice" not in written


def test_every_line_is_a_json_document(path: Path) -> None:
    """So that any program can read it."""
    first, *rows, last = [json.loads(line) for line in path.read_text(encoding="ascii").splitlines()]

    assert FORMAT == first["roguelike"]
    assert list(range(1, len(rows) + 1)) == [row["number"] for row in rows]
    assert (len(rows), "died") == (last["commands"], last["outcome"])


def _first(**about: Any) -> Callable[[list[str]], list[str]]:  # noqa: ANN401 -- whatever a stranger writes
    """Change what the first line says about the game."""

    def change(found: list[str]) -> list[str]:
        first = json.loads(found[0])
        first["about"].update(about)
        return [json.dumps(first), *found[1:]]

    return change


def _set(line: int, **values: Any) -> Callable[[list[str]], list[str]]:  # noqa: ANN401 -- whatever a stranger writes
    """Change what a line says."""

    def change(found: list[str]) -> list[str]:
        changed = list(found)
        changed[line] = json.dumps({**json.loads(found[line]), **values})
        return changed

    return change


BROKEN: dict[str, Callable[[list[str]], list[str]]] = {
    "empty": lambda _: [],
    "no json": lambda found: ["roguelike", *found[1:]],
    "deep": lambda found: [DEEP, *found[1:]],
    "a list": lambda found: ["[1]", *found[1:]],
    "a number for a line": lambda found: [found[0], "7", *found[2:]],
    "a text for a line": lambda found: [found[0], '"number"', *found[2:]],
    "a list for a line": lambda found: [found[0], '["number"]', *found[2:]],
    "no first line": lambda found: found[1:],
    "no last line": lambda found: found[:-1],
    "a command left out": lambda found: [*found[:9], *found[10:]],
    "commands swapped": lambda found: [*found[:9], found[10], found[9], *found[11:]],
    "a command twice": lambda found: [*found[:9], found[9], *found[9:]],
    "commands cut off": lambda found: [*found[:50], found[-1]],
    "something after the end": lambda found: [*found, found[-1]],
    "a long line": lambda found: [found[0] + " " * MAX_LINE, *found[1:]],
    "a newer format": _set(0, roguelike=FORMAT + 1),
    "a format of another kind": _set(0, roguelike="1"),
    "no format at all": _set(0, roguelike=True),
    "more than is known": _set(0, more=1),
    "changes that are none": _set(0, changes=[[1]]),
    "too many changes": _set(0, changes=[[1, "0" * 32]] * 51),
    "a turn that is none": _set(3, turn=-1),
    "a turn that is too large": _set(3, turn=10**12),
    "a fraction": _set(3, turn=1.0),
    "no number": _set(3, turn=float("nan")),
    "true for a number": _set(1, number=True),
    "a digest that is none": _set(3, before="g" * 32),
    "a short digest": _set(3, before="0" * 31),
    "a command that is not a list": _set(3, command="wait"),
    "a command of nothing": _set(3, command=[]),
    "a command of much": _set(3, command=["wait"] * 9),
    "more in a command": _set(3, more=1),
    "an outcome that is none": _set(-1, outcome="rich"),
    "an end on no turn": _set(-1, turn=None),
    "an end with another digest": _set(-1, digest=7),
    "a name that leads elsewhere": _first(name="../../x"),
    "no name": _first(name=""),
    "a name that moves the cursor": _first(name="\x1b[2J"),
    "a title that moves the cursor": _first(ruleset="\x1b[2J"),
    "a long title": _first(ruleset="x" * 1001),
    "rules that lead elsewhere": _first(rules="../mine"),
    "rules that are a folder": _first(rules=".."),
    "no rules": _first(rules=""),
    "a seed that is too large": _first(seed=str(1 << 64)),
    "a seed of many digits": _first(seed="1" * 900),
    "a seed of other digits": _first(seed="٣"),
    "a seed that is none": _first(seed="-1"),
    "dice that are too large": _first(dice=str(1 << 64)),
    "dice that are none": _first(dice="-1"),
    "an engine that is none": _first(engine="x"),
    "no word of spoiling": _set(0, spoiled=None),
    "a version that is none": _first(version="x"),
    "a moment that is none": _first(begun="yesterday"),
    "an id that is none": _first(id="../x"),
    "a fingerprint that is none": _first(fingerprint=""),
    "more to tell": _first(more=""),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_no_game_is_told_in_a_sentence(path: Path, name: str) -> None:
    """With exit code 3; and the file stays as it is."""
    found = path.read_text(encoding="ascii").splitlines()
    path.write_text("".join(f"{line}\n" for line in BROKEN[name](found)), encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(StoreError) as told:
        read_portable(path)

    assert 3 == told.value.code
    assert str(told.value).startswith(f"{path} cannot be read: ")
    assert str(told.value).isprintable()
    assert before == path.read_bytes()


def test_bytes_that_changed_are_no_surprise(path: Path, record: Record) -> None:
    """Whatever is flipped, a game is read or a sentence says why not."""
    chance = random.Random(5)
    whole = path.read_bytes()
    told = 0
    for _ in range(300):
        changed = bytearray(whole)
        changed[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
        path.write_bytes(changed)
        try:
            assert len(record.rows) == len(read_portable(path).rows)
        except StoreError:
            told += 1

    assert 150 < told <= 300


@pytest.mark.parametrize("length", [0, 1, 100, 5000, -1])
def test_a_file_that_was_cut_off_is_told(path: Path, length: int) -> None:
    """A copy that was not finished is no game that ends early."""
    path.write_bytes(path.read_bytes()[:length])
    with pytest.raises(StoreError, match="cannot be read: it is cut off at line"):
        read_portable(path)


def test_too_much_is_not_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither many lines nor many bytes can fill the memory."""
    monkeypatch.setattr(portable, "MAX_COMMANDS", 100)
    with pytest.raises(StoreError, match="more than 100 commands"):
        read_portable(path)
    with path.open("ab") as file:
        file.truncate(1 << 30)
    with pytest.raises(StoreError, match="too large"):
        read_portable(path)
