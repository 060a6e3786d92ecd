"""The settings file: what is taken from it, and what is said of a wrong one."""

from __future__ import annotations

import argparse
import os
import stat
import subprocess
import sys
from pathlib import Path

import attrs
import platformdirs
import pytest

from roguelike.automation.stop_rules import StopRules
from roguelike.cli.chosen import read_chosen
from roguelike.narration.message_filter import MessageFilter
from roguelike.play.sections import sections
from roguelike.settings.choices import PALETTES
from roguelike.settings.keymap import Keymap
from roguelike.settings.presets import PRESETS
from roguelike.settings.reading import SettingsError, read_settings, settings_path
from roguelike.settings.settings import Settings
from roguelike.terminal.colors.palette import PALETTES as PALETTES_MADE

ROOT = Path(__file__).parents[2]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return where a test writes its settings."""
    return tmp_path / "config.toml"


def settings(file: Path, text: str) -> Settings:
    """Read settings that say that."""
    file.write_text(text, encoding="utf-8")
    return read_settings(str(file), sections)


def complaint(file: Path, text: str | bytes) -> str:
    """Return what is said of settings that say that, as one plain line that begins with the file's name."""
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(SettingsError) as told:
        read_settings(str(file), sections)
    sentence = str(told.value)
    assert sentence.isprintable()
    assert sentence.startswith(f"{file}: ")
    assert sentence.endswith(".")
    assert len(sentence) < 400
    return sentence.removeprefix(f"{file}: ")


def test_without_a_file_all_is_as_usual() -> None:
    """Nobody has to write one."""
    assert Settings() == read_settings(None, sections)


def test_an_empty_file_changes_nothing(file: Path) -> None:
    """Every key may be left out."""
    assert Settings(path=str(file)) == settings(file, "# nothing yet\n")


def test_every_key_is_taken(file: Path) -> None:
    """What is written is what is meant."""
    text = """
        palette = "tritanopia"
        colors = "16"
        background = "terminal"
        light = "rich"
        ascii = true
        mouse = "motion"
        hints = false
        flashes = false
        animation = "fast"
        autopickup = ["potion"]
        name = "Ada_2"
        rules = "tcod"
    """
    expected = Settings(
        palette="tritanopia",
        colors=16,
        background="terminal",
        light="rich",
        ascii=True,
        mouse="motion",
        hints=False,
        flashes=False,
        animation="fast",
        autopickup=("potion",),
        name="Ada_2",
        rules="tcod",
        path=str(file),
    )

    assert expected == settings(file, text)


@pytest.mark.parametrize(
    ("expected", "written"),
    [(None, "true"), ((), "false"), ((), "[]"), (("potion", "elven bow"), "['potion', 'elven bow']")],
)
def test_autopickup_is_all_nothing_or_a_list(file: Path, expected: tuple[str, ...] | None, written: str) -> None:
    """Which items there are, only a rule set knows: any name will do."""
    assert expected == settings(file, f"autopickup = {written}").autopickup


@pytest.mark.parametrize("written", ["'dart'", "true", "['']", "[1]", f"['{'x' * 41}']", f"{['x'] * 101}"])
def test_what_is_never_picked_up_is_a_short_list(file: Path, written: str) -> None:
    """One line of the file has room for it."""
    with pytest.raises(SettingsError, match="never_pick_up must be a list of at most 100 items like"):
        settings(file, f"never_pick_up = {written}")


@pytest.mark.parametrize(
    ("told", "written"),
    [
        ("entry 1 is '', not a name", "['']"),
        ("entry 2 is 3, not a name", "['rat', 3]"),
        ("entry 1 has 41 characters, at most 40 are allowed", f"['{'x' * 41}']"),
        ("it has 101", f"{['x'] * 101}"),
    ],
)
@pytest.mark.parametrize("place", ["never_pick_up", "stops.ignore"])
def test_the_wrong_entry_of_a_list_of_names_is_named(file: Path, place: str, told: str, written: str) -> None:
    """The value as a whole is a list, as it must be."""
    with pytest.raises(SettingsError, match=f"{place} must be a list of at most 100 .*: {told}.$"):
        settings(file, f"{place} = {written}")


def test_every_setting_is_written_as_it_was_read(file: Path) -> None:
    """The options screen begins with what the file says."""
    text = "palette='default'\ncolors='24bit'\nascii=false\nautopickup=['potion']\nanimation='off'\n[keys]\npreset='vi'"
    read = settings(file, text)
    names = ("palette", "colors", "ascii", "mouse", "autopickup", "animation", "preset")

    assert ["default", "24bit", False, None, ["potion"], "off", "vi"] == [read.written(name) for name in names]
    assert [True, False] == [Settings(autopickup=kinds).written("autopickup") for kinds in (None, ())]


def test_the_manual_shows_every_key(file: Path) -> None:
    """What is copied from there works."""
    manual = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    example = manual.split("```toml\n")[1].split("```")[0]
    read = settings(file, example)
    others = {"path", "messages", "stops", "keymap", "overridden", "choices"}
    names = {field.name for field in attrs.fields(Settings)} - others

    assert ("Ada", ("potion", "fireball scroll"), 256) == (read.name, read.autopickup, read.colors)
    assert Keymap({"play": {"explore": ("o", "f2"), "wait": ("v",)}}) == read.keymap
    assert MessageFilter(hide=("hint:", "misses you"), stop=("drops",)) == read.messages
    assert StopRules(("rat",), 10, unreachable=False) == read.stops
    assert names == {line.split(" = ")[0] for line in example.partition("[stops]")[0].splitlines() if line}
    assert all(f"| `{name}` |" in manual for name in names)
    assert all(f"| `{name}` |" in manual for name in PRESETS)


@pytest.mark.parametrize(
    ("expected", "written"),
    [
        (0, "0"),
        (0, '"0"'),
        (8, "8"),
        (16, "16"),
        (16, '"16"'),
        (256, "256"),
        (256, '"256"'),
        (1 << 24, '"24bit"'),
    ],
)
def test_colors_are_numbers_with_or_without_quotes(file: Path, expected: int, written: str) -> None:
    """Both forms look right to a person."""
    assert expected == settings(file, f"colors = {written}").colors


@pytest.mark.parametrize("name", PALETTES)
def test_every_palette_can_be_chosen(file: Path, name: str) -> None:
    """Also by those who need it most."""
    assert name == settings(file, f'palette = "{name}"').palette


def test_the_palettes_to_choose_from_are_those_that_there_are() -> None:
    """Their names are known without the palettes, which cost more to load than `--help` may take."""
    assert PALETTES_MADE == PALETTES


def test_what_windows_editors_add_does_no_harm(file: Path) -> None:
    """A mark at the beginning and other line ends are not to be seen in an editor."""
    file.write_bytes(b'\xef\xbb\xbfmouse = "off"\r\nascii = false\r\n')

    assert Settings(mouse="off", ascii=False, path=str(file)) == read_settings(str(file), sections)


@pytest.mark.parametrize(
    ("expected", "written"),
    [
        ("classic", "classic"),
        ("{folder}/mine", "./mine"),
        ("{folder}/sets/mine", "sets/mine"),
        ("/sets/mine", "/sets/mine"),
        ("{home}/mine", "~/mine"),
        ("~nobody-by-that-name/mine", "~nobody-by-that-name/mine"),
    ],
)
def test_a_path_of_rules_begins_where_the_file_is(
    file: Path, expected: str, written: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same settings hold wherever the game is started from."""
    monkeypatch.setenv("HOME", "/home/ada")
    rules = settings(file, f'rules = "{written}"').rules

    assert rules is not None
    assert Path(expected.format(folder=file.parent, home="/home/ada")) == Path(rules)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            'pallete = "default"',
            (
                "unknown setting 'pallete' (did you mean 'palette'?): the settings are palette, colors, background, "
                "light, ascii, mouse, hints, flashes, animation, autopickup, never_pick_up, wide, name, rules, "
                "messages, stops and keys."
            ),
        ),
        (
            'palette = "deuteranopa"',
            (
                "palette must be 'default', 'deuteranopia', 'protanopia', 'tritanopia' or 'high-contrast', "
                "not 'deuteranopa' (did you mean 'deuteranopia'?)."
            ),
        ),
        (
            "palette.name = 1",
            "palette must be 'default', 'deuteranopia', 'protanopia', 'tritanopia' or 'high-contrast', not a table.",
        ),
        ("colors = 12", "colors must be 0, 8, 16, 256 or '24bit', not 12."),
        ("colors = 24", "colors must be 0, 8, 16, 256 or '24bit', not 24."),
        ("colors = -8", "colors must be 0, 8, 16, 256 or '24bit', not -8."),
        ("colors = 16.0", "colors must be 0, 8, 16, 256 or '24bit', not a fraction."),
        ("colors = false", "colors must be 0, 8, 16, 256 or '24bit', not false."),
        ('colors = "٨"', "colors must be 0, 8, 16, 256 or '24bit', not '٨'."),
        (
            f"colors = 0x{'f' * 4500}",
            "colors must be 0, 8, 16, 256 or '24bit', not a very large number.",
        ),
        ('light = "dim"', "light must be 'plain', 'rich' or 'off', not 'dim'."),
        ('background = "white"', "background must be 'black' or 'terminal', not 'white'."),
        ("background = ['black']", "background must be 'black' or 'terminal', not a list."),
        ("background = 2001-01-01", "background must be 'black' or 'terminal', not a date or time."),
        ('ascii = "true"', "ascii must be true or false, not 'true'."),
        ("ascii = 1", "ascii must be true or false, not 1."),
        ("mouse = true", "mouse must be 'off', 'drag' or 'motion', not true."),
        ('mouse = "Drag"', "mouse must be 'off', 'drag' or 'motion', not 'Drag' (did you mean 'drag'?)."),
        ('name = "-rf"', "name must be text of 1 to 16 letters, digits, _ or -, not starting with -, not '-rf'."),
        ('name = ""', "name must be text of 1 to 16 letters, digits, _ or -, not starting with -, not ''."),
        (
            'name = "two words"',
            "name must be text of 1 to 16 letters, digits, _ or -, not starting with -, not 'two words'.",
        ),
        ('name = "Ada\\n"', "name must be text of 1 to 16 letters, digits, _ or -, not starting with -, not 'Ada\\n'."),
        (
            f'name = "{"x" * 4500}"',
            f"name must be text of 1 to 16 letters, digits, _ or -, not starting with -, not '{'x' * 40}...'.",
        ),
        ('rules = ""', "rules must be the name of a rule set or the path of its folder, not ''."),
        ("rules = 3", "rules must be the name of a rule set or the path of its folder, not 3."),
        (
            'rules = "\\u001b[2J"',
            "rules must be the name of a rule set or the path of its folder, not '\\x1b[2J'.",
        ),
        ('animation = "slow"', "animation must be 'normal', 'fast' or 'off', not 'slow'."),
        ("stops = 3", "stops must be a table with lines like distance = 10, not 3."),
        ("[stops]\ndistance = 0", "stops.distance must be a number of cells from 1 to 99, not 0."),
        ("[stops]\ndistance = true", "stops.distance must be a number of cells from 1 to 99, not true."),
        (
            "[stops]\nunreachable = 'ignor'",
            "stops.unreachable must be 'stop' or 'ignore', not 'ignor' (did you mean 'ignore'?).",
        ),
        ("[stops]\nignore = 'rat'", "stops.ignore must be a list of at most 100 monsters like ['rat'], not 'rat'."),
        (
            "[stops]\nignored = ['rat']",
            (
                "stops: unknown rule 'ignored' (did you mean 'ignore'?): "
                "the rules are ignore, distance, unreachable, harmless."
            ),
        ),
        ("flashes = 0", "flashes must be true or false, not 0."),
        ('hints = "no"', "hints must be true or false, not 'no'."),
        (
            'autopickup = "potion"',
            "autopickup must be true, false or a list of items like ['potion', 'fireball scroll'], not 'potion'.",
        ),
        (
            "autopickup = [1]",
            "autopickup must be true, false or a list of items like ['potion', 'fireball scroll'], not a list.",
        ),
        (
            '"\\u001b[2J" = 1',
            (
                "unknown setting '\\x1b[2J': the settings are palette, colors, background, light, ascii, mouse, hints, "
                "flashes, animation, autopickup, never_pick_up, wide, name, rules, messages, stops and keys."
            ),
        ),
        (
            "messages = ['you miss']",
            "messages must be a table with lines like hide = ['you miss', 'hint:'], not a list.",
        ),
        (
            "messages.hid = []",
            "messages: unknown list 'hid' (did you mean 'hide'?): the lists are hide and stop.",
        ),
        (
            "messages.hide = 'you miss'",
            "messages.hide must be a list of texts like ['you miss', 'hint:'], not 'you miss'.",
        ),
        (
            "messages.stop = [' ']",
            "messages.stop: each text must be a part of a message like 'you miss', not ' '.",
        ),
        ("messages.stop = [1]", "messages.stop: each text must be a part of a message like 'you miss', not 1."),
        (
            f"messages.hide = ['{'x' * 81}']",
            f"messages.hide: a text may have at most 80 characters, unlike '{'x' * 40}...'.",
        ),
        (f"messages.hide = {['x'] * 51}", "messages.hide may have at most 50 texts, not 51."),
        ('mouse = "\x9b2J"', "mouse must be 'off', 'drag' or 'motion', not '\\x9b2J'."),
    ],
)
def test_a_wrong_key_or_value_is_told_with_what_is_allowed(file: Path, text: str, sentence: str) -> None:
    """Whoever wrote it can mend it without reading elsewhere, and nothing in it reaches the terminal as a command."""
    assert sentence == complaint(file, text)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (1, "palette"),
        (2, "ascii = true\nmouse = off\n"),
        (3, "\n\nname = 'Ada\n"),
        (2, "ascii = true\nascii = false"),
        (2, "ascii = true\nname ="),
        (2, 'ascii = true\nname = "\x1b[2J"'),
        (3, "# one\n# two\nrules = ["),
        (4, '# one\nrules = """\nthree\nfour'),
        (2, f"[{'long' * 500}]\n[{'long' * 500}]"),
    ],
)
def test_broken_toml_is_told_with_its_line(file: Path, line: int, text: str) -> None:
    """That is where to look."""
    assert complaint(file, text).startswith(f"line {line}: this is not TOML: ")


def test_what_is_no_text_is_told_with_its_line(file: Path) -> None:
    """An editor that saves in Latin-1 shows nothing odd."""
    assert "line 2: this is not UTF-8 text." == complaint(file, b"ascii = true\nname = 'Zo\xeb'\n")


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("lists or tables are nested too deeply.", "rules = " + "[" * 4900),
        ("lists or tables are nested too deeply.", "rules = " + "[\n" * 30000),
        ("lists or tables are nested too deeply.", "rules = " + "[" * 17 + "]" * 17),
        ("line 2: this is longer than 5000 characters.", "ascii = true\n" + ".".join("a" * 30000) + " = 1"),
        ("a number is too long.", "colors = " + "9" * 4900),
    ],
)
def test_what_the_parser_cannot_bear_is_told_too(file: Path, sentence: str, text: str) -> None:
    """Whatever the file holds, there is no traceback."""
    assert sentence == complaint(file, text)


def test_the_largest_file_is_read_and_one_larger_is_not(file: Path) -> None:
    """Something that size was never written as settings."""
    assert settings(file, "#\n" * 32768).palette == "default"

    assert "is too large: settings may have at most 64 kB." == complaint(file, "#\n" * 32768 + "#")


def test_a_directory_is_no_settings(tmp_path: Path) -> None:
    """It is easily named by mistake."""
    with pytest.raises(SettingsError, match=r": is a directory: settings must be in a text file\.$"):
        read_settings(str(tmp_path), sections)


@pytest.mark.timeout(10)
def test_what_could_make_us_wait_is_not_read(file: Path) -> None:
    """A pipe that nobody writes to would keep the game from starting, and a device has no end."""
    os.mkfifo(file)
    for odd in (file, Path(os.devnull), Path("/dev/zero")):
        with pytest.raises(SettingsError, match=r": is not a regular file: settings must be in a text file\.$"):
            read_settings(str(odd), sections)


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_file_that_may_not_be_read_is_told(file: Path) -> None:
    """Settings that are there but not used would be a riddle."""
    file.write_text("")
    file.chmod(0)

    with pytest.raises(SettingsError, match=": cannot be read: Permission denied"):
        read_settings(str(file), sections)


def test_a_file_that_cannot_be_opened_is_told(file: Path) -> None:
    """A link that leads to itself, for one."""
    file.symlink_to(file)

    with pytest.raises(SettingsError, match=r": cannot be read: .*symbolic links\.$"):
        read_settings(str(file), sections)


def test_a_named_file_must_be_there(file: Path) -> None:
    """Whoever names one wants it to count."""
    for missing in (file, file / "below"):
        file.parent.mkdir(exist_ok=True)
        with pytest.raises(SettingsError) as told:
            read_settings(str(missing), sections)
        assert f"{missing}: no such file." == str(told.value)
    file.write_text("")
    with pytest.raises(SettingsError, match="no such file"):
        read_settings(str(file / "below"), sections)


def test_a_files_name_cannot_command_the_terminal() -> None:
    """It comes from outside, like all the rest."""
    with pytest.raises(SettingsError) as told:
        read_settings("/nowhere/\x1b[2J\n", sections)

    assert "'/nowhere/\\x1b[2J\\n': no such file." == str(told.value)


def test_the_usual_file_is_under_the_folder_for_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is where every other program's are, and is read without being named."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "roguelike").mkdir()
    (tmp_path / "roguelike" / "config.toml").write_text("ascii = true")

    assert tmp_path / "roguelike" / "config.toml" == settings_path()
    assert read_settings(None, sections).ascii is True


@pytest.mark.parametrize("folder", ["", "relative", "./relative", "~/relative"])
@pytest.mark.parametrize("minded", [True, False])
def test_a_folder_for_settings_that_is_no_path_from_the_root_does_not_count(
    tmp_path: Path,
    folder: str,
    minded: bool,  # noqa: FBT001
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The XDG specification has it so, and older platformdirs do not; else settings would hang on where one stands."""
    monkeypatch.setenv("XDG_CONFIG_HOME", folder)
    monkeypatch.setenv("HOME", str(tmp_path))
    if not minded:
        monkeypatch.setattr(platformdirs, "user_config_dir", lambda name, **_options: f"relative/{name}")

    assert tmp_path / ".config" / "roguelike" / "config.toml" == settings_path()


def test_without_a_home_there_are_no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that a server starts may have none."""

    def fail(*_: object, **_options: object) -> str:
        raise RuntimeError("no home")

    monkeypatch.setattr(platformdirs, "user_config_dir", fail)

    assert settings_path() is None
    assert Settings() == read_settings(None, sections)


def test_a_folder_for_settings_that_is_none_is_as_good_as_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some point the variable at nothing so that nothing is kept."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "file"))

    assert Settings() == read_settings(None, sections)


def test_what_the_command_line_sets_is_marked(file: Path) -> None:
    """The options screen says so; all else is as the file has it."""
    file.write_text("palette = 'default'\nascii = true")
    given = dict.fromkeys(("palette", "colors", "background", "ascii", "mouse", "name"))
    read = read_chosen(argparse.Namespace(config=str(file), **given | {"palette": "tritanopia", "colors": "16"}))

    assert ("tritanopia", 16, True) == (read.palette, read.colors, read.ascii)
    assert {"palette", "colors"} == read.overridden


def test_reading_leaves_the_file_alone(file: Path) -> None:
    """It is the person's own."""
    file.write_text("mouse = 'off'")
    file.chmod(0o440)
    before = file.stat()
    read_settings(str(file), sections)
    after = file.stat()

    assert (before.st_mtime_ns, before.st_mode, before.st_ino) == (after.st_mtime_ns, after.st_mode, after.st_ino)
    assert stat.S_IMODE(after.st_mode) == 0o440
    assert [file] == list(file.parent.iterdir())


def test_settings_are_read_without_any_terminal() -> None:
    """A complaint about them stands in a shell that nothing has been done to."""
    program = (
        "import sys\nfrom roguelike.settings.reading import read_settings\n"
        "from roguelike.play.sections import sections\n"
        "read_settings(None, sections)\n"
        "print([name for name in sys.modules if name.startswith(('blessed', 'roguelike.terminal', 'termios'))])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True)

    assert "[]\n" == done.stdout
