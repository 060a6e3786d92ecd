"""Flashes, animation speed and autopickup as they are played: what is seen changes, and the game does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.automation.explore import Explore
from roguelike.automation.kinds import Kinds
from roguelike.cells.canvas import Mark
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, Use
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.rng import PCG32
from roguelike.engine.rules.identity import known_kind, shuffled
from roguelike.engine.scenario import draw
from roguelike.engine.state.item import Item
from roguelike.narration.message_filter import WARNING, MessageFilter
from roguelike.play.playback import Playback
from roguelike.play.sections import sections
from roguelike.play.views.film import Film
from roguelike.play.views.view import Open
from roguelike.settings.choices import ANIMATIONS
from roguelike.settings.reading import read_settings
from roguelike.settings.saving import SettingsFile
from roguelike.settings.settings import Settings
from roguelike.ui.widgets.map_view import FLASH
from tests.automation.driving import drive
from tests.fixture_rules import make_fixture_rules
from tests.memory import Memory
from tests.recordings import record
from tests.watching import FakeLibrary, Watched, spot, watch

if TYPE_CHECKING:
    from pathlib import Path

    from roguelike.engine.game import Game

EMBER = load_ruleset("ember")
FIXTURE_RULES = make_fixture_rules(load_ruleset("classic"))
CORRIDOR = """
    ##############
    #@.........T.#
    ##############
"""
STORE_ROOM = """
    ###############
    #@...!....?...#
    ###############
"""
LEGEND = {"?": "fireball scroll"}
FIRE = ("i", "b", "enter", "enter")


def throw(settings: Settings, library: FakeLibrary | None = None) -> Watched:
    """Watch a fireball from one end of a corridor to the other."""

    def make() -> Game:
        return draw(CORRIDOR, FIXTURE_RULES, inventory=["fireball scroll"])

    return watch(make, *FIRE, 2.0, ".", settings=settings, library=library or FakeLibrary(make))


def in_flight(watched: Watched) -> int:
    """Return on how many frames the fireball was in the air."""
    return sum(
        any(cell.char == "*" and cell.style.mark is Mark.NONE for row in canvas.rows for cell in row)
        for canvas in watched.frames
    )


def flashing(watched: Watched) -> int:
    """Return how many frames a burst lit up."""
    return sum(any(cell.style.background == FLASH for row in canvas.rows for cell in row) for canvas in watched.frames)


def test_a_flight_is_shown_cell_by_cell_faster_or_not_at_all() -> None:
    """One tick a frame, three, or all of them; the result is shown in any case."""
    watched = {name: throw(Settings(animation=name)) for name in ANIMATIONS}

    assert {"normal": 10, "fast": 4, "off": 0} == {name: in_flight(it) for name, it in watched.items()}
    assert all("The fireball bursts!" in it.last.text() for it in watched.values())


@pytest.mark.parametrize("name", ANIMATIONS)
def test_flashes_are_shown_at_any_speed_unless_they_are_off(name: str) -> None:
    """A burst lasts as long as ever, and without flashes nothing lights up."""
    assert 4 == flashing(throw(Settings(animation=name)))
    assert 0 == flashing(throw(Settings(animation=name, flashes=False)))


def test_what_is_changed_in_a_game_counts_in_that_game(tmp_path: Path) -> None:
    """From the next burst on, and in the file."""
    game = draw(CORRIDOR, FIXTURE_RULES, inventory=["fireball scroll"])
    store = SettingsFile(str(tmp_path / "config.toml"), sections)
    watched = watch(game, "=", "g", "h", "h", "escape", *FIRE, 2.0, settings_store=store)

    assert (0, 0) == (flashing(watched), in_flight(watched))
    assert "The fireball bursts!" in watched.last.text()
    assert 'flashes = false\nanimation = "off"\n' == (tmp_path / "config.toml").read_text()


def test_the_game_and_its_journal_are_the_same_however_they_are_shown() -> None:
    """Ticks are the simulation's; settings only skip frames."""
    journals = []
    for settings in (*(Settings(animation=name) for name in ANIMATIONS), Settings(flashes=False)):
        library = FakeLibrary(lambda: draw(CORRIDOR, FIXTURE_RULES, inventory=["fireball scroll"]))
        throw(settings, library)
        play = library.plays[0]
        journals.append((play.written, play.before, play.game.digest()))

    assert 2 == len(journals[0][0])
    assert all(journal == journals[0] for journal in journals)


def test_what_was_typed_in_flight_is_done_when_it_has_landed_at_once() -> None:
    """Without animation nobody waits."""

    def make() -> Game:
        return draw(CORRIDOR, FIXTURE_RULES, inventory=["fireball scroll"])

    library = FakeLibrary(make)
    watch(make, *FIRE, "l", "l", settings=Settings(animation="off"), library=library)

    assert [Move(Direction.EAST)] * 2 == library.plays[0].written[1:]


def test_automation_is_shown_step_by_step_faster_or_only_in_the_end() -> None:
    """With one key, to the same place by the same steps."""
    seen, games = {}, []
    for name in ANIMATIONS:
        games.append(draw(STORE_ROOM, FIXTURE_RULES, legend=LEGEND))
        watched = watch(games[-1], "o", 1.0, settings=Settings(animation=name))
        seen[name] = len({canvas.cursor for canvas in watched.frames})

    assert {"normal": 10, "fast": 4, "off": 2} == seen
    assert 1 == len({game.digest() for game in games})


def test_a_replay_goes_by_the_settings_too() -> None:
    """Whoever must not see flashes watches replays as well."""
    recording = record(lambda: draw(CORRIDOR, FIXTURE_RULES, inventory=["fireball scroll"]), [Use(0, Point(11, 1))])

    def replay(settings: Settings, key: str = " ") -> Watched:
        start = Open(Film(Playback(recording)))
        return watch(lambda: draw("#@#", FIXTURE_RULES), key, 3.0, start=start, settings=settings)

    assert (10, 4) == (in_flight(replay(Settings())), flashing(replay(Settings())))
    assert 0 == flashing(replay(Settings(flashes=False)))
    assert [0, 0] == [in_flight(replay(Settings(animation="off"), key)) for key in (" ", "right")]


@pytest.mark.parametrize(
    ("kinds", "carried"),
    [
        (None, ["health potion", "fireball scroll"]),
        ((), []),
        (("potion",), ["health potion"]),
        (("fireball scroll", "elven bow"), ["fireball scroll"]),
        (("fire",), []),
    ],
)
def test_only_the_kinds_that_are_wanted_are_picked_up(kinds: tuple[str, ...] | None, carried: list[str]) -> None:
    """In passing, and by exploring; by their names or the last word of them. What no kind is called is nothing."""
    walked, explored = (draw(STORE_ROOM, FIXTURE_RULES, legend=LEGEND) for _ in range(2))
    watch(walked, *"l" * 10, settings=Settings(autopickup=kinds))
    watch(explored, "o", 1.0, settings=Settings(autopickup=kinds))

    assert carried == [item.kind.name for item in walked.world.player.inventory.slots if item]
    assert carried == [item.kind.name for item in explored.world.player.inventory.slots if item]


def test_a_kind_is_never_picked_up_again_after_one_key(tmp_path: Path) -> None:
    """From where it lies, or from the menu of one that is carried; the file says so."""
    file = tmp_path / "config.toml"
    store = SettingsFile(str(file), sections)
    game = draw("#@!.!.#", FIXTURE_RULES)
    watched = watch(game, "l", "i", "a", "n", "l", "l", "o", 1.0, settings_store=store)

    assert "From now on you leave health potions." in watched.last.text()
    assert 'never_pick_up = ["health potion"]\n' == file.read_text()
    assert "Explored." in watched.last.text()
    assert 1 == game.world.player.inventory.count

    left = attrs.evolve(read_settings(str(file), sections), hints=False)
    text = watch(game, "!", "h", "l", settings=left, settings_store=store).last.text()
    assert "From now on you pick up health potions." in text
    assert not file.read_text()
    assert 2 == game.world.player.inventory.count


def test_a_monster_that_is_examined_never_stops_the_player_again() -> None:
    """From the next automation on; the same key takes it back."""
    store = Memory()
    game = draw("#@.r....#", EMBER)
    watched = watch(game, "o", "x", "tab", "!", "escape", "x", "tab", "!", "!", settings_store=store)

    assert "Not with a rat in view: Tab attacks." in watched.after[1].text()
    assert "From now on rats never stop you." in watched.after[4].text()
    assert [("stops.ignore", ["rat"]), ("stops.ignore", None), ("stops.ignore", ["rat"])] == store.changed
    seen = watch(draw("#@.r....#", EMBER), "x", "l", "l", "!", "escape", "o", settings_store=Memory()).last.text()
    assert "Not with" not in seen


def test_what_is_dropped_may_be_left_for_good() -> None:
    """The list of what to drop says what the key does now."""
    store = Memory()
    game = draw("#@.#" + "\n####" * 8, EMBER, inventory=["potion of life"])
    text = watch(game, "d", "up", "up", "!", settings_store=store).last.text()

    assert [("never_pick_up", ["dart"])] == store.changed
    assert "!: pick up darts again" in text


def test_the_kinds_of_a_pile_are_chosen_from() -> None:
    """An unknown item by its look: that is its name."""
    store = Memory()
    game = draw("#@.#", EMBER)
    game.world.knowledge.appearances = shuffled(EMBER, PCG32(1))
    for name in ("potion of healing", "mace"):
        game.world.level.put(Item.of(EMBER.items[name]), game.world.player.at)
    look = known_kind(game.world, EMBER.items["potion of healing"]).name
    asked = watch(game, "!", settings_store=store).last.text()
    watch(game, "!", "b", settings_store=store)

    assert "a) Never pick up maces" in asked
    assert f"b) Never pick up {look}s" in asked
    assert [("never_pick_up", [look])] == store.changed


@pytest.mark.parametrize("key", ["o", "l"])
def test_of_a_pile_only_the_wanted_kinds_are_picked_up(key: str) -> None:
    """While exploring and in passing; by hand all of it is taken, in one turn."""
    game = draw("#@.#", EMBER)
    pile = [Item.of(EMBER.items["mail"]), Item.of(EMBER.items["javelin"]), Item.of(EMBER.items["mace"])]
    pile[2].dropped = True
    for item in pile:
        game.world.level.put(item, Point(2, 0))
    carried = {item.kind.name for item in game.world.player.inventory.slots if item}
    watched = watch(game, key, 1.0, settings=Settings(never_pick_up=("javelin",), hints=False))
    taken = {item.kind.name for item in game.world.player.inventory.slots if item} - carried

    assert {EMBER.items["mail"].name} == taken
    assert ["javelin", "mace"] == [item.kind.name for item in game.world.level.items_at(Point(2, 0))]
    assert "Left behind" not in watched.last.text()
    watch(game, "g")
    assert not game.world.level.items_at(Point(2, 0))


def test_the_goal_of_the_game_is_picked_up_whatever_is_set() -> None:
    """And cannot be ignored where it lies."""
    settings = Settings(autopickup=(), never_pick_up=("Ember",), hints=False)
    walked, explored, asked = (draw("#@.!#", EMBER, legend={"!": "Ember"}) for _ in range(3))
    watch(walked, "l", "l", settings=settings)
    watch(explored, "o", 1.0, settings=settings)
    text = watch(asked, "x", "l", "l", "!", settings_store=Memory()).last.text()

    for game in (walked, explored):
        assert "Ember" in [item.kind.name for item in game.world.player.inventory.slots if item]
    assert "You always pick up the Ember." in text


def test_items_that_are_not_wanted_are_not_left_behind() -> None:
    """Unwanted items are not mentioned."""
    ran = drive(draw(STORE_ROOM, FIXTURE_RULES, legend=LEGEND), Explore(Kinds(())))

    assert ([], "Explored.") == (ran.commands, ran.reason)


def test_a_rule_set_without_autopickup_has_none_whatever_is_set() -> None:
    """As the rules of the tutorials have it."""
    game = draw(STORE_ROOM, attrs.evolve(FIXTURE_RULES, autopickup=False), legend=LEGEND)
    watch(game, *"l" * 10, settings=Settings(autopickup=("potion",)))

    assert not any(game.world.player.inventory.slots)


def test_a_message_may_be_hidden_or_made_a_warning() -> None:
    """What is hidden is in the history; what stops ends an automation in the frame in which it is shown."""
    settings = Settings(messages=MessageFilter(hide=("health potion",), stop=("fireball scroll",)))
    game = draw(STORE_ROOM, FIXTURE_RULES, legend=LEGEND)
    watched = watch(game, "o", 3.0, "m", settings=settings)
    log, history = watched.after[2], watched.last
    x, y = spot(log, "You pick up the fireball scroll.")

    assert "health potion" not in log.text()
    assert "You pick up the health potion." in history.text()
    assert WARNING == log.rows[y][x].style.foreground
    assert Point(10, 1) == game.world.player.at
    assert "Explored" not in log.text()
