"""Messages of Ember about the player's actions."""

from __future__ import annotations

import json
import re
from textwrap import wrap

import pytest

from roguelike.automation.automation import Stop, interruption
from roguelike.automation.explore import Explore
from roguelike.automation.rest import Rest
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, PickUp, Wait
from roguelike.engine.events import Harm, Harmed, Noticed
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.rules.captives import ROUNDS_TO_FREE
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.damage import hurt
from roguelike.engine.rules.moods import notice
from roguelike.engine.scenario import draw
from roguelike.engine.snapshot import snapshot
from roguelike.engine.state.actor import Side
from roguelike.engine.state.cause import Cause
from roguelike.engine.state.condition import Condition
from roguelike.engine.state.feature import Feature
from roguelike.engine.state.item import Item
from roguelike.narration.examine import examine, mood_told
from roguelike.narration.first_encounter import EVERYTHING
from roguelike.narration.hints import EVERY, Hints
from roguelike.narration.inventory_rows import stacks
from roguelike.narration.places import places
from roguelike.play.morgue import account
from roguelike.play.perspective import Perspective
from roguelike.ui.last_screen import last_screen
from roguelike.ui.screens.summary import summary_lines
from tests.automation.driving import drive
from tests.line.talking import talk
from tests.watching import watch

EMBER = load_ruleset("ember")
LEGEND = {"r": "rat"}


def said(perspective: Perspective) -> list[str]:
    """Return the messages logged since the last call."""
    return [each.message.text for each in perspective.log.take_new()]


def test_an_enchantment_is_told_with_the_new_plus() -> None:
    """The new plus is what the player wants to know."""
    game = draw("@...", EMBER, inventory=["scroll of enchantment"])

    assert "The dagger +1 gleams!" in watch(game, "i", "d", "u", "a").last.text()


def test_a_missile_is_told_with_its_damage() -> None:
    """Like an attack."""
    game = draw("@..r", EMBER, legend=LEGEND)
    game.world.level.actors[1].hit_points = game.world.level.actors[1].max_hit_points = 1000
    again: list[str | float] = ["f", 1.0]

    assert "The dart hits the rat for " in "\n".join(watch(game, "t", "c", "enter", 1.0, *again * 5).texts())


def test_a_rest_tells_how_much_oil_it_burned() -> None:
    """Oil is the price of a rest."""
    game = draw("@...", EMBER, hit_points=30)
    before, rest = game.world.player.gauges["oil"], Rest()
    while not isinstance(command := rest.next(observe(game.world)), Stop):
        game.play(command)

    assert f"You feel rested (oil burned: {before - game.world.player.gauges['oil']})." == command.reason


def test_poison_stops_an_automation_once() -> None:
    """Only when it begins, or every round would need a key."""
    game = draw("@...", EMBER, hit_points=30)
    afflict(game.world, game.world.player, EMBER.conditions["poisoned"], 6)
    assert "You are poisoned." == drive(game, Rest()).reason
    assert drive(game, Rest()).reason.startswith("You feel rested")
    assert 40 == game.world.player.hit_points

    me = game.world.player.ref
    assert None is interruption(Harmed(me, 1, Harm.POISON))
    assert Stop("You are hurt.") == interruption(Harmed(me, 1, Harm.OTHER))


def test_a_rest_tells_which_conditions_it_waits_for() -> None:
    """Except conditions that a step ends, and only if the rest begins."""
    game = draw("@....", EMBER, hit_points=30)
    me = game.world.player
    afflict(game.world, me, EMBER.conditions["swimming"], 9)
    assert "" == Rest().announce(observe(game.world))

    afflict(game.world, me, EMBER.conditions["poisoned"], 6)
    assert "You rest until you are healed and no longer poisoned." == Rest().announce(observe(game.world))
    me.hit_points = me.max_hit_points
    afflict(game.world, me, EMBER.conditions["slowed"], 250)
    assert "You rest until you are no longer poisoned or slowed." == Rest().announce(observe(game.world))

    game.take_events()
    assert drive(game, Rest()).reason.startswith("You have rested for 100 turns and are still slowed (oil burned: ")
    hunted = draw("@...o", EMBER)
    afflict(hunted.world, hunted.world.player, EMBER.conditions["slowed"], 9)
    assert "" == Rest().announce(observe(hunted.world))


def test_a_rest_begins_with_its_notice_in_the_log() -> None:
    """The notice comes before its turns."""
    game = draw("@....", EMBER)
    afflict(game.world, game.world.player, EMBER.conditions["slowed"], 9)
    game.take_events()

    assert "You rest until you are no longer slowed." in watch(game, "Z", 1.0).last.text()


def test_a_lamp_that_runs_low_stops_an_automation() -> None:
    """The player can refill it, or change plans for the dark."""
    game = draw("@...", EMBER, hit_points=1)
    game.world.player.gauges["oil"] = 152
    ran = drive(game, Rest())

    assert 150 == game.world.player.gauges["oil"]
    assert "Your lamp fails." == ran.reason


def test_hidden_monsters_notice_in_secret() -> None:
    """An eel under water would give itself away."""
    seen = []
    for terrain in ("deep water", "grass"):
        game = draw("@.=e", EMBER, legend={"e": "eel", "=": terrain})
        eel = game.world.level.actors[1]
        game.world.level.move(eel, Point(2, 0))
        notice(game.world, eel)
        seen += [event.seen for event in game.world.events if isinstance(event, Noticed)]

    assert [False, True] == seen


def test_a_monster_that_notices_the_player_stops_an_automation() -> None:
    """The player should reconsider."""
    ref = draw("@..r", EMBER, legend=LEGEND).world.level.actors[1].ref

    assert Stop("The rat notices you.") == interruption(Noticed(ref))
    assert None is interruption(Noticed(ref, seen=False))


def test_exploring_stops_at_a_find_to_think_about() -> None:
    """At gear, unidentified items and improvements; not at darts and other identified items."""
    stopped_at = []
    for find in ("sword", "potion of fire", "scroll of enchantment", "oil flask", "javelin"):
        game = draw("######\n#@!.)#\n######", EMBER, legend={"!": find, ")": "dart"})
        drive(game, Explore())
        stopped_at.append(game.world.player.at.x)

    assert [2, 2, 2, 4, 4] == stopped_at


def test_unaware_monsters_are_described_like_sleepers() -> None:
    """With the chance to notice the player, which line mode puts in brackets."""
    game = draw("@..r", EMBER, legend=LEGEND)
    rat = game.world.level.actors[1]
    told = []
    for rat.mood in (Mood.ROAMING, Mood.ASLEEP):
        told.append(mood_told(observe(game.world), rat))

    assert ["Unaware, may notice 0%", "Asleep, may wake 0%"] == told  # nothing was heard yet


def test_no_note_of_a_first_encounter_is_longer_than_two_lines() -> None:
    """At 80 columns; only the Ember's can have a third line. Each has whole sentences."""
    told = {kind.name: kind.description for kind in EMBER.monsters.values()}
    told |= {kind.name: kind.description for kind in EMBER.terrain}
    told |= {kind.name: kind.description for kind in EMBER.features.values()}
    told |= {kind.name: kind.description for kind in EMBER.items.values()}
    for name, description in told.items():
        assert len(wrap(f"  {name}: {description}", 78)) <= (3 if name == "Ember" else 2), name
        assert not description or description.endswith((".", "!")), name


def test_items_picked_up_are_named_with_their_number_or_an_article() -> None:
    """Not as "the 2 potions"."""
    game = draw("@/..", EMBER, legend={"/": "sword"})

    assert "You pick up a sword." in watch(game, "l").last.text()


@pytest.mark.parametrize("harm", [None, Harm.FIRE])
def test_no_message_calls_the_keeper_dead(harm: Harm | None) -> None:
    """It always revives; an orc does not."""
    game = draw("@Xo", EMBER, legend={"X": "Keeper", "o": "orc"})
    world, (player, keeper, orc) = game.world, game.world.level.actors
    for victim in (keeper, orc):
        hurt(world, victim, 1000, harm, Cause(player.ref, player.at))
    perspective = Perspective(game)
    perspective.take_events()
    told = said(perspective)

    assert "The Keeper falls, but will rise again!" in told
    assert not any("Keeper" in line and ("kill" in line or "death" in line) for line in told)
    assert any("orc" in line and ("kill" in line or "death" in line) for line in told)


def test_a_wight_is_not_said_to_be_dead_before_it_is() -> None:
    """It revives once, and then it is killed."""
    game = draw("@wW", EMBER, legend={"w": "wight", "W": "risen wight"})
    world, (player, *wights) = game.world, game.world.level.actors
    for victim in wights:
        hurt(world, victim, 1000, None, Cause(player.ref, player.at))
    perspective = Perspective(game)
    perspective.take_events()
    told = said(perspective)

    assert "The wight falls, but may rise again!" in told
    assert ["risen wight" in line for line in told if "kill" in line] == [True]


def test_a_shriek_is_told_once() -> None:
    """Whether the shrieker is in view or not."""
    game = draw("@...F", EMBER, legend={"F": "shrieker"})
    game.world.level.actors[1].mood = Mood.HUNTING
    perspective = Perspective(game)
    perspective.tell(game.play(Wait()))

    assert ["You hear a shriek."] == [line for line in said(perspective) if "shriek" in line]


def test_the_ember_is_named_as_the_one_there_is() -> None:
    """In the question, and in the message on taking it."""
    game = draw("@A.", EMBER, legend={"A": "the Ember's altar"})
    level = game.world.level
    level.features[level.grid.index(Point(1, 0))].holds = Item.of(EMBER.items["Ember"])

    texts = watch(game, "right", "enter").texts()
    assert any("Take the Ember [3] from the Ember's altar?" in text for text in texts)
    assert "You pick up the Ember [3]." in texts[-1]


def test_a_mass_noun_has_no_article_wherever_an_item_is_named() -> None:
    """In the log, underfoot, in a cage and in the list of places; saves hold the name of the table."""
    game = draw("@[.", EMBER, legend={"[": "mail"})
    cage = Feature(EMBER.features["cage"], holds=Item.of(EMBER.items["leather armour"]))
    game.world.level.features[game.world.level.grid.index(Point(2, 0))] = cage
    perspective = Perspective(game, "kim")
    perspective.retell(game.play(Move(Direction.EAST)))
    perspective.advice.tell_underfoot(perspective.seen, "")
    perspective.retell(game.play(PickUp()))
    told = said(perspective)

    assert "You pick up chain mail." in told
    assert any("Chain mail" in line or "chain mail" in line for line in told[:-1])
    assert not any(" a chain" in line or "A chain" in line for line in told)
    assert "cage with leather armour" in {place.name for place in places(perspective.seen)}
    held = examine(perspective.seen, Point(2, 0))
    assert held is not None
    assert "Holds leather armour" in held.lines
    assert '"mail"' in json.dumps(snapshot(game.world))
    assert "chain mail" not in json.dumps(snapshot(game.world))


def test_hits_without_damage_say_so() -> None:
    """For every kind of damage: no message reports 0 damage."""
    game = draw("@.r", EMBER, legend=LEGEND)
    rat, perspective = game.world.level.actors[1], Perspective(game, "kim")
    dart = EMBER.things["dart"]
    for victim in (rat.ref, game.world.player.ref):
        for harm in Harm:
            perspective.retell([Harmed(victim, 0, harm, dart)])
    told = said(perspective)

    assert "The dart hits the rat, to no effect." in told
    assert "A dart hits you, to no effect." in told
    assert not any("0" in line for line in told)


@pytest.mark.parametrize(("cage", "way"), [("", f"{ROUNDS_TO_FREE} turns"), ("barred cage", "scroll of enchantment")])
def test_walking_into_a_captive_says_how_to_free_it(cage: str, way: str) -> None:
    """The message need not say that the cell is blocked."""
    game = draw("@r.", EMBER, legend=LEGEND)
    rat = game.world.level.actors[1]
    rat.side, rat.mood = Side.NONE, Mood.HELD
    if cage:
        game.world.level.set_feature(rat.cell, Feature(EMBER.features[cage]))
    watched = watch(game, "right")

    assert way in " ".join(watched.last.text().split())
    assert "in the way" not in watched.last.text()
    assert 0 == game.world.turn


def test_emptied_features_say_so() -> None:
    """The effects of taking the item are no longer mentioned."""
    game = draw("@_.", EMBER, legend={"_": "cage"})
    cage = game.world.level.feature_at(Point(1, 0))
    assert cage is not None
    cage.holds = Item.of(EMBER.items["sword"])
    before = examine(observe(game.world), Point(1, 0))
    game.play(Move(Direction.EAST))
    after = examine(observe(game.world), Point(1, 0))

    assert before is not None
    assert after is not None
    assert EMBER.features["cage"].description in before.lines
    assert ("Empty.",) == after.lines


def test_a_condition_that_is_renewed_is_told_without_turns() -> None:
    """`Led1` would suggest an end next turn, but the captain renews it."""
    game = draw("@..r", EMBER, legend=LEGEND)
    for actor in game.world.level.actors:
        afflict(game.world, actor, EMBER.conditions["led"], 2)
    screen, found = watch(game).last.text(), examine(observe(game.world), Point(3, 0))

    assert found is not None
    assert "Led" in found.lines
    assert re.search(r"\bLed\b(?! ?\d)", screen)


@pytest.mark.parametrize(
    "name",
    sorted(
        name
        for name, kind in EMBER.conditions.items()
        if not kind.bursts and not set(kind.traits) & {"discord", "revealed", "summoned"}
    ),
)
def test_labels_of_the_panel_are_explained_by_examining_the_player(name: str) -> None:
    """By the label in the panel; conditions that only monsters have need no explanation."""
    game = draw("@..", EMBER)
    kind = EMBER.conditions[name]
    game.world.player.conditions[name] = Condition(kind, 9)
    found = examine(observe(game.world), Point(0, 0))

    assert found is not None
    assert f"{kind.label}{' 9' if kind.counted else ''}: {kind.description}" in found.lines
    assert kind.description.endswith(".")


def test_stairs_and_altars_stand_before_grass_in_the_list_of_places() -> None:
    """Even if the grass is nearer."""
    game = draw('@"...>.._', EMBER, legend={'"': "grass", ">": "stairs down", "_": "altar"})

    assert ["stairs down", "altar", "grass"] == [place.name for place in places(observe(game.world))]


def test_a_gentle_game_says_so_on_the_screen() -> None:
    """During play, not only on the title and at the end."""
    gentle, usual = (watch(draw("@..", load_ruleset(rules))).last.text() for rules in ("ember:gentle", "ember"))

    assert "Gentle" in gentle
    assert "Gentle" not in usual


def test_the_morgue_names_unidentified_items() -> None:
    """Only after the game is over."""
    game = draw("@r", EMBER, legend=LEGEND, inventory=["potion of healing", "scroll of dread"], hit_points=1)
    perspective = Perspective(game, "kim")
    before = account(perspective, last_screen)
    look = next(stack.name for stack in stacks(perspective.seen) if "potion" in stack.name)
    while game.outcome is None:
        perspective.retell(game.play(Wait()))

    assert f"{look}\n" in before
    assert f"{look}: potion of healing\n" in account(perspective, last_screen)
    assert "Unused: potion of healing, scroll of dread" in " ".join(
        "".join(span.text for span in line)
        for line in summary_lines(perspective, perspective.narration.health, None, 80)
    )


def test_a_description_comes_with_the_pick_up() -> None:
    """Before the other events of that turn."""
    hints = Hints(EVERY - {EVERYTHING})
    place = talk("#@)r#", rules=EMBER, legend={**LEGEND, ")": "sword"}, hints=hints)
    told = place.say("east")
    found = next(number for number, line in enumerate(told) if line.startswith("You pick up a sword"))

    assert told[found + 1].startswith("Sword: ")
    assert any("rat" in line and "you" in line for line in told[found + 2 :])
    assert "met:sword" in hints.known
    assert not any(line.startswith("Sword: ") for line in place.say("wait"))
