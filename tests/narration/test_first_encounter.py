"""Reports of first encounters, and the hints of Ember."""

from __future__ import annotations

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Wait
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.scenario import draw
from roguelike.engine.state.actor import Side
from roguelike.narration.first_encounter import first_met
from roguelike.narration.hints import DARK, EVERY, HINTS, Hints
from roguelike.play.views.playing import Playing
from roguelike.settings.keymap import key_name
from tests.watching import FakeLibrary, watch

EMBER = load_ruleset("ember")
KEYS = {action.name: f"press {key_name(action.keys[0])}" for action in Playing.ACTIONS}
OTHERS = frozenset(hint.name for hint in HINTS) - {hint.name for hint in DARK}
LEGEND = {">": "stairs down", ",": "grass", "=": "deep water", ":": "chasm"}


def met(picture: str, *known: str, carried: tuple[str, ...] = ()) -> str:
    """Return the line about the first kind that is new to a player who knows these."""
    found = first_met(observe(draw(picture, EMBER, legend=LEGEND, inventory=carried).world), known)
    return "" if found is None else found[1]


def test_monsters_are_described_before_ground_and_ground_before_the_pack() -> None:
    """Each with its description; terrain only if adjacent."""
    assert "Rat: Bites whatever comes too close." == met("@,.r")
    assert met("@,.j").endswith(" Faster than you.")
    assert "Grass: Burns easily." == met("@,.r", "met:rat")
    assert met("@.,.", carried=("sword",)).startswith("Sword: ")
    assert "" == met("@,", *EVERY)


def test_starting_items_are_no_first_encounter() -> None:
    """Nor are unidentified items."""
    assert "" == met("@.,.")
    assert "" == met("@.,.", carried=("potion of fire",))


def test_one_first_encounter_is_reported_each_turn() -> None:
    """Monsters first; free actions bring no other report."""
    game = draw("@,rj..", EMBER, legend=LEGEND)
    game.world.player.covered = True
    watched = watch(game, "c", ".", hints=Hints(OTHERS))
    told = [[name for name in ("Rat", "Jackal", "Grass") if f"{name}: " in text] for text in watched.texts()]

    assert [["Rat"], ["Rat"], ["Rat", "Jackal"]] == told


def test_it_is_said_once_and_is_no_part_of_the_game() -> None:
    """The journal has only commands, and another game does not repeat known reports."""
    hints = Hints(OTHERS)
    library = FakeLibrary(lambda: draw("@.r..", EMBER))
    first = watch(draw("@.r..", EMBER), ".", hints=hints, library=library)
    second = watch(draw("@.r..", EMBER), ".", hints=hints)

    assert any("Rat: Bites" in text for text in first.texts())
    assert "met:rat" in hints.known
    assert not any("Rat: Bites" in text for text in second.texts())
    assert [Wait()] == library.plays[0].written


def test_other_games_have_no_first_encounters() -> None:
    """Their screens stay as they were."""
    classic = load_ruleset("classic")

    assert first_met(observe(draw("@..o", classic).world), ()) is None


@pytest.mark.parametrize(
    ("mood", "monsters", "hint"),
    [
        (Mood.ASLEEP, "r..", "asleep: press t to throw"),
        (Mood.HUNTING, "r..", "press . to let it come"),
        (Mood.HUNTING, "r.r", "fight a pack from a corridor"),
        (Mood.ROAMING, "r..", ""),
    ],
)
def test_moods_of_monsters_are_explained(mood: Mood, monsters: str, hint: str) -> None:
    """A sleeper, an approaching monster, and several."""
    game = draw(f"@.{monsters}", EMBER)
    for actor in game.world.level.actors[1:]:
        actor.mood = mood

    assert Hints(OTHERS).next(observe(game.world), (), KEYS).startswith(hint)


def test_a_player_with_darts_gets_the_hint_to_throw_them() -> None:
    """While the enemy is not adjacent."""
    known = OTHERS | {"let_come"}
    far, beside = (observe(draw(picture, EMBER).world) for picture in ("@..o", "@o.."))

    assert "darts hit from a distance: press t, and press f for the next." == Hints(known).next(far, (), KEYS)
    assert "" == Hints(known).next(beside, (), KEYS)


def test_things_and_dangers_are_explained_when_they_matter() -> None:
    """Each once; nothing of it in a room without them."""

    def due(
        picture: str,
        *carried: str,
        oil: int = 900,
        hit_points: int = 40,
        ally: bool = False,
        identified: tuple[str, ...] = (),
    ) -> str:
        game = draw(picture, EMBER, legend=LEGEND, inventory=carried, hit_points=hit_points)
        game.world.knowledge.identified = list(identified)
        game.world.player.gauges["oil"] = oil
        for actor in game.world.level.actors[1:]:
            actor.side = Side.PLAYER if ally else actor.side
        return Hints(OTHERS).next(observe(game.world), (), KEYS)

    assert "" == due("@...")
    assert due("@...", oil=150).startswith("your lamp burns low")
    assert due("@...", hit_points=19).startswith("press Z to rest")
    assert due("@...", "potion of fire").startswith("try unknown items")
    assert due("@...", "potion of fire", "potion of fire").startswith("two identical")
    known = ("potion of healing", "potion of life")
    assert due("@...", "potion of fire", "potion of fire", identified=known).startswith("try unknown items")
    assert due("@...", "scroll of enchantment").startswith("spend enchantments")
    assert due("@=..").startswith("deep water")
    assert due("@.o.", ally=True).startswith("allies follow you")
    assert due("@...", "mail").startswith("press e to put on")
    assert due("@..>").startswith("press > to walk to the stairs down")
    assert due("@...", *["mail"] * 15).startswith("your pack is full")


@pytest.mark.parametrize(
    ("picture", "condition", "told"),
    [("@:..", "confused", True), ("@=..", "confused", True), ("@...", "confused", False), ("@:..", "hasted", False)],
)
def test_a_confused_player_at_an_edge_is_warned(picture: str, condition: str, *, told: bool) -> None:
    """The warning comes before other lines; nothing asks a staggering player first."""
    game = draw(picture, EMBER, legend=LEGEND)
    afflict(game.world, game.world.player, EMBER.conditions[condition], 5)
    hint = Hints(OTHERS).next(observe(game.world), (), KEYS)

    assert told == hint.startswith("you are confused beside an edge")


def test_a_quiet_beginning_leaves_the_log_to_the_objective() -> None:
    """A small screen has four lines for messages; the ground is described after the first turn."""
    told = watch(draw("@,...", EMBER, legend=LEGEND), ".", hints=Hints(OTHERS)).texts()

    assert [False, True] == ["Grass: " in text for text in told]
