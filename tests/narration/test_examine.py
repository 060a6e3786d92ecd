"""Descriptions of examined cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.conditions import ConditionKind, Modifier
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.parts.effects.conditions import Afflict
from roguelike.engine.parts.effects.damage import Blast
from roguelike.engine.parts.effects.healing import Heal
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.gas import release
from roguelike.engine.scenario import draw
from roguelike.engine.state.actor import Side
from roguelike.engine.state.feature import Feature
from roguelike.engine.state.item import Item
from roguelike.narration.examine import Description, examine, sentences
from roguelike.tutorials.perception import Square
from tests.arena import CONFUSED, confuse

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet

HALL = """
    #########
    #@.T.!..#
    #######.#
    #o......#
    #########
"""


def test_a_monster_has_a_name_and_facts(fixture_rules: RuleSet) -> None:
    """Hit points, and the exact odds of a fight for both sides."""
    seen = examine(observe(draw(HALL, fixture_rules).world), Point(3, 1))

    assert seen is not None
    assert "troll" == seen.name
    facts = (
        "HP 24/24",
        "You hit 100% for 1",
        "kill it in 24 turns",
        "It cannot hurt you",
        "There is always another one.",
    )
    assert facts == seen.lines


def lines_of(rules: RuleSet, picture: str, at: Point) -> tuple[str, ...]:
    """Return the lines about a cell of a drawn level."""
    seen = examine(observe(draw(picture, rules).world), at)
    return () if seen is None else seen.lines


def test_a_fight_is_described_by_mean_and_maximum_damage(classic: RuleSet) -> None:
    """The maximum of dice is no surprise; a plus marks exploding dice."""
    expected = (
        "HP 24/24",
        "You hit 83%, about 5",
        "kill it in about 6 turns",
        "Hits you 58%, about 8",
        "at worst 21+ (1 in 75)",
        "kills you in about 7",
        "Hunting you",
    )

    assert expected == lines_of(classic, "@T", Point(1, 0))[:7]


def test_from_afar_it_is_the_missile_that_hits(classic: RuleSet) -> None:
    """A slinger's stones hit better than its hands."""
    told = [lines_of(classic, picture, Point(len(picture) - 1, 0))[3] for picture in ("@s", "@..s")]

    assert ["Hits you 17%, about 4", "Hits you 50%, about 4"] == told


def test_the_visible_intent_of_a_monster_is_described(fixture_rules: RuleSet) -> None:
    """Monsters that are mindless or confused have no intent."""
    near_sighted = attrs.evolve(fixture_rules, perception=Square(radius=3))
    game = draw("@.o", fixture_rules)
    confuse(game.world, game.world.level.actors[1], 3)
    dazed = examine(observe(game.world), Point(2, 0))

    told = [lines_of(fixture_rules, "@.o", Point(2, 0)), lines_of(near_sighted, "@...o", Point(4, 0))]
    told += [lines_of(fixture_rules, "@.T", Point(2, 0)), () if dazed is None else dazed.lines]
    intents = {"Hunting you", "Does not see you"}
    assert [{"Hunting you"}, {"Does not see you"}, set(), set()] == [intents & set(lines) for lines in told]


def test_terrain_with_effects_lists_them(fixture_rules: RuleSet) -> None:
    """On entering and every turn, merged if both are the same; the player need not try."""
    floor = fixture_rules.terrain[2]
    lava = attrs.evolve(
        floor,
        name="lava",
        glyph=Glyph("~", (255, 95, 0)),
        enter=(Blast(radius=0, damage=9), Afflict(CONFUSED, turns=4)),
        stand=(Blast(radius=0, damage=2),),
    )
    pool = attrs.evolve(
        floor, name="pool", glyph=Glyph("w", (95, 95, 255)), enter=(Heal(amount=1),), stand=(Heal(amount=1),)
    )
    spring = attrs.evolve(floor, name="spring", glyph=Glyph("=", (95, 95, 255)), stand=(Heal(amount=3),))
    rules = attrs.evolve(fixture_rules, terrain=(*fixture_rules.terrain, lava, spring, pool))
    seen = observe(draw("@~=.w", rules, legend={"~": "lava", "=": "spring", "w": "pool"}, hit_points=10).world)

    told = [examine(seen, Point(x, 0)) for x in (1, 2, 3, 4)]
    assert [
        Description("lava", ("Step in: 9 damage, confused 4", "Each turn: 2 damage")),
        Description("spring", ("Each turn: +3 HP",)),
        Description("floor"),
        Description("pool", ("In it: +1 HP",)),
    ] == told


def test_special_traits_of_a_monster_are_listed(fixture_rules: RuleSet) -> None:
    """Its conditions, its missiles, and its speed compared with the player's."""
    kinds = {
        **fixture_rules.monsters,
        "troll": attrs.evolve(fixture_rules.monsters["troll"], speed=200, missile=fixture_rules.projectiles["stone"]),
    }
    game = draw(HALL, attrs.evolve(fixture_rules, monsters=kinds))
    troll = game.world.level.actor_at(Point(3, 1))
    assert troll is not None
    confuse(game.world, troll, 3)
    seen = examine(observe(game.world), Point(3, 1))

    assert seen is not None
    assert ("confused 3", "Throws stones", "Faster than you") == seen.lines[5:8]


def test_facts_in_a_description_are_not_repeated() -> None:
    """A slinger's own description says that it throws stones."""
    seen = examine(observe(draw("@..s", load_ruleset("ember"), legend={"s": "kobold slinger"}).world), Point(3, 0))

    assert seen is not None
    assert 1 == " ".join(seen.lines).lower().count("throws")


def test_a_slower_monster_can_be_run_away_from(fixture_rules: RuleSet) -> None:
    """The player should not have to count turns to find out."""
    kinds = {**fixture_rules.monsters, "troll": attrs.evolve(fixture_rules.monsters["troll"], speed=50)}
    seen = examine(observe(draw(HALL, attrs.evolve(fixture_rules, monsters=kinds)).world), Point(3, 1))

    assert seen is not None
    assert "Slower than you" in seen.lines


def test_the_player_is_yourself(fixture_rules: RuleSet) -> None:
    """The same word as in the source."""
    assert Description("yourself") == examine(observe(draw(HALL, fixture_rules).world), Point(1, 1))


def test_an_item_has_its_name_and_description(fixture_rules: RuleSet) -> None:
    """They show the player whether it is worth a turn."""
    expected = Description("health potion", ("Gives up to 5 hit points back.",))

    assert expected == examine(observe(draw(HALL, fixture_rules).world), Point(5, 1))


def test_an_actor_hides_the_item_underfoot(fixture_rules: RuleSet) -> None:
    """A monster that can bite comes first."""
    game = draw(HALL, fixture_rules)
    game.world.level.put(Item(fixture_rules.items["health potion"]), Point(3, 1))
    seen = examine(observe(game.world), Point(3, 1))

    assert seen is not None
    assert "troll" == seen.name


def plain(rules: RuleSet) -> RuleSet:
    """Return the rules with screens that only follow a source document."""
    return attrs.evolve(rules, comfort=False)


def test_terrain_is_named_where_nothing_else_is(fixture_rules: RuleSet) -> None:
    """By its kind; cells off the map have no description."""
    seen = observe(draw(HALL, fixture_rules).world)

    found = [examine(seen, at) for at in (Point(2, 1), Point(0, 0), Point(-1, 1), Point(99, 1), None)]
    assert [Description("floor"), Description("wall"), None, None, None] == found


def test_by_the_rules_of_a_tutorial_terrain_is_nothing(fixture_rules: RuleSet) -> None:
    """Only actors and items have a name."""
    seen = observe(draw(HALL, plain(fixture_rules)).world)

    assert [None] * 3 == [examine(seen, at) for at in (Point(2, 1), Point(0, 0), Point(-1, 1))]


def test_an_item_out_of_view_is_described_as_last_seen(fixture_rules: RuleSet) -> None:
    """Regardless of later changes; the rules of a tutorial show nothing."""
    for rules in (fixture_rules, plain(fixture_rules)):
        game = draw("#####\n#@.!#\n#.###\n#.###\n#####", rules)
        game.play(Move(Direction.SOUTH))
        game.play(Move(Direction.SOUTH))
        game.world.level.clear(Point(3, 1))
        told = examine(observe(game.world), Point(3, 1))

        if rules is fixture_rules:
            assert told is not None
            assert ("health potion", "(last seen)") == (told.name, told.lines[0])
        else:
            assert told is None


def test_unexplored_cells_have_no_description(fixture_rules: RuleSet) -> None:
    """Not even its terrain."""
    assert examine(observe(draw(HALL, fixture_rules).world), Point(1, 3)) is None


def test_the_dead_have_the_names_of_their_remains(fixture_rules: RuleSet) -> None:
    """The rule set names the corpse."""
    game = draw("#@m#", attrs.evolve(fixture_rules, goals=()))
    game.play(Move(Direction.EAST))

    assert Description("mouse corpse") == examine(observe(game.world), Point(2, 0))


def test_remains_without_a_name_count_as_floor(fixture_rules: RuleSet) -> None:
    """As the source has it for the player's own."""
    kinds = {
        **fixture_rules.monsters,
        "mouse": attrs.evolve(
            fixture_rules.monsters["mouse"],
            corpse=attrs.evolve(fixture_rules.monsters["orc"].corpse, name=""),  # type: ignore[misc]
        ),
    }
    game = draw("#@m#", attrs.evolve(fixture_rules, goals=(), monsters=kinds))
    game.play(Move(Direction.EAST))

    assert Description("floor") == examine(observe(game.world), Point(2, 0))


def test_conditions_make_a_monster_faster_or_slower_than_the_player(fixture_rules: RuleSet) -> None:
    """Present speeds count, rather than those of the kinds."""
    hasty = ConditionKind(name="hasty", modifiers=(Modifier("speed", factor=200),))
    told = []
    for number in (1, 0):
        game = draw(HALL, fixture_rules)
        afflict(game.world, game.world.level.actors[number], hasty, 5)
        seen = examine(observe(game.world), Point(3, 1))
        assert seen is not None
        told += [line for line in seen.lines if "than you" in line]

    assert ["Faster than you", "Slower than you"] == told


def test_allies_and_captives_have_no_fight_facts() -> None:
    """The lines say how to free it, which monsters hold it, and how strong it is."""
    rules = load_ruleset("ember")
    game = draw("@.C.", rules, legend={"C": "orc captain"})
    captain = game.world.level.actors[1]

    def told() -> str:
        seen = examine(observe(game.world), captain.at)
        return "" if seen is None else " ".join(seen.lines)

    captain.side, captain.mood = Side.NONE, Mood.HELD
    captive = told()
    level = game.world.level
    level.set_feature(level.grid.index(captain.at), Feature(rules.features["barred cage"]))
    caged = told()
    captain.side, captain.mood = Side.PLAYER, Mood.FOLLOWING
    friend = told()

    assert "Shackled Once its captors are gone, wait beside it for 5 turns to free it." in captive
    assert "You hit" not in captive
    assert "Hits you" in captive
    assert "Shackled A scroll of enchantment frees its captive" in caged
    assert "Follows you Orcs of its band hit more often in its view." in friend
    assert "its you" not in friend
    assert "You hit" not in friend


@pytest.mark.parametrize(
    ("gas", "volume", "told"),
    [
        ("caustic gas", 20, "caustic gas, thin: poisoned 1 a round, 1 HP a turn"),
        ("caustic gas", 300, "caustic gas, thick: poisoned 2 a round, 1 HP a turn"),
        ("marsh gas", 50, "marsh gas, thick: explodes in fire: 8 damage (at most 12)"),
    ],
)
def test_a_gas_lists_its_effects(gas: str, volume: int, told: str) -> None:
    """On breathing, and on ignition."""
    game = draw("@...", load_ruleset("ember"))
    release(game.world, game.world.ruleset.gases[gas], Point(2, 0), volume)
    seen = examine(observe(game.world), Point(2, 0))

    assert seen is not None
    assert told == seen.lines[0]


def test_facts_read_as_sentences_in_a_row() -> None:
    """A fact in lower case continues the one before it, or follows its colon."""
    facts = ("HP 3/3", "You hit 80%", "kill it in 2 turns", "Bites.", "Against a rat:", "You miss", "at most 5")

    assert "HP 3/3. You hit 80%, kill it in 2 turns. Bites. Against a rat: You miss, at most 5" == sentences(facts)
