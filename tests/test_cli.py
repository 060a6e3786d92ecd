"""The command line: arguments and input, output, and the exit code."""

from __future__ import annotations

import contextlib
import errno
import io
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

import roguelike
from roguelike import cli, session
from roguelike.autoplay import autoplay
from roguelike.cli.options import DEFAULT_RULES
from roguelike.content import head, loader
from roguelike.content.loader import describe, load_ruleset, ruleset_names
from roguelike.engine.game import new_game
from roguelike.engine.kinds.heading import TurnCosts
from roguelike.engine.parts.mapgen import caves
from roguelike.engine.scenario import picture
from roguelike.settings.choices import PALETTES
from roguelike.terminal import terminal
from roguelike.terminal.terminal import DisplayOptions
from tests.pty_program import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.play.lobby_views import LobbyViews
    from roguelike.play.new_game import RuleChoice

ROOT = Path(__file__).parents[1]

PLAY_OPTIONS = {
    "--rules": "(default: ember)",
    "--seed": "same game",
    "--name": "(default: your login name)",
    "--new": "a new game",
    "--practice": "never saved or scored",
    "--kit": "starting kit",
    "--gentle": "take half damage",
    "--line": "screen readers",
    "--palette": "(default: default)",
    "--colors": "(default: detected)",
    "--background": "(default: black)",
    "--ascii": "(default: detected)",
    "--mouse": "(default: motion; off in GNU screen)",
    "--no-mouse": "--mouse off",
    "--config": "roguelike/config.toml",
    "--data-dir": "folder of saved games",
}
"""The options of a game, and what the help says of each: the default where there is one."""


RECORDS = ("games", "scores", "morgue", "verify", "export", "import", "replay", "cast")
"""The commands for games that are kept."""


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
        timeout=PATIENCE,
        check=False,
    )


def is_one_sentence(text: str) -> bool:
    """Return whether a complaint is what it should be: one line that begins with the program's name."""
    return text.startswith("roguelike: ") and text.count("\n") == 1 and "Traceback" not in text


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    """It is what reports of defects begin with."""
    assert 0 == cli.main(["--version"])
    assert f"roguelike {roguelike.__version__}\n" == capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["--help"],
            [
                "play",
                "rules",
                "map",
                "autoplay",
                "arena",
                "catalog",
                "--version",
                "game:",
                "display",
                "files",
                *RECORDS,
                *PLAY_OPTIONS,
            ],
        ),
        (["play", "--help"], ["game:", "display:", "files", *PLAY_OPTIONS]),
        (["rules", "--help"], ["roguelike rules"]),
        (["map", "--help"], ["--rules", "--seed", "--depth"]),
        (["catalog", "--help"], ["--rules", "--seeds", "--levels", "--find", "--format", "spoils"]),
        (["arena", "--help"], ["--rules", "--games", "--seed", "--distance", "--rounds", "--format", "kit"]),
        (["autoplay", "--help"], ["--rules", "--seed", "--turns", "--policy", "--json"]),
    ],
)
def test_help_names_everything(capsys: pytest.CaptureFixture[str], arguments: list[str], words: list[str]) -> None:
    """On every command."""
    assert 0 == cli.main(arguments)
    out = capsys.readouterr().out

    assert [] == [word for word in words if word not in out]


@pytest.mark.parametrize("command", [["--help"], ["play", "--help"]])
def test_help_tells_the_defaults(capsys: pytest.CaptureFixture[str], command: list[str]) -> None:
    """It also lists the palettes, and where settings are saved, so that nobody has to open the manual."""
    assert 0 == cli.main(command)
    listed = capsys.readouterr().out.split("game:")[1]
    told = dict(re.findall(r"^  (--[a-z-]+)(.*?)(?=^  -|^\S|\Z)", listed, re.MULTILINE | re.DOTALL))

    assert PLAY_OPTIONS.keys() == told.keys()
    assert [] == [name for name, words in PLAY_OPTIONS.items() if words not in " ".join(told[name].split())]
    assert all(name in told["--palette"] for name in PALETTES)


@pytest.mark.parametrize("argument", ["--version", "--help"])
def test_version_and_help_load_no_library(argument: str) -> None:
    """They answer at once; blessed and attrs alone take longer than all the rest."""
    program = (
        "import sys\n"
        "from roguelike.cli import main\n"
        "try:\n"
        f"    main([{argument!r}])\n"
        "finally:\n"
        "    print(sorted({'blessed', 'attr', 'attrs', 'platformdirs'} & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, timeout=PATIENCE, check=False
    )

    assert "[]" == done.stdout.splitlines()[-1]


def test_the_rule_sets_are_listed_a_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    """Name and summary, the game's own first."""
    code = cli.main(["rules"])
    lines = capsys.readouterr().out.splitlines()

    assert 0 == code
    assert ruleset_names() == [line.split()[0] for line in lines]
    assert all(load_ruleset(name).summary in line for name, line in zip(ruleset_names(), lines, strict=True))
    assert DEFAULT_RULES == lines[0].split()[0]


@pytest.mark.rows("P-C2")
def test_a_map_is_the_level_of_that_seed(capsys: pytest.CaptureFixture[str], classic: RuleSet) -> None:
    """Player, monsters and items are in it, seen or not."""
    assert 0 == cli.main(["map", "--rules", "classic", "--seed", "42"])

    assert picture(new_game(classic, 42)) + "\n" == capsys.readouterr().out


def test_a_map_is_the_same_bytes_every_time() -> None:
    """Also when Python's hashes are others, so that no set or dictionary of ours decides anything."""
    one, other = (run("map", "--seed", "7", PYTHONHASHSEED=number).stdout for number in ("1", "2"))

    assert one == other
    assert 1 == one.count(">")


def test_a_map_without_a_seed_is_any_level(capsys: pytest.CaptureFixture[str]) -> None:
    """And each time another."""
    cli.main(["map"])
    one = capsys.readouterr().out
    cli.main(["map"])

    assert one != capsys.readouterr().out


def test_autoplay_tells_what_became_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    """Seed, turns, outcome, digest, speed, in one line; of the main game, where nobody asks for another."""
    assert 0 == cli.main(["autoplay", "--seed", "3", "--turns", "20", "--policy", "random"])
    result = autoplay(load_ruleset("ember"), 3, 20, "random")
    out = capsys.readouterr().out

    outcome = result.outcome or "still alive"
    assert re.fullmatch(rf"seed 3: {result.turns} turns, {outcome}, digest {result.digest}, \d+ turns/s\n", out)


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
    assert ("ember", 3, policy) == tuple(results[0][key] for key in ("rules", "seed", "policy"))
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
        ["map", "--depth", "9"],
        ["map", "--depth", "0"],
        ["autoplay", "--turns", "0"],
        ["autoplay", "--turns", "1.5"],
        ["autoplay", "--policy", "clever"],
        ["--colors", "12"],
        ["--palette", "sepia"],
        ["--background", "white"],
        ["--mouse", "sometimes"],
        ["--config"],
        ["play", "--name", "two words"],
        ["play", "--name", ""],
        ["play", "--name=-rf"],
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


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--seed", "4", "scores"], "argument --seed: not an option of the command scores"),
        (["--gentle", "autoplay"], "argument --gentle: not an option of the command autoplay"),
        (["--new", "server", "list"], "argument --new: not an option of the command server"),
        (["--rules", "classic", "autoplay"], "argument --rules: goes after the command: autoplay --rules"),
        (["--rules", "classic", "stats"], "argument --rules: goes after the command: stats --rules"),
        (["--data-dir", "x", "serve"], "argument --data-dir: goes after the command: serve --data-dir"),
        (["play", "--line", "--palette", "high-contrast"], "argument --palette: plain lines"),
        (["--no-mouse", "play", "--line"], "argument --mouse: plain lines"),
        (["serve", "--fd", "3", "--listen", "127.0.0.1:0"], "argument --listen: not allowed with --fd"),
        (["serve", "--closed", "--guests", "3"], "argument --guests: not allowed with --closed"),
        (["door", "--type", "a", "--authorized-keys", "ssh-rsa", "A"], "argument --type: not allowed with"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_no_option_is_ignored(arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    """An option that would change nothing is refused, and the error says why."""
    assert 2 == cli.main(arguments)
    assert capsys.readouterr().err.startswith(f"roguelike: {told}")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["serve", "--listne", "1"], "--listne 1 (did you mean '--listen'?) (see roguelike serve --help)"),
        (
            ["server", "list", "--datadir=x"],
            "--datadir=x (did you mean '--data-dir'?) (see roguelike server list --help)",
        ),
        (["server", "kick", "ann", "bob"], "bob (see roguelike server kick --help)"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_an_unknown_option_leads_to_the_help_of_its_command(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It suggests the most similar option."""
    assert 2 == cli.main(arguments)
    assert capsys.readouterr().err == f"roguelike: unrecognized arguments: {told}\n"


@pytest.mark.parametrize("command", ["games", "scores", "stats", "balance"])
def test_the_folder_may_be_given_before_the_command(command: str, tmp_path: Path) -> None:
    """As for `play`."""
    few = ["--games", "1", "--turns", "1", "--policy", "random", "--rules", "classic"] if command == "balance" else []

    assert 0 == cli.main(["--data-dir", str(tmp_path), command, *few])
    assert (command == "balance") == any(tmp_path.glob("balance/*.games"))


@pytest.mark.parametrize("command", ["play", "map", "autoplay"])
def test_an_unknown_rule_set_is_one_sentence(capsys: pytest.CaptureFixture[str], command: str) -> None:
    """It names those that there are."""
    code = cli.main([command, "--rules", "nonsense"])
    told = capsys.readouterr()

    assert 2 == code
    assert is_one_sentence(told.err)
    assert "classic" in told.err
    assert "nonsense" in told.err


@pytest.mark.parametrize(
    ("file", "text", "word"),
    [
        ("items.toml", "= broken", "items.toml"),
        ("monsters.toml", "[orc]\nglyph = 3\n", "orc"),
        ("messages.toml", "won = 3", "messages.toml"),
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

    assert 2 == code
    assert is_one_sentence(told.err)
    assert word in told.err


def a_pipe(folder: Path) -> str:
    """Return a folder with a file that would be waited for."""
    (folder / "items.toml").unlink()
    os.mkfifo(folder / "items.toml")
    return str(folder)


def a_circle(folder: Path) -> str:
    """Return a folder that is a link to itself."""
    folder.with_name("circle").symlink_to("circle")
    return str(folder.with_name("circle"))


def strange_words(folder: Path) -> str:
    """Return a folder with a name, and a file with words, that a terminal would obey."""
    (folder / "items.toml").write_text('"\\u001b[2J' + "x" * 900 + '" = 3', encoding="utf-8")
    return str(folder.rename(folder.with_name("\x1b[2J")))


@pytest.mark.timeout(20)
@pytest.mark.parametrize("spoil", [a_pipe, a_circle, strange_words, lambda folder: str(folder / ("x/" * 2000))])
@pytest.mark.parametrize("command", ["play", "map", "autoplay"])
def test_whatever_a_rule_set_is_it_is_told_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, spoil: Callable[[Path], str]
) -> None:
    """Nothing hangs, nothing is obeyed, and nobody has to read a thousand characters."""
    place = spoil(Path(shutil.copytree(Path(loader.__file__).parent / "classic", tmp_path / "mine")))

    code = cli.main([command, "--rules", place])
    told = capsys.readouterr()

    assert 2 == code
    assert is_one_sentence(told.err)
    assert told.err.rstrip("\n").isprintable()
    assert len(told.err) < 400
    assert "the program failed" not in told.err


@pytest.mark.parametrize("command", [["map"], ["autoplay"], ["catalog", "--seeds", "1"]])
def test_a_level_that_cannot_be_made_is_told_in_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    """No numbers that are allowed come to that, but a generator of one's own may."""
    monkeypatch.setattr(caves, "_DIGS", 0)
    code = cli.main([*command, "--rules", "kasidin"])

    assert 1 == code
    expected = "roguelike: cannot generate a level for rule set 'kasidin': no cave fills half of a level of 100x100.\n"
    assert expected == capsys.readouterr().err


def test_a_broken_rule_set_on_the_title_is_listed_with_what_is_wrong(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The others can be played all the same."""
    seen: list[RuleChoice] = []

    class Watcher:
        trouble = ""

        def __init__(self, _: object, views: LobbyViews, *__: object) -> None:
            seen.extend(views.lobby.choices())

    def run(*_: object, **__: object) -> None:
        raise terminal.NoTerminal("no terminal")

    places = {name: loader.describe(name).place for name in ruleset_names()}

    def describe(name: str) -> head.Summary:
        if name == "tcod":
            raise loader.ContentError("tcod/ruleset.toml: title: is missing.")
        return head.Summary(
            name.upper(),
            "",
            diagonal=True,
            capabilities=frozenset(),
            turns=TurnCosts(),
            tutorial="",
            place=places[name],
        )

    monkeypatch.setattr(terminal, "open_terminal", contextlib.nullcontext)
    monkeypatch.setattr(session, "Session", Watcher)
    monkeypatch.setattr(session, "run", run)
    monkeypatch.setattr(loader, "describe", describe)

    assert 2 == cli.main([])
    assert "no terminal" in capsys.readouterr().err
    assert [*ruleset_names()] == [choice.name for choice in seen]
    assert ("tcod", "tcod/ruleset.toml: title: is missing.") == (seen[-1].title, seen[-1].summary)


def test_a_rule_set_of_ones_own_is_named_by_its_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And plays like any other."""
    folder = tmp_path / "mine"
    shutil.copytree(Path(loader.__file__).parent / "classic", folder)
    assert 0 == cli.main(["map", "--rules", str(folder), "--seed", "5"])
    mine = capsys.readouterr().out
    cli.main(["map", "--rules", "classic", "--seed", "5"])

    assert capsys.readouterr().out == mine


@pytest.fixture
def wanted(monkeypatch: pytest.MonkeyPatch) -> Callable[..., DisplayOptions]:
    """Return what calls the program, and returns the options that a terminal would have been opened with."""

    def call(*arguments: str) -> DisplayOptions:
        asked: list[DisplayOptions] = []

        def refuse(options: DisplayOptions) -> NoReturn:
            asked.append(options)
            raise terminal.NoTerminal("no terminal")

        monkeypatch.setattr(terminal, "open_terminal", refuse)
        assert 2 == cli.main(arguments)
        return asked[0]

    return call


ALL_SET = """
palette = "protanopia"
colors = 16
background = "terminal"
ascii = true
mouse = "motion"
"""


def test_without_settings_the_terminal_is_as_usual(wanted: Callable[..., DisplayOptions]) -> None:
    """Most people never set anything."""
    assert DisplayOptions() == wanted() == wanted("play")


def test_settings_reach_the_terminal(tmp_path: Path, wanted: Callable[..., DisplayOptions]) -> None:
    """From the file that is named, and from the usual one."""
    (tmp_path / "mine.toml").write_text(ALL_SET)
    expected = DisplayOptions(colors=16, palette="protanopia", paints=False, mouse="motion", ascii_only=True)

    assert expected == wanted("--config", str(tmp_path / "mine.toml"))
    assert expected == wanted("play", "--config", str(tmp_path / "mine.toml"))
    assert expected == wanted("--config", str(tmp_path / "mine.toml"), "play")


def test_the_usual_settings_are_found(
    tmp_path: Path, wanted: Callable[..., DisplayOptions], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody wants to name them every time."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "roguelike").mkdir()
    (tmp_path / "roguelike" / "config.toml").write_text("colors = 8")

    assert DisplayOptions(colors=8) == wanted()


@pytest.mark.parametrize(
    ("arguments", "changed"),
    [
        (["--palette", "high-contrast"], {"palette": "high-contrast"}),
        (["--palette", "default"], {"palette": "default"}),
        (["--colors", "24bit"], {"colors": 1 << 24}),
        (["--colors", "0"], {"colors": 0}),
        (["--background", "black"], {"paints": True}),
        (["--no-ascii"], {"ascii_only": False}),
        (["--mouse", "drag"], {"mouse": "drag"}),
        (["--mouse", "off"], {"mouse": "off"}),
        (["--no-mouse"], {"mouse": "off"}),
        (["--no-mouse", "--mouse", "drag"], {"mouse": "drag"}),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("command", ["before", "after", "none"])
def test_options_go_before_settings(
    tmp_path: Path, wanted: Callable[..., DisplayOptions], arguments: list[str], changed: dict[str, Any], command: str
) -> None:
    """Each alone, before the command or after it; what is not given stays as it is set."""
    file = tmp_path / "mine.toml"
    file.write_text(ALL_SET)
    usual: dict[str, Any] = {
        "palette": "protanopia",
        "colors": 16,
        "paints": False,
        "ascii_only": True,
        "mouse": "motion",
    }
    words = {"before": [*arguments, "play"], "after": ["play", *arguments], "none": arguments}[command]

    assert DisplayOptions(**usual | changed) == wanted("--config", str(file), *words)


@pytest.mark.parametrize(
    ("expected", "arguments"), [("Ada", []), ("Eve", ["--name", "Eve"]), ("Eve", ["play", "--name", "Eve"])]
)
def test_a_name_is_set_or_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected: str, arguments: list[str]
) -> None:
    """It is what the game and its player are called."""
    (tmp_path / "mine.toml").write_text("name = 'Ada'")
    names = []

    class Unstarted:
        trouble = ""

        def __init__(self, _: object, views: LobbyViews, *__: object) -> None:
            names.append(views.lobby.wishes.name)

    def refuse(*_: object) -> None:
        raise terminal.NoTerminal("no terminal")

    monkeypatch.setattr(terminal, "open_terminal", refuse)
    monkeypatch.setattr(session, "Session", Unstarted)

    assert 2 == cli.main(["--config", str(tmp_path / "mine.toml"), *arguments])
    assert [expected] == names


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list that the names of the rule sets are written into as they are read."""
    names = []

    def read(name: str) -> head.Summary:
        names.append(name)
        return describe(name)

    monkeypatch.setattr(loader, "describe", read)
    monkeypatch.setenv("TERM", "dumb")  # no game begins
    return names


@pytest.mark.parametrize(
    ("expected", "settings", "arguments"),
    [
        ("ember", "", ""),
        ("tcod", "rules = 'tcod'", ""),
        ("kasidin", "rules = 'tcod'", "--rules=kasidin"),
        ("classic", "rules = 'nonsense'", "--rules=classic"),
        ("{folder}/mine", "rules = './mine'", ""),
    ],
)
def test_the_rules_are_given_or_set_or_the_games_own(
    tmp_path: Path, loaded: list[str], expected: str, settings: str, arguments: str
) -> None:
    """In that order, and only one of them is read; there is no terminal here to play them on."""
    (tmp_path / "mine.toml").write_text(settings)
    shutil.copytree(Path(loader.__file__).parent / "classic", tmp_path / "mine")
    done = cli.main(["--config", str(tmp_path / "mine.toml"), *arguments.split()])

    assert 2 == done
    assert [expected.format(folder=tmp_path)] == loaded


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ("palete = 'default'", ["palete", "palette"]),
        ("colors = true", ["colors", "24bit"]),
        ("mouse = ", ["line 1"]),
        ("rules = 'nonsense'", ["rules: ", "nonsense", "classic"]),
        (None, ["no such file"]),
    ],
)
@pytest.mark.parametrize("command", [[], ["play"]])
def test_wrong_settings_are_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], settings: str | None, words: list[str], command: list[str]
) -> None:
    """With the file, what is wrong and what is allowed, and exit code 2, before the terminal is touched."""
    file = tmp_path / "mine.toml"
    if settings is not None:
        file.write_text(settings)
    code = cli.main([*command, "--config", str(file)])
    told = capsys.readouterr()

    assert 2 == code
    assert is_one_sentence(told.err)
    assert [] == [word for word in [str(file), *words] if word not in told.err]
    assert "" == told.out


@pytest.mark.parametrize("command", [["map"], ["rules"], ["autoplay"], ["catalog", "--seeds", "1"]])
def test_what_is_no_game_of_ones_own_minds_no_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    """A map of a seed is the same for everyone, whatever they have set."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "roguelike").mkdir()
    (tmp_path / "roguelike" / "config.toml").write_text("broken")

    assert 0 == cli.main(command)


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

    monkeypatch.setattr(loader, "describe", fail)
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

    monkeypatch.setattr(loader, "describe", fail)
    file = tmp_path / "file"
    file.write_text("")
    code = cli.main(["play", "--data-dir", str(file)])
    told = capsys.readouterr()

    assert 1 == code
    assert is_one_sentence(told.err)
    assert "a defect" in told.err


def test_a_defect_prints_no_terminal_sequences(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What went wrong may quote anything: a file's name, half a character, a sequence that clears the screen."""

    def fail(_name: object) -> None:
        raise ZeroDivisionError("one\ntwo\x1b[2J \udc80")

    monkeypatch.setattr(loader, "describe", fail)
    code = cli.main(["play", "--data-dir", str(tmp_path)])
    told = capsys.readouterr()

    assert 1 == code
    assert is_one_sentence(told.err)
    assert told.err.rstrip("\n").isprintable()
    assert 1 == len(list(tmp_path.iterdir()))


def test_a_defect_that_cannot_be_printed_is_still_only_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The terminal may have gone with it; the report is there all the same."""

    def fail(_name: object) -> None:
        raise ZeroDivisionError("a defect")

    class Gone(io.StringIO):
        def write(self, _: str) -> int:
            raise OSError(errno.EIO, "gone")

    monkeypatch.setattr(loader, "describe", fail)
    monkeypatch.setattr(sys, "stderr", Gone())

    assert 1 == cli.main(["play", "--data-dir", str(tmp_path)])
    assert 1 == len(list(tmp_path.iterdir()))


def test_a_report_is_for_its_owner_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It shows where things are on the machine."""

    def fail(_name: object) -> None:
        raise ZeroDivisionError("a defect")

    monkeypatch.setattr(loader, "describe", fail)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("HOME", str(tmp_path))
    before = os.umask(0)
    try:
        assert 1 == cli.main(["play"])
    finally:
        os.umask(before)
    (report,) = tmp_path.rglob("crash-*.txt")

    assert 0o600 == report.stat().st_mode & 0o777
    assert 0o700 == report.parent.stat().st_mode & 0o777
    assert "roguelike" == report.parent.name


def test_a_reader_that_has_read_enough_is_no_failure_of_ours() -> None:
    """`roguelike map | head -1` ends without a traceback."""
    done = subprocess.run(  # noqa: S602 -- our own program in a pipe
        f"{sys.executable} -m roguelike map --seed 3 | head -1",
        shell=True,
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=PATIENCE,
        check=True,
    )

    assert "" == done.stderr


@pytest.mark.parametrize("number", ["1", "2"])
def test_a_game_is_the_same_whatever_pythons_hashes_are(number: str) -> None:
    """The digest of a whole game is the strictest way to ask."""
    done = run("autoplay", "--seed", "9", "--turns", "60", "--json", PYTHONHASHSEED=number)
    expected = autoplay(load_ruleset("ember"), 9, 60, "seek")

    assert 0 == done.returncode
    assert expected.digest == json.loads(done.stdout)["digest"]


def test_an_interrupt_is_an_exit_code(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """130, as shells have it for Ctrl-C, and no word."""

    def interrupt(_name: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(loader, "load_ruleset", interrupt)

    assert 130 == cli.main(["map"])
    assert "" == capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["play", "--colors"], ["play", "--mouse"], ["autoplay", "--policy"], []])
def test_wrong_usage_repeats_little_of_what_was_given(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """In one sentence that fits a screen, with nothing in it that a terminal would obey."""
    assert 2 == cli.main([*arguments, "Q\x1b" * 3000])

    (line,) = capsys.readouterr().err.splitlines()
    assert line.isprintable()
    assert len(line) < 300


def test_a_level_of_any_depth_can_be_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    """The same each time, with the stairs up where those down were on the level above; none lead below the last."""
    pictures = []
    for depth in ("1", "2", "2", "8"):
        assert 0 == cli.main(["map", "--rules", "ember", "--seed", "7", "--depth", depth])
        pictures.append(capsys.readouterr().out)

    first, second, again, last = pictures
    assert second == again
    assert first.index(">") == second.index("<")
    assert "X" in last
    assert ">" not in last
    assert 2 == cli.main(["map", "--rules", "ember", "--depth", "9"])
    assert "from 1 to 8" in capsys.readouterr().err
