"""Aiming in `roguebasin`: what may be aimed at, by mouse and by keys, and what ends it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Use
from roguelike.engine.events import ConditionBegan, Reason, Refused
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.message_texts import Text
from roguelike.engine.scenario import draw
from roguelike.ui.input import Button, Mouse
from roguelike.ui.narration import Span
from tests.rulesets.roguebasin_words import CONFUSION, FIREBALL, LIGHT_CYAN, at, carried, field, spans
from tests.watching import cells, spot, watch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.events import AnyEvent
    from roguelike.engine.kinds.ruleset import RuleSet

FIREBALL_PROMPT = "Left-click a target tile for the fireball, or right-click to cancel."
CONFUSION_PROMPT = "Left-click an enemy to confuse it, or right-click to cancel."


@pytest.fixture(scope="module")
def roguebasin() -> RuleSet:
    """Return the rule set, read once."""
    return load_ruleset("roguebasin")


def refusal(events: Sequence[AnyEvent]) -> Reason:
    """Return why a command was refused, which must be all that happened."""
    (event,) = events
    assert isinstance(event, Refused)
    return event.reason


@pytest.mark.rows("R9-6", "R9-9")
@pytest.mark.parametrize(("scroll", "prompt"), [(FIREBALL, FIREBALL_PROMPT), (CONFUSION, CONFUSION_PROMPT)])
def test_an_aim_begins_with_its_prompt(roguebasin: RuleSet, scroll: str, prompt: str) -> None:
    """In light cyan, before anything is chosen."""
    game = draw(field({(3, 0): "o"}), roguebasin, inventory=[scroll])
    canvas = watch(game, "i", "a").last
    flat = " ".join(canvas.text().split())

    assert Text(prompt, LIGHT_CYAN) == roguebasin.items[scroll].prompt
    assert prompt in flat
    assert LIGHT_CYAN == cells(canvas, *spot(canvas, "Left-click"))[0].style.foreground
    assert [scroll] == carried(game)


@pytest.mark.rows("R9-6", "R9-17")
@pytest.mark.parametrize("scroll", [FIREBALL, CONFUSION])
def test_nothing_can_be_aimed_out_of_sight(roguebasin: RuleSet, scroll: str) -> None:
    """Behind a wall or too far to be seen; the scroll is kept."""
    game = draw("@..#o", roguebasin, inventory=[scroll])

    assert Reason.OUT_OF_SIGHT == refusal(game.play(Use(0, Point(4, 0))))
    assert Reason.NEEDS_TARGET == refusal(game.play(Use(0)))
    assert [scroll] == carried(game)


@pytest.mark.rows("R9-9", "R9-17", "R9-1")
@pytest.mark.parametrize(
    ("away", "in_range"),
    [((8, 0), True), ((0, -8), True), ((5, 6), True), ((9, 0), False), ((8, 1), False), ((6, 6), False)],
)
def test_confusion_reaches_as_far_as_eight_cells(
    roguebasin: RuleSet,
    away: tuple[int, int],
    in_range: bool,  # noqa: FBT001 -- pytest gives it by name
) -> None:
    """A straight distance of at most 8; beyond, the reason is given and the scroll is kept."""
    game = draw(field({away: "o"}), roguebasin, inventory=[CONFUSION])
    orc = game.world.level.actors[1]

    events = game.play(Use(0, at(*away)))

    if in_range:
        assert [ConditionBegan(orc.ref, game.world.ruleset.conditions["confused"], 10)] == events
        assert [] == carried(game)
    else:
        assert Reason.OUT_OF_RANGE == refusal(events)
        assert (Span("That is too far away.", (255, 255, 0)),) == spans(roguebasin, events[0])
        assert [CONFUSION] == carried(game)


@pytest.mark.rows("R9-20")
@pytest.mark.parametrize("target", [(0, 0), (1, 1)])
def test_confusion_needs_a_monster_on_the_cell(roguebasin: RuleSet, target: tuple[int, int]) -> None:
    """Neither the player nor an empty cell will do."""
    game = draw(field({(2, 0): "o"}), roguebasin, inventory=[CONFUSION])

    events = game.play(Use(0, at(*target)))

    assert Reason.NOBODY_THERE == refusal(events)
    assert (Span("There is nobody there to confuse.", (255, 255, 0)),) == spans(roguebasin, events[0])
    assert [CONFUSION] == carried(game)


@pytest.mark.rows("R9-9", "R9-10")
def test_confusion_is_aimed_and_does_not_look_for_the_nearest(roguebasin: RuleSet) -> None:
    """The first form of the scroll, which chose for itself, is gone, and its words with it."""
    game = draw(field({(2, 0): "o", (5, 0): "T"}), roguebasin, inventory=[CONFUSION])
    _, orc, troll = game.world.level.actors
    words = {text.template for texts in roguebasin.messages.values() for text in texts.values()}

    game.play(Use(0, troll.at))

    assert not orc.conditions
    assert troll.conditions
    assert roguebasin.items[CONFUSION].aimed
    assert "No enemy is close enough to confuse." not in words


@pytest.mark.rows("R9-18", "R9-19", "R9-21")
@pytest.mark.parametrize("cancel", ["escape", Mouse(Button.RIGHT, 14, 10)])
@pytest.mark.parametrize("scroll", [FIREBALL, CONFUSION])
def test_escape_and_the_right_button_cancel(roguebasin: RuleSet, scroll: str, cancel: str | Mouse) -> None:
    """Even on a target: nothing is used, no time passes, nothing is said, and the game goes on."""
    game = draw(field({(2, 0): "o"}), roguebasin, inventory=[scroll])
    digest = game.digest()
    watched = watch(game, "i", "a", cancel)

    assert digest == game.digest()
    assert "AIM" in watched.after[2].text()
    assert "AIM" not in watched.last.text()
    assert watched.last.text().count("Left-click") == 1


@pytest.mark.rows("R9-16")
def test_keys_of_the_game_do_nothing_while_aiming(roguebasin: RuleSet) -> None:
    """Neither at once nor when the aim is over."""
    game = draw("@..o", roguebasin, inventory=[FIREBALL])
    digest = game.digest()
    watched = watch(game, "i", "a", *"gdi.5x,", "escape")

    assert digest == game.digest()
    assert "Item├" not in watched.last.text()
    assert "AIM" not in watched.last.text()


@pytest.mark.rows("R9-15")
def test_the_menu_is_gone_while_aiming_and_the_panel_names_what_is_under_the_mouse(roguebasin: RuleSet) -> None:
    """Wherever the mouse goes."""
    game = draw(field({(2, 0): "o", (4, 0): "T"}), roguebasin, inventory=[FIREBALL])
    moves = [Mouse(Button.MOVE, 14, 10), Mouse(Button.MOVE, 16, 10), Mouse(Button.MOVE, 13, 10)]
    watched = watch(game, "i", "a", *moves)
    hit_points = ["HP 10/10", "HP 16/16", "HP"]

    assert "Item├" in watched.after[1].text()
    assert "Item├" not in watched.after[2].text()
    assert [True, True, False] == [
        text in canvas.text() for text, canvas in zip(hit_points, watched.after[3:], strict=True)
    ]


@pytest.mark.rows("R9-17", "R9-18")
def test_a_click_out_of_sight_keeps_aiming_and_says_why(roguebasin: RuleSet) -> None:
    """The next one, in view, is accepted."""
    game = draw("@...#o#\n....###", roguebasin, inventory=[FIREBALL])
    watched = watch(game, "i", "a", Mouse(Button.LEFT, 5, 0), Mouse(Button.LEFT, 2, 1))

    assert "You cannot see that place." in watched.after[3].text()
    assert "AIM" in watched.after[3].text()
    assert "AIM" not in watched.after[4].text()
    assert "The fireball explodes" in watched.after[4].text()
    assert 18 == game.world.player.hit_points


@pytest.mark.rows("R9-17", "R9-20")
def test_confusion_is_aimed_until_a_monster_is_clicked(roguebasin: RuleSet) -> None:
    """The player, an empty cell and one too far away are refused one after the other."""
    game = draw(field({(2, 0): "o", (9, 0): "o"}), roguebasin, inventory=[CONFUSION])
    clicks = [Mouse(Button.LEFT, x, 10) for x in (12, 13, 21, 14)]
    watched = watch(game, "i", "a", *clicks)

    assert [True, True, True, False] == ["AIM" in canvas.text() for canvas in watched.after[3:]]
    assert "There is nobody there to confuse. (x2)" in watched.last.text()
    assert "That is too far away." in watched.last.text()
    assert "The eyes of the orc look vacant" in watched.last.text()
    assert [] == carried(game)


@pytest.mark.rows("R9-22")
def test_one_can_aim_without_a_mouse(roguebasin: RuleSet) -> None:
    """The cursor begins on the nearest monster; Tab, the arrows and Enter do the rest."""
    game = draw(field({(2, 0): "o", (4, 0): "T"}), roguebasin, inventory=[CONFUSION, FIREBALL])
    watch(game, "i", "a", "tab", "enter", "i", "a", *["right"] * 4, "enter")
    level = game.world.level

    assert ["player", "orc", "troll"] == [actor.kind.name for actor in level.actors]
    assert [30, 10, 4] == [actor.hit_points for actor in level.actors]
    assert 10 == level.actors[2].conditions["confused"].left
