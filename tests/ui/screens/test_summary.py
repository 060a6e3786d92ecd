"""How a game ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.cells.canvas import Canvas
from roguelike.cells.input import Button, Mouse
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, Wait
from roguelike.engine.events import Reason
from roguelike.engine.geometry import Direction
from roguelike.engine.scenario import draw
from roguelike.narration.decisions import Choice, Decision
from roguelike.play.ending import Ending
from roguelike.play.perspective import Perspective
from roguelike.play.playback import Playback, retrace
from roguelike.play.requests import Leave, NewGame, ShowEnd, ToTitle, Watch
from roguelike.play.views.film import Film
from roguelike.play.views.history import HistoryPage
from roguelike.play.views.notice import NoticePage
from roguelike.play.views.summary import Summary
from roguelike.play.views.view import Open, Practise
from roguelike.store.listings import Standing
from roguelike.ui.screens.screen import screen_of
from roguelike.ui.screens.summary import GREEN, ORANGE, RED, SummaryScreen
from tests.recordings import record
from tests.watching import spot, watch

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.commands import Command
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.play.views.view import Request


def ended(game: Game, *commands: Command, name: str = "") -> Perspective:
    """Play a game to its end."""
    perspective = Perspective(game, name)
    for command in commands:
        perspective.tell(game.play(command))
    assert game.outcome is not None
    return perspective


def text_of(perspective: Perspective, width: int = 80, height: int = 24, trouble: str = "") -> str:
    """Return the text of the summary."""
    canvas = Canvas(width, height)
    screen_of(Summary(perspective, Ending(trouble))).draw(canvas)
    return canvas.text()


def test_a_win_has_its_figures(fixture_rules: RuleSet) -> None:
    """Outcome, turns, enemies, seed, kills by kind, and the last messages."""
    east, west = Move(Direction.EAST), Move(Direction.WEST)
    text = text_of(ended(draw("mm@m", fixture_rules, seed=7), east, west, west, west))

    assert "You won" in text
    assert "Turns 4   Enemies left 0   Seed 7" in text
    assert "Killed: 3 mice" in text
    assert "Score 150 (30 for kills, 100 for victory, 20 for HP left)" in text
    assert "You have won!" in text
    assert "┤Stage├" in text


def test_a_death_names_its_cause(fixture_rules: RuleSet) -> None:
    """And how many enemies were left."""
    text = text_of(ended(draw("o@T", fixture_rules, hit_points=1), Wait()))

    assert "You died, killed by an orc." in text
    assert "Enemies left 2" in text
    assert "THE ORC KILLS YOU!" in text


def test_a_player_with_a_name_is_called_by_it(fixture_rules: RuleSet) -> None:
    """It is the name that was given on the command line."""
    assert "Urist died, killed by an orc." in text_of(
        ended(draw("o@", fixture_rules, hit_points=1), Wait(), name="Urist")
    )


def test_won_and_died_differ_in_more_than_colour(fixture_rules: RuleSet) -> None:
    """Green and red, and other words."""
    styles = []
    for perspective in (
        ended(draw("o@", fixture_rules, hit_points=1), Wait()),
        ended(draw("@m", fixture_rules), Move(Direction.EAST)),
    ):
        canvas = Canvas(80, 24)
        screen_of(Summary(perspective)).draw(canvas)
        styles.append(canvas.rows[1][2].style)

    assert styles[0].foreground != styles[1].foreground
    assert all(style.bold for style in styles)


@pytest.mark.parametrize(
    ("key", "expected"), [("n", NewGame()), ("enter", ToTitle()), ("t", ToTitle()), ("escape", ToTitle())]
)
def test_there_is_a_way_on(fixture_rules: RuleSet, key: str, expected: object) -> None:
    """A new game, or back to the title."""
    assert expected == Summary(Perspective(draw("@", fixture_rules))).on_key(key)


@pytest.mark.parametrize("key", ["q", "Q"])
def test_there_is_a_way_out(fixture_rules: RuleSet, key: str) -> None:
    """With either letter."""
    assert Leave() == Summary(Perspective(draw("@", fixture_rules))).on_key(key)


def test_the_messages_can_still_be_read(fixture_rules: RuleSet) -> None:
    """The whole history, to find out the mistake."""
    result = Summary(Perspective(draw("@", fixture_rules))).on_key("m")

    assert isinstance(result, Open)
    assert isinstance(result.view, HistoryPage)


@pytest.mark.parametrize(("width", "height"), [(40, 15), (60, 16), (80, 24), (200, 60)])
def test_on_any_screen_the_keys_and_the_frame_are_whole(begin: Callable[..., Game], width: int, height: int) -> None:
    """With any number of kills and messages, no text overlaps the frame."""
    east, west = Move(Direction.EAST), Move(Direction.WEST)
    perspective = ended(begin({(9, 10): "m", (11, 10): "m"}), east, west)
    for name in "abcdefgh":
        perspective.world.tally.kills[f"kind {name}"] = 1
    lines = text_of(perspective, width, height).split("\n")
    inside = " ".join(line.strip("│ ") for line in lines)

    assert "└" + "─" * (width - 2) + "┘" == lines[-1]
    assert all(line[0] == line[-1] == "│" and len(line) == width for line in lines[1:-1])
    for words in ("n) new game", "m) messages", "Enter) title", "q) quit"):
        assert words in inside


@pytest.mark.parametrize(("width", "height"), [(40, 15), (80, 16), (80, 24)])
def test_errors_are_above_the_keys_without_overlap(begin: Callable[..., Game], width: int, height: int) -> None:
    """However many kinds were killed: that the end is not kept is more important."""
    perspective = ended(begin({(11, 10): "m"}), Move(Direction.EAST))
    for name in "abcdefgh":
        perspective.world.tally.kills[f"kind {name} of beasts with a very long name"] = 1
    trouble = "The result is not saved yet: /home/ada/a.game cannot be written."
    lines = text_of(perspective, width, height, trouble).split("\n")
    inside = [line.strip("│ ") for line in lines[1:-1]]
    start = next(row for row, line in enumerate(inside) if line.startswith("The result"))

    assert "└" + "─" * (width - 2) + "┘" == lines[-1]
    assert f"{trouble} n) new game m) messages i) inventory Enter) title q) quit" == " ".join(
        " ".join(inside[start:]).split()
    )


def test_winning_leads_here_after_two_seconds(begin: Callable[..., Game]) -> None:
    """Deaf until then: a repeat of the last attack would begin a new game."""
    watched = watch(begin({(11, 10): "m"}), "l", "n", 1.9, "n", 0.2)

    assert "YOU WON" in watched.after[1].text()
    assert "YOU WON" in watched.after[4].text()
    assert "You won" in watched.after[5].text()


def test_a_death_is_explained_by_the_last_hits(fixture_rules: RuleSet) -> None:
    """Attackers, damage and hit points left; unused items; the plot falls to zero."""
    pack = ["health potion", "fireball scroll", "health potion"]
    text = text_of(ended(draw("#o@#", fixture_rules, hit_points=2, inventory=pack), Wait(), Wait()))

    assert "turn 1: orc -1, HP 2 -> 1" in text
    assert "turn 2: orc -1, HP 1 -> 0" in text
    assert "Unused: 2 health potions, fireball scroll" in text
    assert "HP, turns 0 to 2" in text
    assert " 0│▃▂x" in text


def test_the_plot_has_the_colours_of_the_health_bar(fixture_rules: RuleSet) -> None:
    """And a death is where it ends, in red."""
    waits = [Wait()] * 20
    canvas = Canvas(80, 24)
    screen_of(Summary(ended(draw("#o@#", fixture_rules), *waits))).draw(canvas)
    row = canvas.rows[next(y for y, line in enumerate(canvas.text().split("\n")) if " 0│" in line)]
    colors = [cell.style.foreground for cell in row[5:26]]

    assert [GREEN] * 10 + [ORANGE] * 5 + [RED] * 6 == colors
    assert "x" == row[25].char


def test_refusals_and_notices_are_none_of_the_last_messages(fixture_rules: RuleSet) -> None:
    """They would take the three lines of the last hits; the history has them."""
    perspective = Perspective(draw("#o@#", fixture_rules, hit_points=2))
    for command in (Wait(), *[Move(Direction.EAST)] * 2):
        perspective.tell(perspective.game.play(command))
        perspective.notify(f"Hint {len(perspective.log.entries)}.")
    perspective.say_refusal(Reason.NOTHING_HERE)
    perspective.tell(perspective.game.play(Wait()))
    text = text_of(perspective)

    assert text.index("The orc hits you for 1.") < text.index("THE ORC KILLS YOU!")
    assert all(words not in text for words in ("Hint", "way", "nothing here"))
    assert 4 < len(perspective.log.entries)


def test_80x24_cells_show_the_last_hit_however_much_was_killed_and_carried() -> None:
    """With the map around the player and the keys; the lists come below."""
    rules = load_ruleset("ember")
    pack = [name for name, kind in rules.items.items() if kind.usable][:15]
    perspective = Perspective(draw("#####\n#@o.#\n#####", rules, hit_points=9, inventory=pack))
    perspective.world.tally.kills = dict.fromkeys(list(rules.monsters)[:20], 2)
    while perspective.game.outcome is None:
        perspective.tell(perspective.game.play(Wait()))
    ending = Ending(key="ada-0001", standing=Standing(2, 30, 4, 170))
    canvas = Canvas(80, 24)
    screen_of(Summary(perspective, ending)).draw(canvas)
    text = canvas.text()

    for words in ("killed by an orc", "#@o·#", "AND KILLS YOU!", "q) quit"):
        assert words in text, words
    assert "1-20 of" in text


def test_the_map_shows_where_it_happened_as_the_player_knew_it(fixture_rules: RuleSet) -> None:
    """Unexplored cells stay dark."""
    perspective = ended(draw("#######\n#.o@.##\n#######\n#..T..#\n#######", fixture_rules, hit_points=1), Wait())
    text = text_of(perspective)

    assert "o%" in text
    assert "T" not in text.replace("Turns", "").replace("THE", "").replace("The", "").replace("Title", "")


def test_the_rank_is_among_own_scores_and_among_all(fixture_rules: RuleSet) -> None:
    """Only one of them without other players."""
    perspective = ended(draw("@m", fixture_rules), Move(Direction.EAST))

    def told(standing: Standing) -> str:
        return " ".join(
            "".join(span.text for span in line)
            for line in SummaryScreen(Summary(perspective, Ending(standing=standing))).lines(100)
        )

    assert "rank 2 of 3 (yours), 4 of 17 (all)" in told(Standing(2, 3, 4, 17))
    assert "rank 2 of 3 " in told(Standing(2, 3, 2, 3))
    assert "   gentle rank 2 of 3 " in told(Standing(2, 3, 2, 3, "gentle"))
    assert "rank" not in told(Standing(1, 0, 1, 0))


def test_v_watches_the_last_turns_where_the_game_was_saved(fixture_rules: RuleSet) -> None:
    """The key is named only then."""
    perspective = ended(draw("@m", fixture_rules), Move(Direction.EAST))
    notice = Summary(perspective).on_key("v")

    assert Watch("ada-0001", 20) == Summary(perspective, Ending(key="ada-0001")).on_key("v")
    assert isinstance(notice, Open)
    assert isinstance(notice.view, NoticePage)
    assert "v) last turns" not in text_of(perspective)


def test_a_game_of_several_sittings_gets_the_whole_plot_when_it_was_played_again(fixture_rules: RuleSet) -> None:
    """Until then the title of the plot has its first turn."""
    recorded = record(lambda: draw("#o@##", fixture_rules, hit_points=3), [Wait()] * 3)
    perspective = ended(recorded.game_at(2), Wait())
    summary = Summary(perspective, Ending(retraced=retrace(recorded)))
    before = "\n".join("".join(span.text for span in line) for line in SummaryScreen(summary).lines(76))
    while summary.interval is not None:
        summary.on_tick()
    after = "\n".join("".join(span.text for span in line) for line in SummaryScreen(summary).lines(76))

    assert "HP, turns 2 to 3" in before
    assert "turn 1: " not in before
    assert "HP, turns 0 to 3" in after
    assert "turn 1: orc -" in after


@pytest.mark.parametrize("size", [(80, 24), (40, 15)])
def test_a_click_on_the_words_of_a_key_is_as_good_as_the_key(fixture_rules: RuleSet, size: tuple[int, int]) -> None:
    """On phones a tap; between two of them, and above them, it does nothing."""
    perspective = ended(draw("@m", fixture_rules), Move(Direction.EAST))
    canvas, shown = Canvas(*size), SummaryScreen(Summary(perspective, Ending(key="ada-0001")))
    shown.draw(canvas)

    def click(words: str, right: int = 0) -> Request:
        column, row = spot(canvas, words)
        return shown.on_mouse(Mouse(Button.LEFT, column + right, row))

    assert NewGame() == click("n) new game") == click("n) new game", len("n) new game"))
    assert Watch("ada-0001", 20) == click("v) last turns")
    assert Practise("ada-0001", -20, ShowEnd("ada-0001")) == click("p) practice")
    assert isinstance(click("m) messages"), Open)
    assert isinstance(click("i) inventory"), Open)
    assert ToTitle() == click("Enter) title")
    assert Leave() == click("q) quit", 3)
    assert click("n) new game", len("n) new game") + 1) is None
    assert click("You won") is None


def test_the_last_decisions_are_evaluated_while_they_are_read(fixture_rules: RuleSet) -> None:
    """Bit by bit, once; better choices are green; no key for it where the game cannot be played again."""
    perspective = ended(draw("@m", fixture_rules), Move(Direction.EAST))
    decision = Decision(
        7, 3, 5, 6, 12, Choice("wait", 1), is_the_bots=False, others=(Choice("use the potion", 4, "heal"),)
    )
    summary = Summary(perspective, Ending(decisions=lambda: iter([None, decision])))
    opened = summary.on_key("d")
    assert isinstance(opened, Open)
    page, canvas = opened.view, Canvas(80, 24)
    screen_of(page).draw(canvas)
    assert "trying the alternatives" in canvas.text()
    while page.interval is not None:
        page.on_tick()
    screen_of(page).draw(canvas)
    rows = {row.strip("│ "): number for number, row in enumerate(canvas.text().split("\n"))}

    assert "Turn 7, HP 3, at most 5 lost" in rows
    own, better = (
        canvas.rows[rows[each]][2].style for each in ("1 of 6  You: wait", "4 of 6  Bot: use the potion (heal)")
    )
    assert own.foreground != better.foreground
    assert summary.on_key("d") == opened
    assert "trying" not in canvas.text()
    assert "last decisions" not in text_of(perspective)
    assert Summary(perspective).on_key("d") is None


def test_the_last_turns_are_watched_and_left_again(fixture_rules: RuleSet) -> None:
    """The replay stands above the summary."""
    recorded = record(lambda: draw("#o@#", fixture_rules, hit_points=1), [Wait()])
    asked: list[tuple[str, int]] = []

    def replay(key: str, last_turns: int) -> Film:
        asked.append((key, last_turns))
        return Film(Playback(recorded))

    watched = watch(recorded.make(), ".", 2.5, "v", "q", show_replay=replay)

    assert [("you-0001", 20)] == asked
    assert "step 0/1" in watched.after[3].text()
    assert "Last hits" in watched.last.text()


def test_a_large_screen_has_a_larger_map_and_a_taller_plot(fixture_rules: RuleSet) -> None:
    """They use the spare rows and columns, and no line is longer than the frame."""
    room = "\n".join(["#" * 44, "#" + "." * 20 + "@o" + "." * 20 + "#", *["#" + "." * 42 + "#"] * 14, "#" * 44])
    perspective = ended(draw(room, fixture_rules, hit_points=1), Wait(), Wait())
    small, large = (text_of(perspective, *size).splitlines() for size in ((80, 24), (132, 43)))

    assert [10, 15] == [sum("....." in line for line in text) for text in (small, large)]
    assert [31, 44] == [max(line.count("#") for line in text) for text in (small, large)]
    assert [3, 8] == [sum("│" in line[3:6] for line in text) for text in (small, large)]
    assert {132} == {len(line) for line in large}


@pytest.mark.parametrize("size", [(80, 24), (40, 15)])
def test_the_address_of_the_page_is_above_the_keys(fixture_rules: RuleSet, size: tuple[int, int]) -> None:
    """However far the summary is scrolled; a game without a page has no such line."""
    perspective = ended(draw("o@T", fixture_rules, hit_points=1), Wait())
    canvas = Canvas(*size)
    screen_of(Summary(perspective, Ending(page="https://example.org/games/ann-0001"))).draw(canvas)
    text = canvas.text()
    assert "Page: https://example.org/games/" in " ".join(text.replace("│", "").split())
    assert text.index("Page:") < text.index("n) new game")
    assert "Page:" not in text_of(perspective, *size)
