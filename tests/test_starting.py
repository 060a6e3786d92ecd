"""The whole program at terminals that answer at once, late, in pieces or never; it asks nothing, and minds nothing."""

from __future__ import annotations

import contextlib
import random
import re
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.pty_program import GAME, Program, takes_less_than
from tests.small_rules import write_rules

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.terminal

AT_MOST = 3.0
"""Seconds in which the first frame is there on any machine, unless it is busy; it takes a tenth of that.

What would break it is a question to the terminal, which costs its round trip, or five seconds where nothing answers.
"""
ROUND_TRIP = 0.8
WATCHED = """
import pathlib, sys
read = []
sys.addaudithook(lambda event, given: read.append(str(given[0])) if event == "open" else None)
from roguelike import cli
from roguelike.cli import preparing
preparing.prepared = lambda rules: ()
cli.main()
rules = {pathlib.Path(path).name for path in read if "/content/" in path and ".toml" in path}
families = {name.split(".")[3] for name in sys.modules if name.startswith("roguelike.engine.parts.")}
rest = {"roguelike.engine.game", "roguelike.engine.kinds.actors"} & set(sys.modules)
print(*sorted(rules), "|", *sorted(families), *sorted(rest))
"""
"""Runs the program; at its end says which files of rule sets were read, which families were imported, and what else.

It prepares nothing while the title waits.
"""

ANSWERS = [
    b"\x1b[?2026;2$y",
    b"\x1b[?1006;1$y",
    b"\x1b[24;80R",
    b"\x1b[1;1R",
    b"\x1b[?64;1;2;6;9;15;16;17;18;21;22;28c",
    b"\x1b[>41;379;0c",
    b"\x1b[0n",
    b"\x1b[?0u",
    b"\x1b[8;24;80t",
    b"\x1b[48;24;80;480;640t",
    b"\x1b[?997;1n",
    b"\x1b[I",
    b"\x1b[O",
    b"\x1b[5;77;9z",
    b"\x1bOZ",
    b"\x1bP>|XTerm(379)\x1b\\",
    b"\x1bP1+r524742=38\x1b\\",
    b"\x1bP0+r\x1b\\",
    b"\x1b]11;rgb:0000/0000/0000\x1b\\",
    b"\x1b]10;rgb:ffff/ffff/ffff\x07",
    b"\x1b]4;1;rgb:cdcd/0000/0000\x1b\\",
    b"\x1b_Gi=31;OK\x1b\\",
    b"\x1b[<32;300;200m",
    b"\x1b[M#jk",
    b"\x9b1;1R",
]
PASTE = b"\x1b[200~" + b"lkjh.iQy5\n\x1b[Aq\x1bn" * 65_536 + b"\x1b[201~"
NOISE = b"\x00\xff\xfe\xc3\xed\xa0\x80\xf5\x80\x00\xc0\xaf\x1c\x1f" * 100


def start() -> None:
    """Start the program, and wait for its first frame."""
    with Program(command=GAME) as program:
        program.wait_for("New game")


def assert_the_title_is_untouched(program: Program) -> None:
    """See that nothing was chosen: the next key opens the help, and Escape the title again, as it was."""
    before = program.text
    program.type("h")
    program.wait_for("How to play" if "How to play" not in before else "wait a turn")
    program.type("\x1b")
    program.wait_until(lambda: program.text == before, before)


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Program]:
    """Yield a game in its first turn, with nobody near."""
    write_rules(tmp_path / "small")
    with Program("play", "--rules", str(tmp_path / "small"), "--seed", "1", command=GAME) as program:
        program.wait_for("Turn 0")
        yield program


def assert_nothing_has_happened(program: Program, turn: int, before: str) -> None:
    """Check that no turn has passed and nothing has opened: the next turn looks the same except for its number."""
    program.type(".")
    program.wait_until(lambda: re.search(rf"Turn {turn + 1}\b", program.text) is not None, f"turn {turn + 1}")

    assert before == program.text.replace(f"Turn {turn + 1}", f"Turn {turn}")


def place_of_the_player(program: Program) -> tuple[int, int]:
    """Return the column and row of the player on the screen."""
    return next((line.index("@"), row) for row, line in enumerate(program.screen.display) if "@" in line)


def resident(program: Program) -> int:
    """Return the bytes of memory that the program takes."""
    status = Path(f"/proc/{program._process.pid}/status").read_text("utf-8")
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found is not None
    return int(found[1]) * 1024


def test_it_starts_where_nothing_answers_and_asks_nothing() -> None:
    """A question would be waited for, printed by old terminals, and answered into the next program."""
    assert takes_less_than(AT_MOST, start)
    with Program(command=GAME) as program:
        program.wait_for("New game")
        assert_the_title_is_untouched(program)

        assert not re.search(rb"\x1b\[[>=?]?[0-9]*[cn]|\$p|\x1bP|\x1b\][0-9;]*\?|\x1b\[[>?][0-9]*[qu]", program.raw)


@pytest.mark.parametrize("keys", ["q", "p\rQ\r"], ids=["the title", "a game"])
def test_the_title_waits_for_nothing_that_a_game_needs(tmp_path: Path, keys: str) -> None:
    """It reads the descriptions of rule sets; their contents, and their code, are loaded with the first game."""
    settings = tmp_path / "config.toml"
    settings.touch()
    with Program("--config", str(settings), command=(sys.executable, "-c", WATCHED)) as program:
        program.wait_for("Play Ember")
        program.press(keys)
        program.wait_for(" | ")
        told = "".join(program.screen.display)

    assert ("monsters.toml" in told) == ("behaviours" in told) == ("p" in keys)
    assert ("engine.game" in told) == ("kinds.actors" in told) == ("p" in keys)


def test_it_starts_where_everything_is_answered_at_once() -> None:
    """Whoever was there before may have asked; what is not for us is nothing."""
    with Program(command=GAME) as program:
        program.send(b"".join(ANSWERS))
        program.wait_for("New game")
        program.send(b"".join(ANSWERS))
        assert_the_title_is_untouched(program)


def test_it_starts_where_answers_are_late() -> None:
    """At 800 ms there and back they come when the title is already there, or a game."""
    with Program(command=GAME) as program:
        program.wait_for("New game")
        time.sleep(ROUND_TRIP)
        for answer in ANSWERS:
            program.send(answer)
            time.sleep(0.01)
        assert_the_title_is_untouched(program)


def test_what_is_answered_in_play_is_no_move(tmp_path: Path) -> None:
    """Torn anywhere behind its Escape, faster than keys that are typed: no turn passes, nothing opens.

    Three programs are answered at once, each in an order of its own, because it is mostly pauses.
    """
    write_rules(tmp_path / "small")
    chance = random.Random(0)
    with contextlib.ExitStack() as closing:
        small = ("play", "--rules", str(tmp_path / "small"), "--seed", "1")
        programs = [closing.enter_context(Program(*small)) for _ in range(3)]
        for program in programs:
            program.wait_for("Turn 0")
        before = programs[0].text
        for answers in zip(*(chance.sample(ANSWERS, len(ANSWERS)) for _ in programs), strict=True):
            torn = [chance.randrange(2, len(answer)) for answer in answers]
            for program, answer, cut in zip(programs, answers, torn, strict=True):
                program.send(answer[:cut])
            time.sleep(chance.choice([0.0, 0.01, 0.02]))
            for program, answer, cut in zip(programs, answers, torn, strict=True):
                program.send(answer[cut:])

        for program in programs:
            assert_nothing_has_happened(program, 0, before)


def test_an_arrow_in_pieces_is_one_step(playing: Program) -> None:
    """A slow line delivers it as it likes; nothing else must come of it.

    Escape alone would be a key after 50 ms, and a busy machine takes longer between two pieces.
    """
    x, y = place_of_the_player(playing)
    for piece in (b"\x1b[", b"C"):
        playing.send(piece)
        time.sleep(0.02)
    playing.wait_for("Turn 1")
    assert (x + 1, y) == place_of_the_player(playing)

    assert_nothing_has_happened(playing, 1, playing.text)


def test_escape_and_a_key_at_once_are_both(playing: Program) -> None:
    """Back to the game and on, as quickly as fingers go."""
    playing.send(b"i")
    playing.wait_for("Use Item")
    playing.send(b"\x1b.")

    playing.wait_until(lambda: "Turn 1" in playing.text and "Use Item" not in playing.text, "Escape and a turn")


@pytest.mark.parametrize("pause", [0.0, 0.4])
def test_a_pasted_megabyte_is_not_played(playing: Program, pause: float) -> None:
    """Nor does it stop the game, or fill the machine; its end may be torn off."""
    before, taken = playing.text, resident(playing)
    playing.send(PASTE[:-3])
    time.sleep(pause)
    playing.send(PASTE[-3:])
    assert_nothing_has_happened(playing, 0, before)

    assert resident(playing) - taken < 8 << 20


def test_a_megabyte_pasted_without_marks_is_not_played(playing: Program) -> None:
    """Screen and the console know none; a pause after it, and the keyboard is there again."""
    before = playing.text
    playing.send(b"lkjh.yubn5" * 100_000)
    time.sleep(0.5)

    assert_nothing_has_happened(playing, 0, before)


def test_a_pasted_megabyte_leaves_the_title_alone() -> None:
    """There are letters in it that start a game, or leave."""
    with Program(command=GAME) as program:
        program.wait_for("New game")
        program.send(PASTE)
        assert_the_title_is_untouched(program)


def test_noise_in_play_is_nothing(playing: Program) -> None:
    """These bytes are not a text: they come from a modem, or are of another encoding."""
    before = playing.text
    playing.send(NOISE)

    assert_nothing_has_happened(playing, 0, before)
