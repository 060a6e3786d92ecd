"""The command line: what goes in, what comes out, and the exit code."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import roguelike
from roguelike import cli
from roguelike.autoplay import autoplay
from roguelike.content import loader
from roguelike.content.loader import load_ruleset, ruleset_names
from roguelike.engine.game import new_game
from roguelike.engine.scenario import picture

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.ruleset import RuleSet

ROOT = Path(__file__).parents[1]


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the program with nothing to read, as a script would."""
    return subprocess.run(
        [sys.executable, "-m", "roguelike", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        env={**os.environ, **environment},
        timeout=30,
        check=False,
    )


def is_one_sentence(text: str) -> bool:
    """Tell whether a complaint is what it should be: one line that begins with the program's name."""
    return text.startswith("roguelike: ") and text.count("\n") == 1 and "Traceback" not in text


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    """It is what reports of defects begin with."""
    with pytest.raises(SystemExit) as left:
        cli.main(["--version"])

    assert 0 == left.value.code
    assert f"roguelike {roguelike.__version__}\n" == capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--help"], ["play", "rules", "map", "autoplay", "--version", "--seed", "--rules", "--colors", "--no-mouse"]),
        (
            ["play", "--help"],
            ["--rules", "--seed", "--name", "--new", "--data-dir", "--ascii", "--colors", "--no-mouse"],
        ),
        (["rules", "--help"], ["roguelike rules"]),
        (["map", "--help"], ["--rules", "--seed", "--depth"]),
        (["autoplay", "--help"], ["--rules", "--seed", "--turns", "--policy", "--json"]),
    ],
)
def test_help_names_everything(capsys: pytest.CaptureFixture[str], arguments: list[str], words: list[str]) -> None:
    """On every command."""
    with pytest.raises(SystemExit) as left:
        cli.main(arguments)
    out = capsys.readouterr().out

    assert 0 == left.value.code
    assert [] == [word for word in words if word not in out]


@pytest.mark.parametrize("argument", ["--version", "--help"])
def test_version_and_help_load_no_library(argument: str) -> None:
    """They answer at once; blessed, attrs and cattrs alone take longer than all the rest."""
    program = (
        "import sys\n"
        "from roguelike.cli import main\n"
        "try:\n"
        f"    main([{argument!r}])\n"
        "finally:\n"
        "    print(sorted({'blessed', 'attr', 'attrs', 'cattrs', 'platformdirs'} & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, timeout=30, check=False
    )

    assert "[]" == done.stdout.splitlines()[-1]


def test_the_rule_sets_are_listed_a_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    """Name and summary, the game's own first."""
    code = cli.main(["rules"])
    lines = capsys.readouterr().out.splitlines()

    assert 0 == code
    assert ruleset_names() == [line.split()[0] for line in lines]
    assert all(load_ruleset(name).summary in line for name, line in zip(ruleset_names(), lines, strict=True))
    assert lines[0].startswith("classic")


@pytest.mark.rows("P-C2")
def test_a_map_is_the_level_of_that_seed(capsys: pytest.CaptureFixture[str], classic: RuleSet) -> None:
    """Player, monsters and items are in it, seen or not."""
    assert 0 == cli.main(["map", "--rules", "classic", "--seed", "42"])

    assert picture(new_game(classic, 42)) + "\n" == capsys.readouterr().out


def test_a_map_is_the_same_bytes_every_time() -> None:
    """Also when Python's hashes are others, so that no set or dictionary of ours decides anything."""
    one, other = (run("map", "--seed", "7", PYTHONHASHSEED=number).stdout for number in ("1", "2"))

    assert one == other
    assert 1 == one.count("@")


def test_a_map_without_a_seed_is_any_level(capsys: pytest.CaptureFixture[str]) -> None:
    """And each time another."""
    cli.main(["map"])
    one = capsys.readouterr().out
    cli.main(["map"])

    assert one != capsys.readouterr().out


def test_autoplay_tells_what_became_of_it(capsys: pytest.CaptureFixture[str], classic: RuleSet) -> None:
    """Seed, turns, outcome, digest, speed, in one line."""
    assert 0 == cli.main(["autoplay", "--seed", "3", "--turns", "20", "--policy", "random"])
    result = autoplay(classic, 3, 20, "random")
    out = capsys.readouterr().out

    outcome = result.outcome or "still alive"
    assert re.fullmatch(rf"seed 3: {result.turns} turns, {outcome}, digest {result.digest}, \d+ turns a second\n", out)


@pytest.mark.parametrize("policy", ["random", "seek"])
def test_autoplay_as_json_is_one_object_and_the_same_every_time(
    capsys: pytest.CaptureFixture[str], policy: str
) -> None:
    """For other programs; all but the time it took is decided by the seed."""
    results = []
    for _ in range(2):
        assert 0 == cli.main(["autoplay", "--seed", "3", "--turns", "20", "--policy", policy, "--json"])
        result = json.loads(capsys.readouterr().out)
        assert {"seconds", "turns_a_second"} <= set(result)
        results.append({key: value for key, value in result.items() if key not in {"seconds", "turns_a_second"}})

    assert results[0] == results[1]
    assert ("classic", 3, policy) == tuple(results[0][key] for key in ("rules", "seed", "policy"))
    assert 20 >= results[0]["turns"] > 0
    assert results[0]["outcome"] in {None, "died", "won"}


@pytest.mark.parametrize(
    "arguments",
    [
        ["--nonsense"],
        ["nonsense"],
        ["map", "extra"],
        ["--seed", "abc"],
        ["--seed", "-1"],
        ["--seed", str(1 << 64)],
        ["--seed", "٣"],
        ["--seed", "9" * 5000],
        ["--seed"],
        ["map", "--depth", "2"],
        ["map", "--depth", "0"],
        ["autoplay", "--turns", "0"],
        ["autoplay", "--turns", "1.5"],
        ["autoplay", "--policy", "clever"],
        ["--colors", "12"],
        ["play", "--name", "two words"],
        ["play", "--name", ""],
        ["play", "--name", "x" * 17],
        ["play", "--name", "../x"],
    ],
    ids=lambda arguments: " ".join(arguments)[:20],
)
def test_wrong_usage_is_one_sentence(capsys: pytest.CaptureFixture[str], arguments: Sequence[str]) -> None:
    """On standard error, with the way to the help, and exit code 2."""
    code = cli.main(arguments)
    told = capsys.readouterr()

    assert 2 == code
    assert is_one_sentence(told.err)
    assert "--help" in told.err
    assert len(told.err) < 400
    assert "" == told.out


@pytest.mark.parametrize("command", ["play", "map", "autoplay"])
def test_an_unknown_rule_set_is_one_sentence(capsys: pytest.CaptureFixture[str], command: str) -> None:
    """It names those that there are."""
    code = cli.main([command, "--rules", "nonsense"])
    told = capsys.readouterr()

    assert 1 == code
    assert is_one_sentence(told.err)
    assert "classic" in told.err
    assert "nonsense" in told.err


@pytest.mark.parametrize(
    ("file", "text", "word"),
    [
        ("items.toml", "= broken", "items.toml"),
        ("monsters.toml", "[orc]\nglyph = 3\n", "orc"),
        ("messages.toml", "", "messages.toml"),
        ("ruleset.toml", "title = 3", "ruleset.toml"),
    ],
)
def test_a_broken_rule_set_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], file: str, text: str, word: str
) -> None:
    """It says which file, so that its author can mend it."""
    folder = tmp_path / "mine"
    shutil.copytree(Path(loader.__file__).parent / "classic", folder)
    (folder / file).write_text(text, encoding="utf-8")
    code = cli.main(["map", "--rules", str(folder)])
    told = capsys.readouterr()

    assert 1 == code
    assert is_one_sentence(told.err)
    assert word in told.err


def test_a_rule_set_of_ones_own_is_named_by_its_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And plays like any other."""
    folder = tmp_path / "mine"
    shutil.copytree(Path(loader.__file__).parent / "classic", folder)
    assert 0 == cli.main(["map", "--rules", str(folder), "--seed", "5"])
    mine = capsys.readouterr().out
    cli.main(["map", "--seed", "5"])

    assert capsys.readouterr().out == mine


@pytest.mark.parametrize("arguments", [[], ["play"], ["play", "--seed", "3"]], ids=" ".join)
def test_without_a_terminal_there_is_no_game(arguments: list[str]) -> None:
    """One sentence, exit code 2, and nothing that only a terminal understands."""
    done = run(*arguments)

    assert 2 == done.returncode
    assert is_one_sentence(done.stderr)
    assert "terminal" in done.stderr
    assert "" == done.stdout


def test_a_defect_is_one_sentence_that_names_a_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No traceback reaches the player; the report holds it, with what is needed to find the defect."""

    def fail(_name: object) -> None:
        raise ZeroDivisionError("a defect")

    monkeypatch.setattr(loader, "load_ruleset", fail)
    code = cli.main(["play", "--data-dir", str(tmp_path / "new")])
    told = capsys.readouterr()
    reports = list((tmp_path / "new").iterdir())

    assert 1 == code
    assert is_one_sentence(told.err)
    assert [str(report) in told.err for report in reports] == [True]
    report = reports[0].read_text(encoding="utf-8")
    assert "Traceback" in report
    assert "ZeroDivisionError: a defect" in report
    assert roguelike.__version__ in report


def test_a_defect_whose_report_cannot_be_written_is_still_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk must not hide what went wrong."""

    def fail(_name: object) -> None:
        raise ZeroDivisionError("a defect")

    monkeypatch.setattr(loader, "load_ruleset", fail)
    file = tmp_path / "file"
    file.write_text("")
    code = cli.main(["play", "--data-dir", str(file)])
    told = capsys.readouterr()

    assert 1 == code
    assert is_one_sentence(told.err)
    assert "a defect" in told.err


def test_a_reader_that_has_read_enough_is_no_failure_of_ours() -> None:
    """`roguelike map | head -1` ends without a traceback."""
    done = subprocess.run(  # noqa: S602 -- our own program in a pipe
        f"{sys.executable} -m roguelike map --seed 3 | head -1",
        shell=True,
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=30,
        check=True,
    )

    assert "" == done.stderr


@pytest.mark.parametrize("number", ["1", "2"])
def test_a_game_is_the_same_whatever_pythons_hashes_are(number: str) -> None:
    """The digest of a whole game is the strictest way to ask."""
    done = run("autoplay", "--seed", "9", "--turns", "60", "--json", PYTHONHASHSEED=number)
    expected = autoplay(load_ruleset("classic"), 9, 60, "seek")

    assert 0 == done.returncode
    assert expected.digest == json.loads(done.stdout)["digest"]


def test_an_interrupt_is_an_exit_code(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """130, as shells have it for Ctrl-C, and no word."""

    def interrupt(_name: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(loader, "load_ruleset", interrupt)

    assert 130 == cli.main(["map"])
    assert "" == capsys.readouterr().err
