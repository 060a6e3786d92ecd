"""Hints for newcomers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Cover, Move
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.rng import PCG32
from roguelike.engine.rules.identity import item_ref, shuffled
from roguelike.engine.rules.terrain import change
from roguelike.engine.scenario import draw
from roguelike.engine.state.item import Item
from roguelike.line.current_game import WORDS
from roguelike.narration.hints import APART, HINTS, Hints
from roguelike.play.views.playing import Playing
from roguelike.settings.keymap import key_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.events import AnyEvent
    from roguelike.engine.game import Game

KEYS = {action.name: f"press {key_name(action.keys[0])}" for action in Playing.ACTIONS}
CLASSIC = load_ruleset("classic")
EMBER = load_ruleset("ember")


def given(game: Game, *known: str, events: Sequence[AnyEvent] = ()) -> str:
    """Return the hint for a player who knows these."""
    return Hints(frozenset(known)).next(observe(game.world), events, KEYS)


@pytest.mark.parametrize(
    ("level", "hint"),
    [
        ("@..o", "walk into an enemy to attack; press x to look first."),
        ("@..k", "out of its sight it cannot shoot: hide, and let it come."),
        ("@..!", "walk over an item to pick it up."),
        ("@#.o", ""),
        ("@...", ""),
    ],
)
def test_new_monsters_and_items_get_hints(level: str, hint: str) -> None:
    """The first enemy, the first that throws, the first item; not unseen ones."""
    kinds = {"o": "orc", "k": "kobold slinger", "!": "health potion"}
    legend = {char: name for char, name in kinds.items() if char in level}

    assert hint == given(draw(level, CLASSIC, legend=legend), "explore")


@pytest.mark.parametrize(("feature", "due"), [("cage", True), ("flooding altar", False), ("locked cage", False)])
def test_the_hint_to_take_one_is_for_treasuries(feature: str, *, due: bool) -> None:
    """The altar of a key comes first in a game, holds one thing, and would use up the hint."""
    game = draw("@..C", EMBER, legend={"C": feature})
    (holder,) = game.world.level.features.values()
    holder.holds = Item(EMBER.items["mace"])

    assert due == ("take one, and the other cages lock." == given(game, "explore"))


def test_without_autopickup_the_hint_names_the_key() -> None:
    """Where the rule set does not do it in passing."""
    game = draw("@..!", attrs.evolve(CLASSIC, autopickup=False), legend={"!": "health potion"})

    assert "step onto an item and press g to pick it up." == given(game, "explore")


@pytest.mark.parametrize(("hit_points", "due"), [(14, True), (15, False)])
def test_a_hurt_player_with_a_potion_gets_a_hint(hit_points: int, *, due: bool) -> None:
    """Below half of the hit points; more urgent than the hint about the enemy."""
    with_potion = draw("@o", CLASSIC, hit_points=hit_points, inventory=["health potion"], legend={"o": "orc"})
    without = draw("@o", CLASSIC, hit_points=hit_points, inventory=["fireball scroll"], legend={"o": "orc"})

    assert due == ("press i to heal." in given(with_potion))
    assert "drink" not in given(without)


def test_the_first_scroll_to_be_aimed_is_explained() -> None:
    """Once it is carried."""
    game = draw("@", CLASSIC, inventory=["fireball scroll"])

    assert "your fireball scroll needs a target: press i, then choose one." == given(game, "explore")


def test_a_wall_that_costs_a_turn_gets_a_hint() -> None:
    """It is silent otherwise, and time passes."""
    game = draw("#@#", load_ruleset("chargrid"))

    assert "walking into a wall takes a turn here." == given(game, events=game.play(Move(Direction.EAST)))


def test_a_wall_that_costs_no_turn_gets_a_hint() -> None:
    """The first time that nothing comes of a step."""
    game = draw("#@#", EMBER)

    assert "you cannot walk there. It takes no turn." == given(game, events=game.play(Move(Direction.EAST)))


def test_a_hurt_player_gets_a_hint_which_unidentified_potion_to_try() -> None:
    """The largest stack; none if all healing kinds are known and used up."""
    carried = ["potion of darkness", "potion of descent", "potion of descent", "scroll of dread"]
    game = draw("@", EMBER, hit_points=14, inventory=carried)
    game.world.knowledge.appearances = shuffled(EMBER, PCG32(1))
    hint = given(game)
    carried_now = observe(game.world).me.inventory.slots
    look = next(item for item in carried_now if item is not None and item.kind.sort == "potion" and item.number > 1)
    game.world.knowledge.identified = ["potion of healing", "potion of life"]

    assert f"badly hurt: press q to try the {item_ref(look).name}, likeliest to heal." == hint
    assert "badly hurt" not in given(game)


@pytest.mark.parametrize(("level", "due"), [("@..r", True), ("@r..", False)])
def test_letting_them_come_is_advice_for_before_they_are_here(level: str, *, due: bool) -> None:
    """An adjacent enemy has already come."""
    game = draw(level, EMBER, legend={"r": "rat"})
    game.world.level.actors[1].mood = Mood.HUNTING

    assert due == ("to let it come" in given(game, "enemy", "throw"))


@pytest.mark.parametrize("name", ["kobold slinger", "orc archer", "orc shaman", "eel"])
def test_the_hint_to_wait_is_not_for_enemies_that_do_not_come(name: str) -> None:
    """They keep their distance, shoot, or wait in ambush."""
    game = draw("@.....r", EMBER, legend={"r": name})
    game.world.level.actors[1].mood = Mood.HUNTING

    assert "to let it come" not in given(game, "enemy", "throw", "shooter")


@pytest.mark.parametrize(("level", "due"), [("@..", True), ("@..r", False), ("@r.", False)])
def test_resting_is_advice_for_when_no_enemy_is_about(level: str, *, due: bool) -> None:
    """It is refused while one is in view."""
    game = draw(level, EMBER, hit_points=15, legend={"r": "rat"} if "r" in level else {})

    assert due == ("press Z to rest until healed" in given(game, "enemy", "explore", "gamble", "throw", "let_come"))


@pytest.mark.parametrize(("known", "due"), [(4, False), (5, True)])
def test_the_hint_to_descend_is_for_explored_levels(known: int, *, due: bool) -> None:
    """Not as soon as the stairs come into view, with half of the level unseen."""
    game = draw(">@...", EMBER, legend={">": "stairs down"})
    level = game.world.level
    for x in range(known, 5):
        cell = level.grid.index(Point(x, 0))
        level.explored[cell] = level.visible[cell] = 0

    assert due == ("press > to walk to the stairs" in given(game, "explore"))


@pytest.mark.parametrize(
    ("ground", "carried", "due"),
    [(",", "staff of fire", True), (",", "potion of fire", True), (",", "mace", False), (".", "staff of fire", False)],
)
def test_the_hint_about_fuel_underfoot_needs_a_means_of_fire(ground: str, carried: str, *, due: bool) -> None:
    """It names the fuel."""
    game = draw(f"@{ground}..", EMBER, inventory=[carried], legend={ground: "grass"} if ground == "," else {})
    game.world.level.move(game.world.player, Point(1, 0))
    game.world.knowledge.identified = ["potion of fire"]
    hint = given(game, "explore", "unknown", "gear", "aim")

    assert due == (hint == "the grass underfoot can burn: light it from farther away.")


def test_exploring_is_the_first_hint() -> None:
    """With no enemy in view; not to players who already explore."""
    assert given(draw("@...", CLASSIC)).startswith("press o to explore")
    assert "" == given(draw("@...", CLASSIC), "explore")


def test_a_hint_has_the_log_for_itself_for_a_while() -> None:
    """Urgent hints do not wait."""
    hints = Hints(frozenset())
    hurt = draw("@o", CLASSIC, hit_points=9, inventory=["health potion"], legend={"o": "orc"})
    game = draw("@..!", CLASSIC, legend={"!": "health potion"})
    first, soon = hints.next(observe(game.world), (), KEYS), hints.next(observe(game.world), (), KEYS)
    urgent = hints.next(observe(hurt.world), (), KEYS)
    game.world.turn = APART
    later = hints.next(observe(game.world), (), KEYS)

    assert ["press o to", "", "you are ba", "walk over "] == [text[:10] for text in (first, soon, urgent, later)]


def test_each_comes_once_one_at_a_time_and_is_remembered() -> None:
    """The most urgent first."""
    kept: list[frozenset[str]] = []
    hints = Hints(frozenset(), kept.append)
    fight = draw("!@.o", CLASSIC, legend={"!": "health potion", "o": "orc"})
    peace = draw("!@..", CLASSIC, legend={"!": "health potion"})
    hints.learn("explore")
    texts = []
    for turn, game in ((0, fight), (20, fight), (40, peace), (60, peace)):
        game.world.turn = turn
        texts.append(hints.next(observe(game.world), (), KEYS))

    assert ["walk into an enemy", "", "walk over an item", ""] == [text[:18].strip() for text in texts]
    assert [{"explore"}, {"explore", "enemy"}, {"explore", "enemy", "walk_over"}] == kept


def test_they_fit_on_a_line_and_name_keys_that_there_are() -> None:
    """Keys of one or a few columns fit."""
    words = {"thing": "3 yellowed potions", **dict.fromkeys(KEYS, "press PgDn")}
    for hint in HINTS:
        assert len(f"- Hint: {hint.text.format_map(words)}") <= 80


LESSONS = ("enemy", "unknown", "shooter", "sleeper", "pack", "gear", "kindling")


def test_lessons_fit_in_sixty_letters_on_both_front_ends() -> None:
    """With the keys of the full screen, and with the words of line mode."""
    words = {name: f"type {word}" for name, word in WORDS.items()}
    for keys in (KEYS, words):
        texts = [hint.text.format_map({**keys, "thing": ""}) for hint in HINTS if hint.name in LESSONS]
        assert len(LESSONS) == len(texts)
        assert [] == [text for text in texts if len(text) > 60]


def test_a_sleeper_is_a_lesson_while_darts_and_an_open_lamp_are_there() -> None:
    """Not with the lamp covered or without throwing weapons."""
    told = "asleep: press t to throw, or press c to sneak up."
    given_by = []
    for has_darts, covers in ((True, False), (False, False), (True, True)):
        game = draw("@..j", EMBER, legend={"j": "jackal"})
        carried = game.world.player.inventory
        for slot, item in enumerate(carried.slots):
            if item is not None and item.kind.name == "dart" and not has_darts:
                carried.remove(slot)
        game.world.level.actors[1].mood = Mood.ASLEEP
        if covers:
            game.play(Cover())
            game.world.level.actors[1].mood = Mood.ASLEEP
        given_by.append(given(game, "explore", "enemy", "throw"))

    assert told == given_by[0]
    assert told not in given_by[1:]


@pytest.mark.parametrize(
    ("level", "oil", "mood", "due"),
    [
        ("<@...j", 900, Mood.ASLEEP, True),
        ("<@....j", 900, Mood.ASLEEP, False),
        ("<@...j", 150, Mood.ASLEEP, False),
        ("<@...j", 900, Mood.ROAMING, False),
        ("@...j<", 900, Mood.ASLEEP, False),
        ("<@.o.j", 900, Mood.ASLEEP, False),
    ],
)
def test_sleepers_in_grass_are_a_lesson_in_oil_where_it_burns_them(
    level: str, oil: int, mood: Mood, *, due: bool
) -> None:
    """In range, with enough oil and a way out; not from bare floor, in grass or with a covered lamp."""
    told = "press t to throw oil: grass burns with its sleepers."
    given_by = []
    for grown, covers in ((1, False), (0, False), (2, False), (1, True)):
        names = {"j": "jackal", "o": "orc", "<": "stairs up"}
        game = draw(level, EMBER, legend={char: name for char, name in names.items() if char in level})
        sleeper = next(each for each in game.world.level.actors if each.kind.name == "jackal")
        player = game.world.player
        player.gauges["oil"] = oil
        change(game.world, (1 << sleeper.cell) * (grown > 0) | (1 << player.cell) * (grown > 1), "grass")
        if covers:
            game.play(Cover())
        sleeper.mood = mood
        given_by.append(told == given(game, "explore", "enemy", "throw"))

    assert [due, False, False, False] == given_by


@pytest.mark.parametrize(
    ("hit_points", "level", "due"), [(None, "@..", True), (20, "@..", False), (None, "@.j", False)]
)
def test_unidentified_items_are_tested_unhurt_with_no_enemy_in_view(
    hit_points: int | None, level: str, *, due: bool
) -> None:
    """The hint waits until that is so."""
    game = draw(
        level,
        EMBER,
        inventory=["potion of fire"],
        hit_points=hit_points,
        legend={"j": "jackal"} if "j" in level else {},
    )
    game.world.knowledge.appearances = shuffled(EMBER, PCG32(1))

    hint = given(game, "explore", "enemy", "throw", "let_come")

    assert due == (hint == "try unknown items at full HP, away from enemies, by water.")
