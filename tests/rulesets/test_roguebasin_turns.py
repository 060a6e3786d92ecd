"""Blows, deaths and what is carried in `roguebasin`, which of it takes a turn, and all that is ever said."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Drop, Move, PickUp, Use, Wait
from roguelike.engine.events import (
    Bumped,
    CameIntoView,
    Died,
    Dropped,
    Moved,
    PickedUp,
    Reason,
    Refused,
    Struck,
    TurnEnded,
)
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.ruleset import InventoryShape, TurnCosts
from roguelike.engine.kinds.stats import Stats
from roguelike.engine.scenario import draw
from roguelike.ui.narration import PLAIN, Narrator, Span
from tests.rulesets.roguebasin_words import (
    CONFUSION,
    DARK_RED,
    FIREBALL,
    GREEN,
    LIGHT_BLUE,
    LIGHT_GREEN,
    LIGHT_VIOLET,
    ORANGE,
    ORC,
    POTION,
    RED,
    VIOLET,
    WHITE,
    YELLOW,
    spans,
    underfoot,
)
from tests.watching import watch

if TYPE_CHECKING:
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.kinds.actors import ActorKind
    from roguelike.engine.kinds.ruleset import RuleSet


@pytest.fixture(scope="module")
def roguebasin() -> RuleSet:
    """Return the rule set, read once."""
    return load_ruleset("roguebasin")


def hall() -> str:
    """Return the picture of a hall that is wide enough for a menu on it."""
    return "\n".join(["." * 60] * 15 + ["." * 10 + "@" + "." * 49] + ["." * 60] * 20)


@pytest.mark.rows("R9-32")
@pytest.mark.parametrize(("glyph", "given", "taken"), [("o", 5, 1), ("T", 4, 2)])
def test_a_blow_does_the_power_less_the_defence(roguebasin: RuleSet, glyph: str, given: int, taken: int) -> None:
    """Without chance, and the monster strikes back."""
    game = draw(f"@{glyph}", roguebasin)
    player, monster = game.world.level.actors

    events = game.play(Move(Direction.EAST))

    assert [Struck(player.ref, monster.ref, given), Struck(monster.ref, player.ref, taken), TurnEnded(1)] == events


@pytest.mark.rows("R9-32", "P-R4")
def test_blows_are_told_in_white_with_a_capital(roguebasin: RuleSet) -> None:
    """With or without effect, fatal or not; the names in their own colours."""
    orc = roguebasin.monsters["orc"]
    tough = attrs.evolve(orc, stats=Stats(damage=2, defence=5))
    you, it = Span("Player", WHITE, bold=True), Span("Orc", ORC, bold=True)
    target, at_you = Span("orc", ORC, bold=True), Span("player", WHITE, bold=True)

    def blows(kind: ActorKind, turns: int = 1, hit_points: int | None = None) -> list[tuple[Span, ...]]:
        rules = attrs.evolve(roguebasin, monsters={"orc": kind})
        game = draw("@o", rules, hit_points=hit_points)
        events = [event for _ in range(turns) for event in game.play(Move(Direction.EAST))]
        return [spans(rules, event) for event in events if isinstance(event, Struck)]

    def hit(start: Span, end: Span, damage: int) -> tuple[Span, ...]:
        return (start, Span(" attacks "), end, Span(" for "), Span(str(damage)), Span(" hit points."))

    assert [hit(you, target, 5), hit(it, at_you, 1), hit(you, target, 5)] == blows(orc, 2)
    assert [hit(you, target, 5), hit(it, at_you, 1)] == blows(orc, hit_points=1)
    assert [
        (start, Span(" attacks "), end, Span(" but it has no effect!")) for start, end in ((you, target), (it, at_you))
    ] == blows(tough)
    assert WHITE == PLAIN


@pytest.mark.rows("R9-34", "P-R4")
def test_a_monster_dies_in_orange_and_leaves_its_remains(roguebasin: RuleSet) -> None:
    """A dark red sign that lies under everything and is in nobody's way, and cannot be carried off."""
    game = draw("@o.", roguebasin)
    orc = game.world.level.actors[1]
    orc.hit_points = 5

    events = game.play(Move(Direction.EAST))
    game.play(Move(Direction.EAST))

    assert Died(orc.ref, Point(1, 0), game.world.player.ref) == events[1]
    assert (Span("Orc", ORC, bold=True), Span(" is dead!", ORANGE)) == spans(roguebasin, events[1])
    assert ["remains of orc"] == underfoot(game)
    remains = game.world.level.items_at(Point(1, 0))[0].kind
    assert Glyph("%", DARK_RED) == remains.glyph
    assert [Refused(Reason.NOTHING_HERE)] == game.play(PickUp())


@pytest.mark.rows("R9-34")
def test_the_player_dies_in_red_and_every_key_is_dead(roguebasin: RuleSet) -> None:
    """The remains are dark red like all others; nothing more can be done."""
    game = draw("@o", roguebasin, hit_points=1)
    player = game.world.player

    events = game.play(Wait())

    assert [Struck, Died] == [type(event) for event in events]
    assert (Span("You died!", RED),) == spans(roguebasin, events[1])
    assert ["remains of player"] == underfoot(game)
    assert Glyph("%", DARK_RED) == game.world.level.items_at(player.at)[0].kind.glyph
    for command in (Move(Direction.EAST), Wait(), PickUp(), Use(0), Drop(0)):
        assert [Refused(Reason.GAME_OVER)] == game.play(command)


@pytest.mark.rows("R9-34")
def test_the_screen_of_the_dead_hears_no_key(roguebasin: RuleSet) -> None:
    """It stays as it is until its time is up."""
    watched = watch(draw("@o", roguebasin, hit_points=1), ".", "left", "i", "g", "x", "enter")

    assert "You died!" in watched.after[1].text()
    assert {watched.after[1].text()} == {canvas.text() for canvas in watched.after[1:]}


def test_only_steps_blows_walls_and_waiting_take_a_turn(roguebasin: RuleSet) -> None:
    """As the loaded rule set has it."""
    expected = TurnCosts(move=True, bump=True, wait=True, pick_up=False, drop=False, use=False, launch=False)

    assert expected == roguebasin.turns


@pytest.mark.rows("R9-29")
def test_walking_into_a_wall_takes_a_turn(roguebasin: RuleSet) -> None:
    """The monsters act, and nothing is said."""
    game = draw("#@o", roguebasin)
    player, orc = game.world.level.actors

    events = game.play(Move(Direction.WEST))

    assert [Bumped(player.ref), Struck(orc.ref, player.ref, 1), TurnEnded(1)] == events
    assert Narrator(roguebasin).tell(events[0]) is None


@pytest.mark.rows("R9-28", "R9-30")
def test_picking_up_takes_no_turn_and_is_told_in_green(roguebasin: RuleSet) -> None:
    """The orc beside the player does not strike."""
    game = draw("@!o", roguebasin)
    game.play(Move(Direction.EAST))
    player, turn = game.world.player, game.world.turn

    events = game.play(PickUp())

    assert [PickedUp(player.ref, roguebasin.items[POTION], 0)] == events
    assert turn == game.world.turn
    assert (Span("You picked up a ", GREEN), Span(POTION, VIOLET, bold=True), Span("!", GREEN)) == spans(
        roguebasin, events[0]
    )


@pytest.mark.rows("R9-30")
def test_a_full_inventory_is_told_in_red(roguebasin: RuleSet) -> None:
    """26 items are all that can be carried."""
    game = draw("@!", roguebasin, inventory=[POTION] * 26)
    game.play(Move(Direction.EAST))

    events = game.play(PickUp())

    assert [Refused(Reason.INVENTORY_FULL, roguebasin.items[POTION])] == events
    assert (
        Span("Your inventory is full, cannot pick up ", RED),
        Span(POTION, VIOLET, bold=True),
        Span(".", RED),
    ) == spans(roguebasin, events[0])
    assert [POTION] == underfoot(game)
    assert InventoryShape(slots=26, compact=True) == roguebasin.inventory


@pytest.mark.rows("R9-30")
def test_one_slot_is_enough_to_pick_up(roguebasin: RuleSet) -> None:
    """The 26th item still goes in."""
    game = draw("@!", roguebasin, inventory=[POTION] * 25)
    game.play(Move(Direction.EAST))

    game.play(PickUp())

    assert game.world.player.inventory.is_full


@pytest.mark.rows("R9-30")
def test_where_nothing_lies_nothing_is_said(roguebasin: RuleSet) -> None:
    """Nor does it take a turn."""
    events = draw("@", roguebasin).play(PickUp())

    assert [Refused(Reason.NOTHING_HERE)] == events
    assert Narrator(roguebasin).tell(events[0]) is None


@pytest.mark.rows("R9-27", "R9-28", "P-R3")
def test_any_number_of_items_may_be_dropped_on_one_cell(roguebasin: RuleSet) -> None:
    """Without a turn; each is told in yellow, and the others close the gap."""
    game = draw("@o", roguebasin, inventory=[POTION, FIREBALL, CONFUSION])
    player = game.world.player

    events = [event for _ in range(3) for event in game.play(Drop(0))]

    assert [Dropped(player.ref, roguebasin.items[name]) for name in (POTION, FIREBALL, CONFUSION)] == events
    assert [POTION, FIREBALL, CONFUSION] == underfoot(game)
    assert 0 == game.world.turn
    assert (Span("You dropped a ", YELLOW), Span(POTION, VIOLET, bold=True), Span(".", YELLOW)) == spans(
        roguebasin, events[0]
    )


@pytest.mark.rows("R9-26")
def test_d_opens_the_menu_of_what_can_be_dropped(roguebasin: RuleSet) -> None:
    """A letter drops, a key that is no item's does nothing, and Escape cancels."""
    game = draw(hall(), roguebasin, inventory=[POTION, FIREBALL])
    watched = watch(game, "d", "z", "escape", "d", "b")

    assert "┤Drop Item├" in watched.after[1].text()
    assert "┤Drop Item├" in watched.after[2].text()
    assert "┤Drop Item├" not in watched.after[3].text()
    assert [FIREBALL] == underfoot(game)
    assert "You dropped a scroll of fireball." in watched.last.text()


@pytest.mark.rows("R9-36")
def test_the_menu_shows_what_is_carried(roguebasin: RuleSet) -> None:
    """A row for each item, and one that says so where there is none; that one is no choice."""
    some = watch(draw(hall(), roguebasin, inventory=[POTION, FIREBALL]), "i").last
    none = watch(draw(hall(), roguebasin), "i", "enter").last
    all_26 = watch(draw(hall(), roguebasin, inventory=[POTION] * 26), "i", size=(80, 60)).last

    assert "> a) healing potion" in some.text()
    assert "  b) scroll of fireball" in some.text()
    assert "c)" not in some.text()
    assert "nothing carried" in none.text()
    assert "Use Item" in none.text()
    assert all(f" {letter}) healing potion" in all_26.text() for letter in string.ascii_lowercase)


@pytest.mark.rows("R9-36")
def test_all_26_rows_can_be_reached_on_a_small_screen(roguebasin: RuleSet) -> None:
    """The box scrolls with the highlight, which goes round."""
    game = draw(hall(), roguebasin, inventory=[*[FIREBALL] * 25, POTION], hit_points=10)
    watched = watch(game, "i", "up", "enter")

    assert "> z) healing potion" in watched.after[2].text()
    assert 14 == game.world.player.hit_points


@pytest.mark.rows("R9-36")
@pytest.mark.parametrize("size", [(40, 15), (60, 20), (80, 24)])
def test_the_letters_are_never_cut_off(roguebasin: RuleSet, size: tuple[int, int]) -> None:
    """The longest name is wider than the map is on the smallest screen; then the box covers a part of the panel."""
    game = draw(hall(), roguebasin, inventory=list(roguebasin.items))
    text = watch(game, "i", size=size).last.text()

    assert "┌┤Use Item├" in text
    assert "│> a) healing potion" in text
    assert "│  b) scroll of lightning bolt│" in text


def test_the_rest_goes_without_a_word(roguebasin: RuleSet) -> None:
    """Steps, what comes into view, the end of a turn, and what cannot be."""
    player, orc = (actor.ref for actor in draw("@o", roguebasin).world.level.actors)
    silent = (Reason.NO_DIAGONALS, Reason.EMPTY_SLOT, Reason.GAME_OVER, Reason.NEEDS_TARGET)
    events: tuple[AnyEvent, ...] = (
        CameIntoView(orc),
        Moved(player, Point(0, 0), Point(1, 0)),
        TurnEnded(1),
        *map(Refused, silent),
    )

    assert {None} == {Narrator(roguebasin).tell(event) for event in events}


def test_there_is_no_victory(roguebasin: RuleSet) -> None:
    """The halls may be empty, and one may still walk them."""
    game = draw("@o.", roguebasin)
    game.world.level.actors[1].hit_points = 1

    game.play(Move(Direction.EAST))

    assert game.outcome is None
    assert 0 == game.world.enemies_left


def test_nothing_is_said_but_this_and_in_these_colours(roguebasin: RuleSet) -> None:
    """Whatever the variant: all texts of the loaded rule set. The four in yellow that the source lacks are rulings'."""
    lightning = "A lightning bolt strikes the {victim} with a loud thunder! The damage is {damage} hit points."
    expected = {
        ("Welcome stranger! Prepare to perish in the Tombs of the Ancient Kings.", RED),
        ("You picked up a {item}!", GREEN),
        ("You dropped a {item}.", YELLOW),
        ("The fireball explodes, burning everything within {radius} tiles!", ORANGE),
        ("{attacker:capital} attacks {target} for {damage} hit points.", None),
        ("{attacker:capital} attacks {target} but it has no effect!", None),
        ("The {victim} gets burned for {damage} hit points.", ORANGE),
        (lightning, LIGHT_BLUE),
        ("You died!", RED),
        ("{victim:capital} is dead!", ORANGE),
        ("Your wounds start to feel better!", LIGHT_VIOLET),
        ("The eyes of the {victim} look vacant, as he starts to stumble around!", LIGHT_GREEN),
        ("The {victim} is no longer confused!", RED),
        ("Your inventory is full, cannot pick up {item}.", RED),
        ("You are already at full health.", RED),
        ("No enemy is close enough to strike.", RED),
        ("The {item} cannot be used", YELLOW),
        ("You cannot see that place.", YELLOW),
        ("That is too far away.", YELLOW),
        ("There is nobody there to confuse.", YELLOW),
    }
    tables = [*roguebasin.messages.values(), roguebasin.conditions["confused"].texts]
    texts = [text for texts in tables for text in texts.values()]

    assert expected == {(text.template, text.color) for text in texts if text.template}
    assert {None} == {text.color for text in texts if not text.template}
