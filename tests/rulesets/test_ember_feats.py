"""The feats of `ember`: what counts for them, where they are shown, and that a replay proves them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset, ruleset_names
from roguelike.engine.commands import Cover, Move, Search, ThrowItem, Use, Wait
from roguelike.engine.events import Harm
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.feats import Feat, Need
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.restore import restore
from roguelike.engine.rules.counting import AN_ALLY, BARE_HANDS
from roguelike.engine.rules.damage import die, hurt
from roguelike.engine.rules.falling import fall
from roguelike.engine.rules.feats import feats_of
from roguelike.engine.rules.fire import kindle
from roguelike.engine.snapshot import snapshot
from roguelike.engine.state.attribution import Attribution
from roguelike.engine.state.cause import Cause
from roguelike.engine.state.item import Item
from roguelike.play.morgue import account
from roguelike.play.outcome import details
from roguelike.play.perspective import Perspective
from roguelike.store.kept.scores import score_line
from roguelike.ui.last_screen import last_screen
from tests.dark import others, scene
from tests.line.talking import talk

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.game import Game

EMBER = load_ruleset("ember")
ALWAYS = {
    *("swift", "restless", "no healing", "nothing unknown", "peaceful start", "poor", "open lamp", "as found"),
}
"""The feats of a player that wins by doing nothing."""


def won(game: Game) -> set[str]:
    """Return the feats of a game as if it were won now."""
    game.world.outcome = "won"
    found = set(feats_of(game.world))
    game.world.outcome = None
    return found


def own(game: Game) -> Cause:
    """Return what makes something the player's doing."""
    return Cause(game.world.player.ref, game.world.player.at)


def test_a_game_without_deeds_has_the_feats_of_restraint() -> None:
    """Nothing is a feat of the living but what needs no victory; a loser has none of restraint."""
    game = scene("@..", EMBER)

    assert ALWAYS == won(game)
    game.world.outcome = "died"
    assert () == feats_of(game.world)


@pytest.mark.parametrize(("hit_points", "is_close"), [(5, True), (6, False)])
def test_out_with_five_hit_points(hit_points: int, is_close: bool) -> None:  # noqa: FBT001 -- a parameter
    """One more is no feat."""
    game = scene("@..", EMBER)
    game.world.player.hit_points = hit_points

    assert is_close == ("by a hair" in won(game))


@pytest.mark.parametrize("command", [Wait(), Search()])
def test_waiting_ends_restlessness_with_the_hundredth_turn(command: Command) -> None:
    """Turns of waiting count wherever they are, and so do those of searching, by which the player rests."""
    game = scene("@..", EMBER)
    for _ in range(99):
        game.play(command)
    assert "restless" in won(game)

    game.play(command)

    assert "restless" not in won(game)


def test_a_covered_lamp_counts_by_turns() -> None:
    """A single turn ends one feat; half of all turns are another."""
    game = scene("@..", EMBER)
    game.play(Wait())
    game.play(Cover())
    for _ in range(5):
        game.play(Wait())

    assert "in the dark" in won(game)
    assert "open lamp" not in won(game)


@pytest.mark.parametrize(
    ("kind", "lost"),
    [("potion of healing", "no healing"), ("potion of swiftness", "nothing unknown")],
)
def test_potions_that_are_drunk_count(kind: str, lost: str) -> None:
    """An unknown potion counts as unknown, although it is identified as it is drunk."""
    game = scene("@..", EMBER)
    slot = game.world.player.inventory.insert(Item.of(EMBER.items[kind]))

    game.play(Use(slot))

    assert lost not in won(game)


def test_a_thrown_potion_of_healing_is_not_drunk() -> None:
    """It is used only as something unknown."""
    game = scene("@....", EMBER)
    slot = game.world.player.inventory.insert(Item.of(EMBER.items["potion of healing"]))

    game.play(ThrowItem(slot, Point(4, 0)))

    assert "no healing" in won(game)
    assert "nothing unknown" not in won(game)


def test_weapons_count_by_the_hits_they_make() -> None:
    """One hit with anything else ends the feat of the dagger; without a hit there is none."""
    game = scene("@o\no.", EMBER, Mood.ASLEEP)
    dagger = game.world.player.inventory.worn("weapon")
    assert dagger is not None
    assert "dagger only" not in won(game)
    game.play(Move(Direction.EAST))
    assert "dagger only" in won(game)

    dagger.worn = False
    game.play(Move(Direction.SOUTH))

    assert f"struck with/{BARE_HANDS}" in game.world.tally.feats
    assert "dagger only" not in won(game)


def test_enchantments_on_one_thing_and_on_several() -> None:
    """An ally is a thing of its own."""
    game = scene("@..", EMBER)
    game.world.tally.feats = {"enchanted/sword": 10}
    assert "all on one" in won(game)
    assert "as found" not in won(game)

    game.world.tally.feats[f"enchanted/{AN_ALLY}"] = 1

    assert "all on one" not in won(game)


def test_kills_count_by_level_and_by_sleep() -> None:
    """A drake that dies in its sleep is a feat without a victory; one that is awake is none."""
    game = scene("@.DD", EMBER, Mood.ASLEEP)
    first, second = others(game)
    second.mood = Mood.HUNTING
    die(game.world, second, own(game))
    assert "sleeping drake" not in won(game)
    assert "peaceful start" not in won(game)

    die(game.world, first, own(game))

    game.world.outcome = "died"
    assert ("sleeping drake",) == feats_of(game.world)


@pytest.mark.parametrize(("is_own", "kills"), [(True, {"rat": 1}), (False, {})])
def test_a_death_by_fire_is_the_kill_of_its_igniter(is_own: bool, kills: dict[str, int]) -> None:  # noqa: FBT001
    """Flames of the player end the peace, saved meanwhile or not; those of a shaman do not."""
    game = scene("@....r,", EMBER, Mood.ASLEEP, legend={",": "grass"})
    others(game)[0].hit_points = 1
    if is_own:
        slot = game.world.player.inventory.insert(Item.of(EMBER.items["oil flask"]))
        game.play(ThrowItem(slot, Point(6, 0)))
    else:
        kindle(game.world, 1 << others(game)[0].cell, 3, maker=Attribution("orc shaman"))
    game = restore(EMBER, snapshot(game.world))
    for _ in range(9):
        game.play(Wait())

    assert [] == others(game)
    assert is_own != ("peaceful start" in won(game))
    assert kills == game.world.tally.kills


def test_a_drake_that_dies_in_its_sleep_by_the_gas_of_the_player_is_a_feat() -> None:
    """The gas of nobody is none."""
    game = scene("@.DD", EMBER, Mood.ASLEEP)
    first, second = others(game)
    hurt(game.world, first, 99, Harm.POISON, Cause(None, first.at, behind=Attribution()))
    assert "sleeping drake" not in won(game)

    hurt(game.world, second, 99, Harm.POISON, Cause(None, second.at, behind=Attribution(own=True)))

    assert "sleeping drake" in won(game)


def test_a_troll_that_falls_is_a_feat_and_so_is_a_keeper_felled_twice() -> None:
    """Whatever makes the troll fall; the Keeper must fall by the player's hand or not: it counts."""
    game = scene("@.TXX", EMBER, Mood.ASLEEP)
    troll, keeper, again = others(game)
    fall(game.world, troll)
    die(game.world, keeper, own(game))
    assert "twice felled" not in won(game)

    die(game.world, again, own(game))

    assert {"long way down", "twice felled"} <= won(game)


def test_ten_must_burn_without_a_pause_of_ten_rounds() -> None:
    """Nine and one after a pause are no bonfire."""
    game = scene("@." + "r" * 20, EMBER, Mood.ASLEEP)
    rats = others(game)
    for rat in rats[:9]:
        hurt(game.world, rat, 99, Harm.FIRE, Cause(None, rat.at))
    game.world.round += 10
    hurt(game.world, rats[9], 99, Harm.FIRE, Cause(None, rats[9].at))
    assert "bonfire" not in won(game)

    for rat in rats[10:19]:
        game.world.round += 9
        hurt(game.world, rat, 99, Harm.FIRE, Cause(None, rat.at))

    assert "bonfire" in won(game)


def test_feats_are_saved_shown_and_scored() -> None:
    """The summary explains each, the account and the line of the scores name them."""
    game = scene("@..", EMBER)
    game.play(Cover())
    game.world.player.hit_points = 3
    game = restore(EMBER, snapshot(game.world))
    game.world.outcome = "won"

    line = score_line(
        {"name": "ann", "rules": "ember", "seed": "1", "engine": "", "dice": "", "version": "2"},
        game.world,
        spoiled=False,
        imported=False,
    )
    perspective = Perspective(game, "ann")

    assert "by a hair" == line.feats[0]
    assert "open lamp" not in line.feats
    assert any(text.startswith("Feats: by a hair (out with 5 HP or fewer), ") for text in details(perspective))
    assert "\nFeats: by a hair, swift, " in account(perspective, last_screen)


def test_line_mode_lists_the_feats_by_their_standing() -> None:
    """What a potion ends is lost; what the end of the game decides is not; a game that is over tells what it has."""
    place = talk("#####\n#@..#\n#####", "potion of healing", rules=EMBER)
    place.say("use potion")
    place.game.world.tally.feats["felled/Keeper"] = 2
    lines = dict(line.split(": ", 1) for line in place.say("feats"))
    places = {name: {each.name for each in EMBER.feats if f"{each.name} (" in told} for name, told in lines.items()}
    place.game.world.outcome = "died"

    assert ["Done", "So far", "Not yet", "Lost"] == list(lines)
    assert {"twice felled"} == places["Done"]
    assert {*ALWAYS} - {"no healing", "nothing unknown"} == places["So far"]
    assert {"by a hair", "in the dark", "rich"} < places["Not yet"]
    assert {"no healing", "nothing unknown"} == places["Lost"]
    assert ["Feats: twice felled (felled the Keeper twice)."] == place.say("feats")
    assert ["Classic has no feats."] == talk("@.").say("feats")


def test_the_subjects_of_feats_exist() -> None:
    """Every name that a feat counts is that of an item, a monster, a level or a count of its own."""
    for ruleset in map(load_ruleset, ruleset_names()):
        known = {*ruleset.items, *(kind.name for kind in ruleset.monsters.values()), AN_ALLY, BARE_HANDS, "in one fire"}
        known |= {str(depth) for depth in range(1, ruleset.depths + 1)}
        for feat in ruleset.feats:
            for need in feat.needs:
                assert {*need.of, *need.besides} <= known


def test_rule_sets_without_feats_count_nothing() -> None:
    """Their worlds stay as they were."""
    plain = attrs.evolve(EMBER, feats=())
    game = scene("@o.", plain, Mood.ASLEEP)
    game.play(Wait())
    die(game.world, others(game)[0], own(game))

    assert {} == game.world.tally.feats


def test_a_name_with_a_semicolon_is_refused() -> None:
    """It stands between feats in the scores."""
    with pytest.raises(ValueError, match="'name' must not have a semicolon"):
        Feat(name="a;b", told="x", needs=(Need(count="turns"),))
