"""Practice games: played on from a replay or an end, marked on every screen, and nothing of them is left."""

from __future__ import annotations

import datetime as dt
import subprocess
import sys
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, Wait
from roguelike.engine.geometry import Direction
from roguelike.engine.scenario import draw
from roguelike.play.playback import Playback
from roguelike.play.practice import LEFT
from roguelike.play.requests import Watch
from roguelike.play.views.film import IN_PROGRESS, Film
from roguelike.play.views.view import Open
from roguelike.session import Session
from roguelike.store.listings import FinishedGame, SavedGame
from tests.fixture_rules import make_fixture_rules
from tests.line.talking import talk
from tests.recordings import record
from tests.watching import FakeLibrary, Size, Watched, make_lobby, show, watch

if TYPE_CHECKING:
    from pathlib import Path

    from roguelike.engine.game import Game
    from tests.recordings import Recorded
    from tests.watching import Deed

FIXTURE_RULES = make_fixture_rules(load_ruleset("classic"))
EAST = Move(Direction.EAST)


def corridor() -> Game:
    """Return a game alone in a corridor."""
    return draw("#@.......#", FIXTURE_RULES)


def duel() -> Game:
    """Return a game that the next blow ends."""
    return draw("#@o#", FIXTURE_RULES, hit_points=1)


def practise(recorded: Recorded, number: int, *deeds: Deed) -> Watched:
    """Practise from a moment of a replay, and do the deeds there."""
    playback = Playback(recorded)
    playback.go_to(number)
    watched = Watched(["p", *deeds])
    show(watched, Session(Open(Film(playback))))
    return watched


def feet(watched: Watched) -> list[str]:
    """Return the last row of the screen after each deed, without the keys."""
    return [", ".join(text.rpartition("\n")[2].split(", ")[:3]) for text in watched.texts()]


def test_a_practice_game_goes_back_and_forward_and_branches() -> None:
    """Forward is what was played, until something else is done."""
    recorded = record(corridor, [EAST] * 5)
    rows = list(recorded.rows)
    watched = practise(recorded, 3, "+", "backspace", "-", "l", "l", "+", "T")

    steps = ["3/5", "4/5", "3/5", "2/5", "3/3", "4/4", "4/4", "0/4"]
    assert [f"PRACTICE, unsaved, step {step}" for step in steps] == feet(watched)[1:]
    assert [4, 5, 4, 3, 4, 5, 5, 1] == [text.splitlines()[0].index("@") for text in watched.texts()[1:]]
    assert rows == recorded.rows


def test_a_command_that_changes_nothing_is_no_step() -> None:
    """What comes after it stays; the first step beside the recorded game is told, and no other."""
    watched = practise(record(corridor, [EAST] * 5), 3, "k", "+", "l", "h", "k")

    steps = ["3/5", "3/5", "4/5", "5/5", "6/6", "6/6"]
    assert [f"PRACTICE, unsaved, step {step}" for step in steps] == feet(watched)[1:]
    assert [0, 0, 0, 1, 1, 1] == [text.count(LEFT) for text in watched.texts()[1:]]


def test_leaving_a_practice_game_leads_back_to_the_replay() -> None:
    """It stands at the same step, and the game that was recorded goes on as it did."""
    watched = practise(record(corridor, [EAST] * 5), 3, "h", "Q", "enter", "right")

    assert "step 3/5" in feet(watched)[-2]
    assert "step 4/5" in feet(watched)[-1]


@pytest.mark.parametrize("size", [(40, 15), (80, 24), (132, 43)])
def test_every_screen_of_a_practice_game_is_marked(size: tuple[int, int]) -> None:
    """Nobody takes it for a game that counts: neither lists nor pages nor its end, on any size."""
    keys: list[Deed] = [
        "m",
        "escape",
        "=",
        "escape",
        "x",
        "escape",
        "?",
        "escape",
        "Q",
        "escape",
        "l",
        2.5,
        "m",
        "escape",
        "i",
    ]
    watched = practise(record(duel, [Wait()]), 0, Size(*size), *keys)

    assert all("PRACTICE, unsaved" in text.rpartition("\n")[2] for text in watched.texts()[2:])
    assert "not scored" not in watched.last.text()


@pytest.mark.parametrize("size", [(40, 15), (80, 24)])
def test_the_mark_of_practice_hides_no_message(size: tuple[int, int]) -> None:
    """The newest message stands above it on the smallest screen, too."""
    last = practise(record(corridor, [EAST] * 5), 3, Size(*size), "%").last.text().splitlines()

    assert "Unknown key: %" in last[-2] + last[-3]
    assert "PRACTICE, unsaved, step 3/5, -: back" in last[-1]


def test_practice_does_not_say_that_it_saves() -> None:
    """Neither to Escape nor in the help nor in lines, where a game in progress does."""
    texts = practise(record(corridor, [EAST] * 5), 3, "escape", "escape", "?", "end").texts()
    talking = talk("#@.#", rules=FIXTURE_RULES)

    assert ["Leave the practice" in text for text in texts[-4:-1]] == [True, False, False]
    assert "leave the practice" in texts[-1]
    assert "save and quit" not in "".join(texts)
    assert ["Every turn is saved at once. Type quit to leave."] == talking.say("save")
    talking.say("practice")
    assert ["Practice is never saved. Type title or quit to leave."] == talking.say("save")


def test_a_setting_that_is_changed_in_practice_holds_for_all_games() -> None:
    """It is saved, and the message says so there alone."""
    talking = talk("#@.#", rules=FIXTURE_RULES)

    assert ["Hints off."] == talking.say("hints")
    talking.say("practice")
    assert ["Hints on. This holds for all games."] == talking.say("hints")


def test_a_death_in_practice_is_stepped_back_from() -> None:
    """Its summary says that nothing is scored, and offers neither a replay nor a place among the scores."""
    watched = practise(record(duel, [Wait()]), 1, ".", 2.5, "n", "v", "backspace")
    summary, back = watched.texts()[-4], watched.texts()[-1]

    assert "Practice: nothing is saved or scored." in summary
    assert "last turns" not in summary
    assert "p) 20 steps back" in summary
    assert "Enter) leave the practice" in summary
    assert "rank" not in summary
    assert summary == watched.texts()[-3] == watched.texts()[-2]
    assert "@o" in back
    assert "step 0/1" in back


def test_the_future_of_a_game_in_progress_is_not_practised() -> None:
    """Its player would know what comes."""
    recorded = attrs.evolve(record(corridor, [EAST] * 5), is_over=False)

    assert IN_PROGRESS.split(".")[0] in practise(recorded, 3).last.text().replace("│", "")


def test_the_last_commands_before_a_death_are_played_again() -> None:
    """From the summary of a game that was saved; the store learns nothing of it."""
    library = FakeLibrary(duel)
    screens = make_lobby(duel, library=library)
    screens.lobby.recording = lambda _: record(duel, [Wait()])
    watched = watch(duel, ".", 2.5, "p", ".", 2.5, "p", "Q", "enter", "escape", library=library, screens=screens)
    texts = watched.texts()

    assert "step 0/1" in feet(watched)[3]
    assert "step 0/1" in feet(watched)[-4]
    assert [["seen", "closed"]] == [play.endings for play in library.plays]
    assert [1] == [len(play.accounts) for play in library.plays]
    assert "died, killed by an orc." in texts[-2]
    assert "PRACTICE" not in texts[-2]
    assert "p) practice the last 20 steps" in texts[-2]
    assert "New game" in texts[-1]


def watch_finished(recorded: Recorded, *deeds: Deed) -> Watched:
    """Watch the replay of a finished game, and do the deeds there."""
    screens = make_lobby(duel, show_replay=lambda key, _: Film(Playback(recorded), key))
    screens.lobby.recording = lambda _: recorded
    return watch(duel, *deeds, start=Watch("ann-0001"), screens=screens)


def test_the_summary_of_a_finished_game_is_opened_from_its_replay() -> None:
    """At any step, with all that it offers; a game that was abandoned has none, and its replay stays."""
    texts = watch_finished(record(duel, [Wait()]), "s", "i", "escape", "p", "Q", "enter").texts()
    abandoned = watch_finished(record(corridor, [EAST]), "s", "escape").texts()

    assert "ann died, killed by an orc." in texts[1]
    assert "(chosen)" in texts[1]
    assert "Carried at the end" in texts[2]
    assert "PRACTICE" in texts[4]
    assert texts[1] == texts[-1]
    assert "No summary of ann-0001" in abandoned[1]
    assert abandoned[0] == abandoned[2]


def test_a_replay_without_the_list_of_games_offers_no_summary() -> None:
    """Only the list knows by which key the game is kept."""
    listed = watch_finished(record(duel, [Wait()]), "end").last.text()
    alone = Watched(["end", "s"])
    show(alone, Session(Open(Film(Playback(record(duel, [Wait()]))))))

    assert "step 1/1, you died, s: summary" in listed
    assert "summary" not in alone.last.text()


def test_the_summary_of_a_finished_game_is_read_in_lines() -> None:
    """Leaving its practice leads back to it, and a game in progress stays saved."""
    talking = talk("#@.#", rules=FIXTURE_RULES)
    talking.library.past = [FinishedGame("kim-0001", "kim", "Stage", "died", 1, dt.datetime.now(dt.UTC))]
    talking.session.lobby.recording = lambda _: record(duel, [Wait()])
    told = talking.say("summary kim-0001")

    assert "Type new, watch, practice, decisions, summary, map, messages, title or quit." == told[-1]
    assert ["closed"] == talking.library.plays[0].endings
    assert any("HP" in line for line in talking.say("summary"))
    assert "Practice: nothing is saved or scored." in talking.say("practice")
    assert ["Your game is saved. Type continue to resume it.", *talking.say("title")] == told
    assert "No finished game 'kim-0002'" in talking.say("summary kim-0002")[0]


def test_a_new_practice_game_needs_no_free_name() -> None:
    """The form begins it though that name is in a game, and the store keeps nothing."""
    library = FakeLibrary(corridor, games=[SavedGame("you", "Title", 3)])
    watched = watch(corridor, "n", "ctrl_p", "l", "-", "-", library=library, at_title=True)

    assert [("unsaved", "stage", None)] == library.asked
    assert not library.plays
    assert ["step 1/1", "step 0/1", "step 0/1"] == [foot.split(", ")[2] for foot in feet(watched)[-3:]]
    assert "Nothing comes before this." in watched.last.text()


def test_practice_in_lines_says_so_and_goes_back() -> None:
    """In the prompt, in the status, and at an end, which is not scored."""
    talking = talk("#@o#", hit_points=1, rules=FIXTURE_RULES)
    assert "Only in a practice game." in talking.say("step-back")
    begun = talking.say("practice stage seed 7")

    assert "Practice: nothing is saved or scored." in begun
    assert "practice, HP 1/" in talking.session.game.prompt
    assert talking.say("status")[0].startswith("Practice. ")
    end = talking.say("wait")
    assert "Practice: nothing is saved or scored." in end
    assert "Type step-back, practice, summary, map, messages, title or quit." == end[-1]
    assert any("turn 0" in line for line in talking.say("backspace"))
    assert ["closed"] == talking.library.plays[0].endings
    assert "Saved." not in talking.say("title")
    assert ("unsaved", "stage", 7) in talking.library.asked


def test_lines_tell_the_step_of_practice() -> None:
    """In place of what a game is; and that nothing comes before the first."""
    talking = talk("#@.......#", rules=FIXTURE_RULES)
    talking.say("practice", "east", "east")

    assert "Step 1 of 2, turn 1." == talking.say("step-back")[0]
    assert not any("Type explore" in line for line in talking.say("step-back"))
    assert ["Nothing comes before this."] == talking.say("step-back")
    assert ["No finished game or rule set 'kim-9999'. Type replays or rules for all of them."] == talking.say(
        "practice kim-9999"
    )


def test_lines_tell_that_the_own_game_is_saved() -> None:
    """Where practice begins in it, and where that is left."""
    saved = "Your game is saved. Type continue to resume it."
    talking = talk("#@.......#", rules=FIXTURE_RULES)

    assert saved == talking.say("practice")[0]
    talking.library.games = [SavedGame("kim", "Stage", 3)]
    assert saved == talking.say("title")[0]
    assert saved not in talking.say("practice")
    assert ["Your game is saved."] == talking.say("quit")


def files(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def program(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """Begin to play in lines."""
    command = [sys.executable, "-m", "roguelike", "play", "--line", "--name", "ann", "--data-dir", str(folder)]
    return subprocess.Popen([*command, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def played(folder: Path, *arguments: str, typed: str) -> str:
    """Play in lines to the end of what is typed; returns what was printed."""
    with program(folder, *arguments) as process:
        return process.communicate(typed, timeout=60)[0]


@pytest.mark.slow
def test_practice_leaves_every_file_as_it_is(tmp_path: Path) -> None:
    """The game in progress and the finished games, whether the practice is left, lost, or killed in the middle."""
    rules = ("--rules", "classic", "--seed", "6")
    played(tmp_path, *rules[:3], "5", typed="explore\nquit\n")
    before = files(tmp_path)
    left = played(tmp_path, *rules, "--practice", typed="explore\nstep-back\nstatus\ntitle\nquit\n")
    lost = played(tmp_path, *rules, "--practice", typed="200 fight\n" * 3 + "explore\n")
    with program(tmp_path, *rules, "--practice") as killed:
        assert killed.stdin is not None
        assert killed.stdout is not None
        killed.stdin.write("explore\nstatus\n")
        killed.stdin.flush()
        assert any(line.startswith("Practice. HP") for line in killed.stdout)
        killed.kill()

    assert "ann.game" in " ".join(before)
    assert "Practice: nothing is saved or scored." in left
    assert "Practice. HP" in left
    assert "Saved" not in left + lost
    assert before == files(tmp_path)
