"""The whole program on a real terminal, as a person plays it.

The same game is played ahead in memory; after every key the screen must show what that game shows.
"""

from __future__ import annotations

import re
import signal
import time
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.cli.playing import NOBODY
from roguelike.content.loader import describe, ruleset_names
from roguelike.engine.game import new_game
from roguelike.engine.geometry import Point
from roguelike.engine.observation import observe
from roguelike.narration.hints import Hints
from roguelike.play.new_game import NewGameDefaults, RuleChoice
from tests.kept_games import keep_game
from tests.pty_program import GAME, PATIENCE, Program
from tests.small_rules import find_story, write_rules
from tests.watching import watch

if TYPE_CHECKING:
    from pathlib import Path

    from roguelike.engine.kinds.ruleset import RuleSet

pytestmark = pytest.mark.terminal

BYTES = {"enter": "\r", "escape": "\x1b", "tab": "\t", "up": "\x1b[A", "down": "\x1bOB"}
MAX_FLIGHT = 3.0
RULE_SETS = tuple(describe(name).title for name in ruleset_names())


def play_along(program: Program, ruleset: RuleSet, seed: int, keys: list[str]) -> None:
    """Press keys one by one, each when the screen shows what the game in memory shows after the one before."""
    deeds = [deed for key in keys for deed in (key, MAX_FLIGHT)]
    shipped = [RuleChoice(name, **attrs.asdict(describe(name))) for name in ruleset_names()]
    wishes = NewGameDefaults(NOBODY, seed)
    watched = watch(
        lambda: new_game(ruleset, seed),
        *deeds,
        at_title=True,
        others=shipped,
        wishes=wishes,
        hints=Hints(frozenset()),
    )
    expected = watched.texts()[::2]
    program.wait_until(lambda: program.text == expected[0], expected[0])
    for key, text in zip(keys, expected[1:], strict=True):
        program.type(BYTES.get(key, key))
        program.wait_until(lambda: program.text == text, f"after {key}:\n{text}")  # noqa: B023 -- asked at once


def cells_of(program: Program, since: int, char: str) -> list[tuple[int, int]]:
    """Return the different cells of the map in which `char` was shown, leaving out what an aim previewed."""
    cells = [
        (x, y)
        for rows in program.frames[since:]
        if not any("AIM" in row for row in rows)
        for y, row in enumerate(rows[:10])
        for x, shown in enumerate(row[:32])
        if shown == char
    ]
    return list(dict.fromkeys(cells))


def test_a_whole_game_from_the_title_to_victory(tmp_path: Path) -> None:
    """Walk, take, look, launch and see it fly, be bitten, drink, kill, win, leave; the terminal is as it was."""
    ruleset = write_rules(tmp_path / "small")
    seed, story = find_story(ruleset)
    before = len(story.keys)
    story.keys += ["x", "tab", "escape"]
    story.launch()
    launched = len(story.keys)
    while story.game.world.player.hit_points == ruleset.player.hit_points:
        story.wait()
    story.drink()
    story.fight()
    assert "won" == story.game.outcome
    keys = ["n", "enter", *story.keys]

    with Program("--rules", str(tmp_path / "small"), "--seed", str(seed)) as program:
        play_along(program, ruleset, seed, keys[: before + 5])
        since = len(program.frames)
        expected = watch(
            lambda: new_game(ruleset, seed),
            *keys[: launched + 2],
            MAX_FLIGHT,
            at_title=True,
            wishes=NewGameDefaults(NOBODY, seed),
            hints=Hints(frozenset()),
        ).last.text()
        for key in keys[before + 5 : launched + 2]:
            program.type(BYTES.get(key, key))
            time.sleep(0.05)
        program.wait_until(lambda: program.text == expected, expected)
        flown = cells_of(program, since, "*")
        program.press(keys[launched + 2 :])
        program.wait_for("player won")
        program.type("q")

        assert 0 == program.end()
        assert len(flown) >= 2
        assert program.is_given_back()
        assert "" == program.errors()


def test_death_is_shown_for_a_while_and_told(tmp_path: Path) -> None:
    """Whatever is typed in a hurry: "YOU DIED", then the summary; a death is no failure."""
    ruleset = write_rules(tmp_path / "small", hit_points=1)
    seed, story = find_story(ruleset)
    while story.game.outcome is None:
        story.wait()
    assert "died" == story.game.outcome

    with Program("play", "--rules", str(tmp_path / "small"), "--seed", str(seed)) as program:
        program.wait_for("Enemies left: 1")
        *keys, last = story.keys
        program.press(keys)
        died = time.monotonic()
        program.press([last])
        program.wait_for("YOU DIED")
        program.type("qqqq")
        program.wait_for("killed by a biter")

        assert time.monotonic() - died >= 1.5
        program.type("q")
        assert 0 == program.end()
        assert program.is_given_back()


def test_examining_shows_what_is_there(tmp_path: Path) -> None:
    """By keys, and by the mouse."""
    ruleset = write_rules(tmp_path / "small")
    seed, _ = find_story(ruleset)
    at = new_game(ruleset, seed).world.player.at
    with Program("play", "--rules", str(tmp_path / "small"), "--seed", str(seed)) as program:
        program.wait_for("Enemies left: 1")
        program.type("x")
        program.wait_for("yourself")
        program.type("\x1b")
        program.wait_until(lambda: "yourself" not in program.text, "the end of it")
        program.type(f"\x1b[<35;{at.x + 1};{at.y + 1}M")
        program.wait_for("yourself")


def point(program: Program, x: int, y: int) -> None:
    """Move the mouse to a cell of the screen, without a button: terminals report that only on request."""
    assert {"1003", "1006"} <= program.modes_left_on()
    program.type(f"\x1b[<35;{x + 1};{y + 1}M")


def backgrounds(program: Program) -> dict[tuple[int, int], str]:
    """Return the colour behind every cell of the map."""
    return {(x, y): program.screen.buffer[y][x].bg for y in range(10) for x in range(32)}


@pytest.mark.rows("C9-4", "C9-5")
def test_examining_follows_the_mouse(tmp_path: Path) -> None:
    """What it is on is named and lit, without a button or a key; beside the map it is on nothing."""
    ruleset = write_rules(tmp_path / "small")
    seed, _ = find_story(ruleset)
    at = new_game(ruleset, seed).world.player.at
    with Program("play", "--rules", str(tmp_path / "small"), "--seed", str(seed)) as program:
        program.wait_for("Enemies left: 1")
        program.place_monsters()
        before, unlit = program.text, backgrounds(program)

        point(program, at.x, at.y)
        program.wait_for("yourself")
        lit = backgrounds(program)
        assert [(at.x, at.y)] == [cell for cell in lit if lit[cell] != unlit[cell]]
        point(program, at.x + 1, at.y)
        program.wait_until(lambda: program.text == before, before)
        assert (at.x + 1, at.y) == (program.screen.cursor.x, program.screen.cursor.y)

        point(program, at.x, at.y)
        program.wait_for("yourself")
        point(program, 70, 20)
        program.wait_until(lambda: program.text == before and backgrounds(program) == unlit, before)


@pytest.mark.rows("C8-34")
def test_the_rows_of_menus_follow_the_mouse() -> None:
    """On the title, in a list over it, and in the game."""
    with Program("--seed", "1") as program:
        for key, first, rows in (
            ("", "New game", ("Replays", "Quit", "New game")),
            ("n\x1b[A\x1b[A ", "┤Rules├", RULE_SETS),
            ("\x1b", "Enter: next", ()),
            ("\t\t\r", "Turn 0", ()),
            ("i", "┤Inventory ", ("nothing carried",)),
            ("\x1b", "Turn 0", ()),
            ("Q", "Quit?", ("Keep playing", "Save and quit")),
        ):
            program.press(key and [key])
            program.wait_for(first)
            for row in rows:
                y, line = next((y, line) for y, line in enumerate(program.screen.display) if row in line)
                point(program, line.index(row), y)
                program.wait_until(lambda: any(">" in line and row in line for line in program.screen.display), row)  # noqa: B023 -- asked at once


def test_an_aim_is_previewed_under_the_mouse_before_it_is_fired(tmp_path: Path) -> None:
    """Nobody has to guess which enemies the burst will reach."""
    ruleset = write_rules(tmp_path / "small")
    seed, story = find_story(ruleset)
    at = story.at
    with Program("play", "--rules", str(tmp_path / "small"), "--seed", str(seed)) as program:
        program.wait_for("Turn 0")
        program.press(story.keys)
        program.press(["i", "abcdefghij"[story.carried.index("fireball scroll")]])
        program.wait_for("AIM")
        seen, blast = observe(story.game.world), ruleset.projectiles["fireball"].on_stop[0]
        goals = [Point(at.x + dx, at.y + dy) for dx in (-2, 2) for dy in (-1, 0, 1)]
        goal = max(filter(seen.level.is_visible, goals), key=lambda goal: len(blast.preview(seen, goal).area))
        point(program, *goal)
        program.wait_until(lambda: tuple(goal) == (program.screen.cursor.x, program.screen.cursor.y), "the cursor")

        shown = backgrounds(program)
        burst = {(cell.x, cell.y) for cell in blast.preview(seen, goal).area} - {(goal.x, goal.y)}
        assert len(burst) >= 2
        color = shown[next(iter(burst))]
        assert burst == {cell for cell in shown if shown[cell] == color}
        assert "AIM" in program.text
        program.type(f"\x1b[<0;{goal.x + 1};{goal.y + 1}M")
        program.wait_for("You launch a fireball.")


@pytest.mark.parametrize("colors", ["256", "24bit"])
def test_a_mouse_that_crosses_the_screen_is_cheap(colors: str) -> None:
    """A frame a tick at most, and each of few bytes; the last is where the mouse is, and a key waits for nothing."""
    with Program("play", "--seed", "1", "--colors", colors) as program:
        program.wait_for("Turn 0")
        program.place_monsters()
        sent, frames, start = len(program.raw), len(program.frames), time.monotonic()
        for step in range(400):
            point(program, step % 80, step * 24 // 400)
            program.glance()
            time.sleep(0.001)
        program.place_monsters()
        frames, took = len(program.frames) - frames, time.monotonic() - start
        assert len(program.raw) - sent <= 60 * frames
        assert frames <= took / 0.033 + 1

        for x in range(40):
            point(program, x, 5)
        program.type(".")
        point(program, 44, 6)
        program.wait_for("Turn 1")
        program.wait_until(lambda: (44, 6) == (program.screen.cursor.x, program.screen.cursor.y), "the cursor")


def test_the_screen_follows_the_terminals_size(tmp_path: Path) -> None:
    """Smaller, too small, and large again: the game goes on as it was."""
    write_rules(tmp_path / "small")
    with Program("play", "--rules", str(tmp_path / "small"), "--seed", "1") as program:
        program.wait_for("Turn 0")
        before = program.text
        program.resize(30, 10)
        program.wait_for("too small")
        program.resize(40, 15)
        program.wait_for("Turn 0")
        program.resize(80, 24)
        program.wait_until(lambda: program.text == before, before)
        program.type("?")
        program.wait_for("wait a turn")


@pytest.mark.rows("C8-43")
@pytest.mark.parametrize(
    ("opener", "shown"), [("", "Turn 0"), ("i", "┤Inventory "), ("x", "EXAMINE"), ("?", "this help")]
)
@pytest.mark.parametrize(
    ("number", "code"),
    [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGQUIT, 131), (signal.SIGINT, 130), (None, 130)],
    ids=str,
)
def test_the_terminal_is_given_back_whatever_ends_the_program(
    opener: str, shown: str, number: signal.Signals | None, code: int
) -> None:
    """Ctrl-C, and what the system sends; on any screen."""
    with Program("play", "--seed", "1") as program:
        program.wait_for("Turn 0")
        on = program.modes_left_on()
        program.type(opener)
        program.wait_for(shown)
        if number is None:
            program.type("\x03")
        else:
            program.signal(number)

        assert code == program.end()
        assert program.is_given_back()
        assert "" == program.errors()
        assert {"1049", "2004"} <= on


def test_leaving_asks_and_gives_the_terminal_back() -> None:
    """The usual way."""
    with Program("play", "--seed", "1") as program:
        program.wait_for("Turn 0")
        program.type("Q")
        program.wait_for("Quit?")
        program.type("\r")

        assert 0 == program.end()
        assert program.is_given_back()


def test_without_colours_and_unicode_it_is_still_a_game() -> None:
    """ASCII alone, no colours, no mouse: on the plainest terminal there is."""
    with Program("--ascii", "--colors", "0", "--no-mouse", "--seed", "1", LANG="C", TERM="vt100") as program:
        program.wait_for("New game")
        program.press(["n", "\r", "i"])
        program.wait_for("++Inventory 0/10+--")

        assert program.raw.isascii()
        assert b"\x1b[38" not in program.raw
        assert not {"1000", "1002", "1003", "1006"} & program.modes_left_on()


@pytest.mark.parametrize("arguments", [(), ("play",)])
def test_a_dumb_terminal_is_refused_in_one_sentence(arguments: tuple[str, ...]) -> None:
    """Nothing that it does not understand is sent to it."""
    with Program(*arguments, TERM="dumb") as program:
        code = program.end()

        assert 2 == code
        assert b"" == program.raw
        assert re.fullmatch("roguelike: .*\n", program.errors())


def test_rules_of_ones_own_are_found_from_anywhere(tmp_path: Path) -> None:
    """A game by a folder of rules beside one is gone on with from another place: it remembers where that was."""
    write_rules(tmp_path / "mine")
    for place, told in ((tmp_path, ["--rules", "mine"]), (tmp_path.parent, [])):
        there = ("/bin/sh", "-c", 'cd "$0" && exec "$@"', str(place), *GAME)
        arguments = ["play", "--name", "kay", "--data-dir", str(tmp_path / "kept"), *told]
        with Program(*arguments, command=there) as program:
            program.wait_for("Turn 1" if place == tmp_path.parent else "Turn 0")
            program.press(["."])
            program.wait_for("Turn 2" if place == tmp_path.parent else "Turn 1")
            program.hang_up()
            program.end_unread(PATIENCE)


def test_the_title_is_shown_in_a_time_zone_that_cannot_be_used(tmp_path: Path) -> None:
    """It shows when the game was played last."""
    keep_game(tmp_path, commands=3)
    with Program("--data-dir", str(tmp_path), TZ="Foo-24") as program:
        program.wait_for("Continue: alice, Classic, turn 3, 20")
