"""The command `arena`."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

import pytest

from roguelike import cli

if TYPE_CHECKING:
    from collections.abc import Sequence

SHORT = ["arena", "orc", "2 jackals", "--games", "8"]


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return what a command prints that succeeds."""
    code = cli.main(arguments)
    told = capsys.readouterr()

    assert (0, "") == (code, told.err)
    return told.out


def test_fights_are_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    """Its first line says how to repeat it."""
    head, _, columns, *lines = printed(capsys, *SHORT).splitlines()

    assert "orc against 2 jackals, ember: 8 fights, seed 1, 5 cells apart, at most 200 rounds" == head
    assert columns.endswith("95 %")
    assert ["wins: orc", "wins: 2 jackals", "draws", "rounds, mean"] == [line.split("  ")[0] for line in lines[:4]]
    assert all(len(line) <= 90 for line in lines)


def test_programs_get_csv_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    """With the same columns and numbers, the same every time."""
    rows = json.loads(printed(capsys, *SHORT, "--format", "json"))
    read = list(csv.DictReader(io.StringIO(printed(capsys, *SHORT, "--format", "csv"))))

    assert ["key", "label", "value", "low", "high", "unit"] == list(rows[0])
    assert [{name: "" if value is None else str(value) for name, value in row.items()} for row in rows] == read
    assert pytest.approx(100, abs=0.1) == sum(row["value"] for row in rows[:3])
    assert rows != json.loads(printed(capsys, *SHORT, "--format", "json", "--seed", "2"))


def test_a_kit_is_a_side(capsys: pytest.CaptureFixture[str]) -> None:
    """With its own HP."""
    out = printed(capsys, "arena", "rat", "sellsword", "--games", "2")

    assert "rat against sellsword, ember: 2 fights" in out
    assert "HP left of 42, wins only: sellsword" in out


def test_a_monster_whose_name_is_part_of_a_kit_is_named_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody takes its fights for those of the kit."""
    head = printed(capsys, "arena", "keeper", "orc", "--games", "2").splitlines()[0]

    assert head.startswith("Keeper (the monster, not the kit hound keeper) against orc, ember: 2 fights")


@pytest.mark.parametrize(("side", "remedy"), [("orcs", "such as '3 orcs'"), ("foo", "roguelike catalog")])
def test_a_name_that_is_no_side_gets_a_remedy(capsys: pytest.CaptureFixture[str], side: str, remedy: str) -> None:
    """A number for a plural, and where the names are."""
    cli.main(["arena", side, "jackal"])

    assert remedy in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["orc"],
        ["orc", "ork"],
        ["player", "sellsword"],
        ["30 orcs", "orc"],
        ["orcs", "jackal"],
        ["orc", "orc", "--rules", "classic"],
        ["orc", "orc", "--rules", "nonsense"],
        ["orc", "orc", "--games", "0"],
        ["orc", "orc", "--distance", "0"],
        ["orc", "orc", "--rounds", "0"],
        ["orc", "orc", "--seed", "x"],
        ["orc", "orc", "--format", "xml"],
    ],
    ids=" ".join,
)
def test_wrong_usage_is_one_sentence(capsys: pytest.CaptureFixture[str], arguments: Sequence[str]) -> None:
    """On standard error, with exit code 2."""
    code = cli.main(["arena", *arguments])
    told = capsys.readouterr()

    assert (2, "", 1) == (code, told.out, told.err.count("\n"))
    assert told.err.startswith("roguelike: ")
    assert len(told.err) < 400
