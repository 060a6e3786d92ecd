"""The command `catalog`."""

from __future__ import annotations

import csv
import io
import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from roguelike import cli
from roguelike.content.catalog import Row, rows
from roguelike.content.loader import load_ruleset

if TYPE_CHECKING:
    from collections.abc import Sequence

Told = Any
ROOT = Path(__file__).parents[2]
EMBER = load_ruleset("ember")
STAFFS = [
    row
    for seed in (2, 3)
    for row in rows(EMBER, seed, range(1, 6))
    if row.sort == "item" and row.name.startswith("staff of fire")
]
FIND = ("catalog", "--seeds", "2-3", "--levels", "1-5", "--find", "Fire STAFF item")


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Return an empty data folder."""
    return tmp_path / "data"


def test_what_is_found_is_a_table(told: Told) -> None:
    """Words are found in any order, whatever their case."""
    assert STAFFS
    code, out, err = told(*FIND)

    assert (0, "") == (code, err)
    assert "seed  level  sort     number    x    y  name" == out.splitlines()[0]
    assert "   2      4  item          1   33    3  staff of fire +2 (locked cage)" == out.splitlines()[1]
    assert len(STAFFS) == len(out.splitlines()) - 1


def test_programs_get_rows_as_csv_and_as_json(told: Told) -> None:
    """With the same columns and the same rows."""
    plain = [row._asdict() for row in STAFFS]
    read = csv.DictReader(io.StringIO(told(*FIND, "--format", "csv")[1]))

    assert plain == json.loads(told(*FIND, "--format", "json")[1])
    assert list(Row._fields) == read.fieldnames
    assert [{name: str(value) for name, value in row.items()} for row in plain] == list(read)


def test_nothing_found_is_a_sentence_and_exit_code_1(told: Told) -> None:
    """As with grep; in the formats for programs the empty list can be read."""
    nothing = ("catalog", "--seeds", "1-2", "--levels", "1", "--find", "unicorn")
    sentence = "roguelike: no such row in seeds 1-2: 'unicorn'\n"

    assert (1, "", sentence) == told(*nothing)
    assert (1, "seed,level,sort,name,number,x,y,holder\n", sentence) == told(*nothing, "--format", "csv")
    assert [] == json.loads(told(*nothing, "--format", "json")[1])


def test_rules_without_levels_have_one(told: Told) -> None:
    """Level 1, without `--levels`."""
    out = told("catalog", "--rules", "classic", "--seeds", "42", "--format", "json")[1]

    assert [row._asdict() for row in rows(load_ruleset("classic"), 42, range(1, 2))] == json.loads(out)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--seeds", ""],
        ["--seeds", "x"],
        ["--seeds", "5-1"],
        ["--seeds=-3"],
        ["--seeds", "1-"],
        ["--seeds", "1-2-3"],
        ["--seeds", "0-100000"],
        ["--seeds", f"0-{2**64}"],
        ["--seeds", "1", "--levels", "0-2"],
        ["--seeds", "1", "--levels", "7-9"],
        ["--seeds", "1", "--levels", "2", "--rules", "classic"],
        ["--seeds", "1", "--rules", "nonsense"],
        ["--seeds", "1", "--format", "xml"],
    ],
    ids=" ".join,
)
def test_wrong_usage_is_one_sentence(kept: Path, capsys: pytest.CaptureFixture[str], arguments: Sequence[str]) -> None:
    """On standard error, with exit code 2."""
    code = cli.main(["catalog", *arguments, "--data-dir", str(kept)])
    told = capsys.readouterr()

    assert (2, "", 1) == (code, told.out, told.err.count("\n"))
    assert told.err.startswith("roguelike: ")
    assert not kept.exists()


@pytest.mark.parametrize("form", ["table", "csv", "json"])
@pytest.mark.parametrize("interrupt", [False, True], ids=["closed pipe", "Ctrl-C"])
def test_a_long_list_comes_at_once_and_ends_quietly(tmp_path: Path, form: str, *, interrupt: bool) -> None:
    """The rows of the first seeds are printed before the last one is made."""
    command = [sys.executable, "-m", "roguelike", "catalog", "--seeds", "1-100000", "--format", form]
    with subprocess.Popen(
        [*command, "--data-dir", str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.readline()
        assert running.stdout.readline()
        if interrupt:
            running.send_signal(signal.SIGINT)
        running.stdout.close()
        told = running.stderr.read()
        code = running.wait(60)

    assert b"" == told
    assert code == (-signal.SIGINT if interrupt else 1)


@pytest.mark.parametrize("seeds", ["-3", "1-", "-"])
def test_a_range_of_seeds_without_an_end_is_refused_as_it_was_typed(told: Told, seeds: str) -> None:
    """And not for an empty seed."""
    code, _, err = told("catalog", f"--seeds={seeds}")

    assert code == 2
    assert f"seeds must have a first and a last one, like 1-20, not '{seeds}'" in err
