"""How a session keeps games: what is written down and when, what happens when that fails, how games go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from roguelike.cells.input import Button, HangUp, Mouse
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, Use, Wait
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.observation import moment, observe
from roguelike.engine.scenario import draw
from roguelike.narration.narrator import NOTICE
from roguelike.play.new_game import NewGameDefaults, RuleChoice
from roguelike.play.playback import Playback
from roguelike.play.requests import Begin, Continue
from roguelike.play.views.film import Film
from roguelike.session import Session
from roguelike.store.errors import StoreError
from roguelike.store.listings import SavedGame
from roguelike.store.port import Lead, Retold
from tests.fixture_rules import make_fixture_rules
from tests.library_fixtures import OTHER, few_games, noon
from tests.memory import Memory
from tests.recordings import record
from tests.watching import Ahead, Deed, FakeLibrary, Watched, make_lobby, show, spot, watch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.cells.input import Input
    from roguelike.engine.game import Game
    from roguelike.play.views.view import Request, View

FIXTURE_RULES = make_fixture_rules(load_ruleset("classic"))
FULL = "/home/ada/games/you.game cannot be written: No space left on device."
EAST = Move(Direction.EAST)

HALL = """
    ##############################
    #............................#
    #.@..........................#
    #............................#
    #.................T..........#
    ##############################
"""
LAUNCH: tuple[Deed, ...] = ("i", Ahead(["c", "enter"]), Mouse(Button.LEFT, 14, 2))
PLAY: tuple[Deed, ...] = ("n", "enter")


def hall() -> Game:
    """Return a game with something to launch."""
    return draw(HALL, FIXTURE_RULES, inventory=["confusion scroll", "confusion scroll"])


def library(picture: str = HALL, **failing: Sequence[str]) -> FakeLibrary:
    """Return a library whose games are all like this, and which fails with these sentences."""
    inventory = ["confusion scroll", "confusion scroll"]
    sentences = {what.replace("_", " "): list(them) for what, them in failing.items()}
    return FakeLibrary(
        lambda: started(draw(picture, FIXTURE_RULES, inventory=inventory, hit_points=9)), failing=sentences
    )


def started(game: Game) -> Game:
    """Return a game that has announced its beginning, as new ones do."""
    game.world.in_view = frozenset()
    game.start()
    return game


def play(store: FakeLibrary, *deeds: Deed, start: Request = None, at_title: bool = False) -> Watched:
    """Play a game of the library."""
    return watch(store.make, *deeds, library=store, start=start, at_title=at_title, settings_store=Memory())


def test_a_command_is_written_down_before_it_is_done() -> None:
    """A player who pulls the plug after seeing the result finds the command done."""
    store = library()
    watched = play(store, "l", ".")
    (kept,) = store.plays

    assert [EAST, Wait()] == kept.written
    assert store.make().digest() == kept.before[0]
    assert kept.before[0] != kept.before[1]
    assert 2 == kept.game.world.turn
    assert (3, 2) == spot(watched.last, "@")


def test_a_command_that_cannot_be_written_down_is_not_done() -> None:
    """The world stays as it was drawn, one line says why, and when there is room again the same key works."""
    store = library(append=["", FULL])
    watched = play(store, "l", "l", "l")
    (kept,) = store.plays
    refused = watched.after[2]

    assert [(3, 2), (3, 2), (4, 2)] == [spot(canvas, "@") for canvas in watched.after[1:]]
    assert "Turn 1" in refused.text()
    x, y = spot(refused, "Not done")
    words = refused.text()[refused.text().index("Not done") :].split()
    assert f"Not done: {FULL} Try again.".split() == words
    assert NOTICE == refused.rows[y][x].style.foreground
    assert 2 == len(kept.written)


def test_what_was_typed_ahead_is_forgotten_when_a_command_cannot_be_written_down() -> None:
    """The player decides again, and reads one error, not forty."""
    store = library(append=[FULL, ""])
    watched = play(store, Ahead("llll"))

    assert (2, 2) == spot(watched.last, "@")
    assert [] == store.plays[0].written
    assert "x2" not in watched.last.text()


def test_commands_held_in_a_flight_are_forgotten_when_one_cannot_be_written_down() -> None:
    """They were meant to follow the command that was not done."""
    store = library(append=["", FULL])
    watched = play(store, *LAUNCH, 0.1, "l", "j", "j", 1.0)

    assert 1 == len(store.plays[0].written)
    assert (2, 2) == spot(watched.last, "@")


@pytest.mark.parametrize("deeds", [("i", "c", "enter", "enter"), ("d", "c")])
def test_a_menu_stays_open_when_its_command_cannot_be_written_down(deeds: tuple[Deed, ...]) -> None:
    """What was chosen is still chosen: once more is one key, and the item is still carried."""
    store = library(append=[FULL])
    watched = play(store, *deeds)
    again = play(store, *deeds, deeds[-1], 1.0)

    assert "Not done" in watched.last.text()
    assert watched.last.text() != play(library(), ".").last.text()
    assert 2 == sum(item is not None for item in store.plays[0].game.world.player.inventory.slots)
    assert 1 == len(store.plays[1].written)
    assert again.hung_up


def test_what_flies_is_no_command_and_what_it_forbids_is_not_written_down() -> None:
    """A command is written down when it is done: those that wait for a landing after it, those refused never."""
    store = library()
    play(store, *LAUNCH, "l", 0.1, "d", "c", 1.0, "escape", "j")
    (kept,) = store.plays

    assert [Use(0, Point(14, 2)), Move(Direction.EAST), Move(Direction.SOUTH)] == kept.written


ENDINGS: dict[str, tuple[Deed, ...]] = {
    "quit": ("Q", "enter"),
    "title": ("Q", "down", "enter", "q"),
    "hang-up": (HangUp(),),
    "title and another game": ("Q", "down", "enter", *PLAY, HangUp()),
}


@pytest.mark.parametrize("name", ENDINGS)
def test_however_a_game_is_left_it_is_closed_once(name: str) -> None:
    """The last blow was shown, so it must be in the last snapshot."""
    store = library("#@m..T#")
    play(store, "l", *ENDINGS[name])

    assert {("closed",)} == {tuple(kept.endings) for kept in store.plays}


PROMPTS: list[tuple[Deed, ...]] = [
    (),
    ("i",),
    ("i", "c"),
    ("i", "c", "enter"),
    ("d",),
    ("x",),
    ("m",),
    ("?",),
    ("Q",),
    ("Q", "?"),
    LAUNCH,
    (*LAUNCH, 0.1, "l", "l"),
    (*LAUNCH, "m"),
]


@pytest.mark.parametrize("deeds", PROMPTS)
def test_a_line_that_drops_at_any_prompt_or_in_mid_flight_closes_the_game(deeds: tuple[Deed, ...]) -> None:
    """Nothing can be undone by pulling the plug, and nobody has to answer first; what was held is not done."""
    store = library()
    watched = play(store, "l", *deeds, HangUp(), "l")
    (kept,) = store.plays

    assert ["l"] == watched.script
    assert ["closed"] == kept.endings
    assert 1 + (deeds[: len(LAUNCH)] == LAUNCH) == len(kept.written)


FORMS: list[tuple[Deed, ...]] = [(), ("n",), ("n", "up", "x"), ("c",), ("c", "c"), ("s",), ("r",), ("h",), ("n", "f1")]


@pytest.mark.parametrize("deeds", FORMS)
def test_a_line_that_drops_before_a_game_ends_it_all(deeds: tuple[Deed, ...]) -> None:
    """Nothing is begun by it."""
    store = few_games(hall)
    watched = play(store, *deeds, HangUp(), "l", at_title=True)

    assert ["l"] == watched.script
    assert [] == [game for game in store.asked if game != ("resume", "mona")]  # which cannot be read
    assert [] == store.plays


class Interrupted(Watched):
    """A display on which the player presses Ctrl-C when the script is at its end, or the program fails."""

    error: type[BaseException] = KeyboardInterrupt

    def read(self, timeout: float | None) -> Input | None:
        """Do as the script says, then raise."""
        if not self.script and not self._waiting:
            raise self.error
        return super().read(timeout)


def test_ctrl_c_saves_the_game() -> None:
    """Leaving so loses nothing."""
    store = library()
    with pytest.raises(KeyboardInterrupt):
        show(Interrupted(["l", "g"]), Session(Begin("you", ""), make_lobby(hall, library=store)))

    assert ["closed"] == store.plays[0].endings


def test_a_defect_leaves_the_game_as_it_was_written() -> None:
    """The world may be half-done: what is in the journal counts, and no picture of that is taken."""
    store, display = library(), Interrupted(["l", "g"])
    display.error = ZeroDivisionError
    with pytest.raises(ZeroDivisionError):
        show(display, Session(Begin("you", ""), make_lobby(hall, library=store)))

    assert ["released"] == store.plays[0].endings


@pytest.mark.parametrize(
    ("picture", "key", "outcome", "cause", "kills"),
    [("#o@#", ".", "died", "killed by an orc", 0), ("#@m#", "l", "won", "", 1)],
)
def test_the_end_of_a_game_is_written_down_at_once(
    picture: str, key: str, outcome: str, cause: str, kills: int
) -> None:
    """A line that drops on the death screen does not undo the death; and it is written down once."""
    store = FakeLibrary(lambda: draw(picture, FIXTURE_RULES, hit_points=1))
    play(store, key, HangUp())
    play(store, key, 2.5, "q")
    assert [["closed"], ["seen", "closed"]] == [kept.endings for kept in store.plays]
    for kept in store.plays:
        (account,) = kept.accounts

        assert outcome in account.text
        assert cause == account.cause
        assert f"Killed: {kills}" in account.text


def test_an_end_in_mid_flight_is_written_down_too() -> None:
    """The stone arrives by itself."""
    store = FakeLibrary(lambda: draw("#@...........s#", FIXTURE_RULES, hit_points=1))
    play(store, ".", "m", 1.0, HangUp())

    assert ["killed by a slinger with a stone"] == [account.cause for account in store.plays[0].accounts]


def test_an_end_that_cannot_be_written_down_is_told_and_tried_again() -> None:
    """The summary says so; leaving it tries again, and says nothing more when that works."""
    store = FakeLibrary(lambda: draw("#o@#", FIXTURE_RULES, hit_points=1), failing={"finish": [FULL]})
    watched = play(store, ".", 2.5, "t")
    summary, title = (" ".join(canvas.text().replace("│", " ").split()) for canvas in watched.after[-2:])

    assert f"The result is not saved yet: {FULL}" in summary
    assert "New game" in title
    assert "not written" not in title
    assert 1 == len(store.plays[0].accounts)
    assert ["seen", "closed"] == store.plays[0].endings  # it was, before it was written down


def test_an_end_that_cannot_be_written_down_at_all_is_told_above_the_title() -> None:
    """The player knows that the game will be there, in its last moment."""
    store = FakeLibrary(lambda: draw("#o@#", FIXTURE_RULES, hit_points=1), failing={"finish": [FULL] * 9})
    watched = play(store, ".", 2.5, "t", "enter")

    assert "┤Notice├" in watched.after[-2].text()
    assert "The result is not saved yet" in watched.after[-2].text()
    assert "New game" in watched.last.text()
    assert ["closed"] == store.plays[0].endings


def test_a_game_that_is_not_kept_any_more_is_told_above_the_title() -> None:
    """Its file was taken away while it was played: the player must not believe that it is saved."""
    store = library()
    store.resumed = {"lost": FULL}
    watched = play(store, "Q", "down", "enter", start=Continue("you"))

    assert f"This game is not being saved: {FULL}" in " ".join(watched.last.text().replace("│", " ").split())


@pytest.mark.parametrize("size", [(40, 15), (41, 15), (80, 24)])
def test_a_summary_with_trouble_keeps_its_frame_and_its_keys(size: tuple[int, int]) -> None:
    """However small the screen and long the path."""
    store = FakeLibrary(
        lambda: draw("#o@#", FIXTURE_RULES, hit_points=1), failing={"finish": ["/home" * 60 + FULL] * 9}
    )
    lines = watch(store.make, ".", 2.5, library=store, size=size).last.text().split("\n")

    assert "└" + "─" * (size[0] - 2) + "┘" == lines[-1]
    assert all(line[0] == line[-1] == "│" and len(line) == size[0] for line in lines[1:-1])
    assert "You died, killed by an orc." in lines[1]
    assert "n) new game" in " ".join(lines)
    assert "q) quit" in " ".join(lines)


def lead() -> Lead:
    """Return what a loaded game tells first: a blow."""
    game = draw("#@m.T#", FIXTURE_RULES)
    before = moment(game.world, observe(game.world))
    events = game.play(EAST)
    return Lead(before, [Retold(events, moment(game.world, observe(game.world)))])


def test_a_game_goes_on_where_it_was_left() -> None:
    """It has its log, its later commands, and notices about the file, which stand out."""
    store = library()
    store.resumed = {
        "lead": lead(),
        "told_after": 7,
        "past": [EAST, EAST, Wait()],
        "notices": ["A damaged snapshot was passed over."],
    }
    watched = play(store, "m", "escape", "j", HangUp(), start=Continue("alice"))
    (kept,) = store.plays
    opened, history = watched.after[:2]

    assert [("resume", "alice")] == store.asked
    assert (4, 2) == spot(opened, "@")
    assert "Turn 3" in opened.text()
    assert spot(history, "...")[1] + 1 == spot(history, "You kill the mouse!")[1]
    x, y = spot(opened, "A damaged snapshot was passed over.")
    assert NOTICE == opened.rows[y][x].style.foreground
    assert [Move(Direction.SOUTH)] == kept.written


def test_a_game_that_goes_on_before_anything_was_done_tells_its_beginning() -> None:
    """The messages that were shown then must not be missing."""
    store = library()
    begun, resumed = play(store, ".").after[0], play(store, ".", start=Continue("you")).after[0]

    assert "The game begins." in resumed.text()
    assert begun.text() == resumed.text()


def test_what_happened_before_does_not_flash() -> None:
    """A fireball of last week is no news."""
    store = FakeLibrary(lambda: draw("#@...T#", FIXTURE_RULES, inventory=["fireball scroll"]))
    store.resumed = {"past": [Use(0, Point(4, 0))]}
    watched = play(store, "f5", start=Continue("you"))

    assert "The fireball bursts!" in watched.last.text()
    assert [None, None] == watched.waits


def test_a_game_that_was_over_when_the_power_failed_comes_to_its_end_again() -> None:
    """Then it is put with the finished ones."""
    store = FakeLibrary(lambda: draw("#o@#", FIXTURE_RULES, hit_points=1))
    store.resumed = {"past": [Wait()]}
    watched = play(store, 2.5, "q", start=Continue("you"))

    assert "YOU DIED" in watched.after[0].text()
    assert "killed by an orc" in watched.after[1].text()
    assert ["killed by an orc"] == [account.cause for account in store.plays[0].accounts]


def test_a_game_that_does_not_come_out_as_it_did_is_left_as_it_is() -> None:
    """A world that is wrong must not be written over one that may be mended."""
    store = library(catch_up=["", "you.game cannot be read: command 2 does not fit the world."])
    store.resumed = {"past": [EAST, EAST, EAST]}
    store.games = [SavedGame("you", "Stage", 3, noon(1))]
    watched = play(store, "c", "enter", at_title=True)

    assert "You.game cannot be read: command 2 does not fit the world." in watched.after[1].text()
    assert "> c) Continue: you" in watched.last.text()
    assert ["released"] == store.plays[0].endings


@pytest.mark.parametrize(("what", "deeds"), [("begin", PLAY), ("resume", ("c",)), ("saved", ()), ("scores", ("s",))])
def test_what_the_library_cannot_do_is_told_in_a_notice(what: str, deeds: tuple[Deed, ...]) -> None:
    """All of the sentence, and Enter leads back to where one can choose."""
    store = library()
    store.failing[what] = [FULL]
    store.games = [SavedGame("alice", "Stage", 3, noon(1))]
    watched = play(store, *deeds, "enter", at_title=True)

    assert "┤Notice├" in watched.after[-2].text()
    assert FULL in watched.after[-2].text()
    assert "r o g u e l i k e" in watched.last.text()


def test_why_a_game_cannot_be_gone_on_with_is_asked_each_time() -> None:
    """The one who played it may have left meanwhile, and nobody should have to start the program again for that."""
    store = few_games(hall)
    store.games = [SavedGame("bob", "Classic", 3, noon(7))]
    store.failing["resume"] = ["the game bob is being played by process 4711."]
    refused = play(store, "c", at_title=True)
    assert "The game bob is being played by process 4711." in refused.last.text()

    store.failing["resume"] = ["the game bob is being played by process 4711.", ""]
    watched = play(store, "c", "enter", "c", at_title=True)

    assert [("resume", "bob")] * 3 == store.asked
    assert "Turn 0" in watched.last.text()


@pytest.mark.parametrize("start", [Begin("you", "stage"), Continue("you")])
def test_a_game_that_cannot_be_started_from_the_command_line_is_told_there(start: Request) -> None:
    """There is no title to go back to."""
    store = library(begin=[FULL], resume=[FULL])
    with pytest.raises(StoreError, match="No space left on device"):
        play(store, start=start)


def test_a_new_game_that_cannot_be_begun_after_another_leads_to_the_title() -> None:
    """From the summary, too."""
    store = FakeLibrary(lambda: draw("#@m#", FIXTURE_RULES), failing={"begin": ["", FULL]})
    watched = play(store, "l", 2.5, "n", "enter")

    assert FULL in watched.after[-2].text()
    assert "New game" in watched.last.text()


def test_the_form_asks_the_library_for_just_that_game_and_the_next_form_remembers() -> None:
    """The name and the rule set are the next ones, too; a seed is for one game."""
    store = FakeLibrary(hall)
    typed: list[Deed] = ["n", "right", "up", "7", "up", "right", "up", "X", "down", "down", "down", "enter"]
    watched = watch(
        hall,
        *typed,
        "Q",
        "down",
        "enter",
        "n",
        library=store,
        others=[OTHER],
        at_title=True,
        wishes=NewGameDefaults("Ada", 42),
    )

    assert [("begin", "AdaX", "other", 427)] == store.asked
    assert "[AdaX" in watched.last.text()
    assert "< Other Rules >" in watched.last.text()
    assert "[427" not in watched.last.text()


def test_another_game_like_the_last_has_a_fresh_seed() -> None:
    """From the summary, in one key."""
    store = FakeLibrary(lambda: draw("#@m#", FIXTURE_RULES))
    play(store, "l", 2.5, "n", start=Begin("Ada", "stage", 5))

    assert [("begin", "Ada", "stage", 5), ("begin", "Ada", FIXTURE_RULES.name, None)] == store.asked


def test_another_game_like_one_that_was_gone_on_with_is_of_that_name_and_rule_set() -> None:
    """Though the program was started for another."""
    rules = attrs.evolve(FIXTURE_RULES, name="hers")
    store = FakeLibrary(lambda: draw("#@m#", rules))
    hers = RuleChoice("hers", "Hers", "")
    watched = watch(hall, "l", 2.5, "n", library=store, start=Continue("Ada"), others=[OTHER, hers])

    assert [("resume", "Ada"), ("begin", "Ada", "hers", None)] == store.asked
    assert "Turn 0" in watched.last.text()


def test_a_game_that_is_in_the_way_is_set_aside_before_another_is_begun() -> None:
    """Only when the player says so; Escape goes back to the form, and Continue goes on with it."""
    for keys, expected in {
        ("n",): [("set aside", "alice"), ("begin", "alice", FIXTURE_RULES.name, None)],
        ("c",): [("resume", "alice")],
        ("escape",): [],
        ("b",): [],
    }.items():
        store = few_games(hall)
        watched = play(store, "n", "up", "up", "up", "ctrl_u", *"alice", "up", "enter", *keys, at_title=True)

        assert expected == store.asked
        assert ("A new game" in watched.last.text()) == (not expected)


def test_where_a_game_that_could_not_be_read_is_now_is_told_in_the_new_one() -> None:
    """Whoever looks for it later should know; the new game is begun all the same."""
    store = few_games(hall)
    store.unread = "The game of alice could not be read: it is elsewhere now."
    watched = play(store, "n", "up", "up", "up", "ctrl_u", *"alice", "up", "enter", "n", at_title=True)

    assert [("set aside", "alice"), ("begin", "alice", FIXTURE_RULES.name, None)] == store.asked
    assert "it is elsewhere now." in watched.last.text()
    assert "Turn 0" in watched.last.text()


def test_a_game_that_cannot_be_set_aside_is_not_replaced() -> None:
    """The one who plays it at this moment would lose it."""
    store = few_games(hall)
    store.failing["set aside"] = ["the game bob is being played by process 4711."]
    watched = play(store, "n", "up", "up", "up", "ctrl_u", *"bob", "up", "enter", "n", at_title=True)

    assert [("set aside", "bob")] == store.asked
    assert "The game bob is being played by process 4711." in watched.last.text()


def test_a_replay_is_watched_by_its_key_above_the_list() -> None:
    """Leaving it leads back to the list."""
    asked: list[str] = []

    def open_screen(key: str, _: int) -> View:
        asked.append(key)
        return Film(Playback(record(hall, [EAST] * 3)))

    store = few_games(hall)
    watched = watch(hall, "r", "b", " ", 0.3, "q", library=store, at_title=True, show_replay=open_screen)

    assert "Replay: turn 1, step 1/3, 4 steps/s" in watched.after[4].text()
    assert "┤Replays├" in watched.last.text()
    assert ["alice-0001"] == asked


def test_a_replay_that_cannot_be_watched_says_why() -> None:
    """And the list is still there."""

    def fail(key: str, _: int) -> View:
        raise StoreError(f"{key}.game cannot be read: it is damaged.")

    watched = watch(hall, "r", "a", "enter", library=few_games(hall), at_title=True, show_replay=fail)

    assert "Alice-0002.game cannot be read: it is damaged." in watched.after[2].text()
    assert "┤Replays├" in watched.last.text()


def test_without_any_finished_game_the_list_says_so() -> None:
    """An empty box would say nothing."""
    assert "No finished games yet." in play(library(), "r", at_title=True).last.text()
    assert "No scores yet." in play(library(), "s", at_title=True).last.text()


ARENA = """
    ##############
    #o..?......T.#
    #.@.!...s....#
    #....m.......#
    ##############
"""
ALL = ["health potion", "fireball scroll", "confusion scroll", "lightning scroll", "pebble"]
DEEDS = st.one_of(
    st.sampled_from([*"hjklyubn.gidxm?Qgab", "enter", "escape", "tab"]),
    st.sampled_from(["i", "i", "b", "enter", "."]),
    st.sampled_from([0.01, 0.05, 0.5]),
    st.builds(Mouse, st.just(Button.LEFT), st.integers(0, 20), st.integers(0, 6)),
)


@example(["i", "b", "n"], [], 9)
@given(st.lists(DEEDS, max_size=40), st.lists(st.sampled_from(["", "", "", FULL]), max_size=40), st.integers(1, 30))
@settings(max_examples=150)
def test_what_is_written_down_is_what_was_done(deeds: list[Deed], failures: list[str], hit_points: int) -> None:
    """Whatever a person does, whatever fails: the commands in the journal alone lead to the world that was shown."""

    def make() -> Game:
        return draw(ARENA, FIXTURE_RULES, inventory=ALL, hit_points=hit_points)

    store = FakeLibrary(make, failing={"append": failures})
    play(store, *deeds)
    for kept in store.plays:
        again = make()
        for command, before in zip(kept.written, kept.before, strict=True):
            assert again.digest() == before
            again.play(command)
        was_over = kept.game.outcome is not None
        while kept.game.in_flight:
            kept.game.tick()

        assert again.digest() == kept.game.digest()
        assert ["closed"] == [ending for ending in kept.endings if ending != "seen"]
        assert was_over == len(kept.accounts)
