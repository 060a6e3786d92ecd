"""The steps of `docs/modifying.md`, followed to the letter."""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess
import sys
import textwrap
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike import __version__
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, PickUp, Use, Wait
from roguelike.engine.events import Refused
from roguelike.engine.game import begin, new_game
from roguelike.engine.geometry import Direction, Point, chebyshev_distance
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rng import PCG32
from roguelike.engine.rules.fire import kindle
from roguelike.engine.scenario import draw, plan_levels
from roguelike.engine.state.actor import Side
from roguelike.engine.state.item import Item
from roguelike.narration.narrator import Narrator

if TYPE_CHECKING:
    from roguelike.engine.draft import Contents
    from roguelike.engine.kinds.ruleset import RuleSet

ROOT = pathlib.Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "modifying.md").read_text(encoding="utf-8")
STEP = re.compile(r"`(?P<folder>hollows/)?(?P<file>\w+\.toml)`:\n\n```toml\n(?P<toml>.*?)```", re.DOTALL)
RECIPE = re.compile(r"(?:`(?P<file>roguelike/[^`]+)`:\n\n)?```(?P<kind>toml|python|diff)\n(?P<text>.*?)```", re.DOTALL)
NAP = """
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands.plain import decode, encode
from roguelike.engine.scenario import draw

game, nap = draw("@.....o", load_ruleset("classic")), decode(["nap", 3])
events = game.play(nap)
print(encode(nap), [type(event).__name__ for event in events].count("Moved"))
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """Do what the page says, outside the package."""
    home = tmp_path_factory.mktemp("home")
    for step in STEP.finditer(PAGE):
        folder = home / (step["folder"] or "caverns")
        folder.mkdir(exist_ok=True)
        with (folder / step["file"]).open("a", encoding="utf-8") as file:
            file.write(step["toml"])
    return home


@pytest.fixture(scope="module")
def caverns(home: pathlib.Path) -> pathlib.Path:
    """Return the folder of the first rule set."""
    return home / "caverns"


@pytest.fixture(scope="module")
def hollows(home: pathlib.Path) -> RuleSet:
    """Return the rule set that extends Ember."""
    return load_ruleset(home / "hollows")


def test_the_new_monster_and_the_new_item_are_in_the_game(caverns: pathlib.Path) -> None:
    """Both are common: some of the first levels must have them. What was removed is gone, and the rest is as it was."""
    ruleset, classic = load_ruleset(caverns), load_ruleset("classic")
    levels = [new_game(ruleset, seed).world.level for seed in range(10)]

    assert any(actor.kind.name == "cave bear" for level in levels for actor in level.actors)
    assert {*classic.monsters, "cave bear"} - {"kobold slinger"} == {*ruleset.monsters}
    assert (20, classic.monsters["orc"].stats) == (ruleset.monsters["orc"].hit_points, ruleset.monsters["orc"].stats)
    assert any(item.kind.name == "brew of embers" for level in levels for pile in level.items.values() for item in pile)


def test_the_new_item_does_both_things_and_is_told_in_the_new_words(caverns: pathlib.Path) -> None:
    """It heals 6 and burns the drinker and the neighbour for 4."""
    ruleset = load_ruleset(caverns)
    game = draw("@B", ruleset, hit_points=10)
    game.world.level.put(Item(ruleset.items["brew of embers"]), game.world.player.at)
    bear = game.world.level.actors[1]
    told = [Narrator(ruleset).tell(event) for event in game.play(PickUp())]

    assert "Into the sack goes the brew of embers." in [message.text for message in told if message is not None]
    bear.hit_points = 18
    game.world.player.hit_points = 10
    events = [type(event).__name__ for event in game.play(Use(slot=0))]
    assert ["Healed", "Exploded", "Harmed", "Harmed"] == events[:4]
    assert 14 == bear.hit_points


def test_the_new_condition_slows_whom_the_new_item_hits(caverns: pathlib.Path) -> None:
    """Half the speed for ten turns, in the words of the page."""
    ruleset = load_ruleset(caverns)
    game = draw("@....B", ruleset, inventory=["poppy bulb"])
    bear = game.world.level.actors[1]

    events = game.play(Use(0, bear.at))

    assert 60 == bear.speed
    told = [Narrator(ruleset).tell(event) for event in events]
    assert "The cave bear nods off." in [message.text for message in told if message is not None]


def test_the_new_room_has_what_its_legend_says(hollows: RuleSet) -> None:
    """Some game of twenty has it: a ring or charm on an altar, and a slinger with an oil flask."""
    games = [hollows.generator.contents(hollows, seed) for seed in range(20)]  # type: ignore[attr-defined]
    seed, depth = next((s, d) for s, game in enumerate(games) for d, level in enumerate(game) if _has_hoard(level))
    plan = list(plan_levels(hollows, seed, depth + 1))[-1]

    assert "You smell roses." in plan.feelings
    assert {"ring", "charm"} & {each.holds.kind.sort for each in plan.features if each.holds}
    assert ["kobold slinger"] == [
        each.kind.name for each in plan.monsters if each.carries and each.carries.kind.name == "oil flask"
    ]


def _has_hoard(level: Contents) -> bool:
    return any(room.name == "thorn hoard" for room in level.extras)


def test_the_new_horde_comes_by_itself_and_strikes_and_is_off(hollows: RuleSet) -> None:
    """It is the heaviest where the danger is 1."""
    levels = [new_game(hollows, seed).world.level for seed in range(40)]
    game = draw("#@k...", hollows, legend={"k": "marsh hawk"})
    hawk = game.world.level.actors[1]
    hawk.mood = Mood.HUNTING

    distances = []
    for _ in range(8):
        game.play(Wait())
        distances.append(chebyshev_distance(game.world.player.at, hawk.at))

    assert any(actor.kind.name == "marsh hawk" for level in levels for actor in level.actors)
    assert 1 in distances
    assert max(distances) > 1


def test_the_new_charm_puts_fire_out_and_takes_its_time(hollows: RuleSet) -> None:
    """It has one charge, and two hundred rounds later one again."""
    game = draw("@.....", hollows, inventory=["charm of rain"])
    carried = game.world.player.inventory
    slot, charm = next((slot, item) for slot, item in enumerate(carried.slots) if item and item.kind.has_charges)
    kindle(game.world, 0b1000, 5)

    game.play(Use(slot))

    assert not game.world.level.burning
    assert isinstance(game.play(Use(slot))[0], Refused)
    for _ in range(200):
        game.play(Wait())
    assert 1 == charm.charges


def test_the_new_terrain_hurts_actors_that_enter_it(hollows: RuleSet) -> None:
    """Two hit points, and only once they are in it."""
    game = draw("@%...", hollows, legend={"%": "brambles"})

    game.play(Move(Direction.EAST))

    assert 38 == game.world.player.hit_points


def test_the_new_vault_is_built(hollows: RuleSet) -> None:
    """Somewhere on the levels where the first captive is held, behind thorns."""
    brambles = [kind.name for kind in hollows.terrain].index("brambles")

    assert any(brambles in level.cover for seed in range(4) for level in plan_levels(hollows, seed, 4))


def test_the_new_bonds_are_cut_beside_captors_that_keep_a_truce(hollows: RuleSet) -> None:
    """On some level of a few; three turns beside it free the captive, and the neutral captors let that happen."""
    others = {name: kind for name, kind in hollows.vaults.items() if kind.role != "captive"}
    rules = attrs.evolve(hollows, vaults={**others, "thorn market": hollows.vaults["thorn market"]})
    plan = next(plan for plan in plan_levels(rules, 1, 8) if any(each.mood is Mood.TRUCE for each in plan.monsters))
    game = begin(rules, plan, 1, PCG32(1))
    level = game.world.level
    captive = next(each for each in level.actors if each.side is Side.NONE and each.mood is Mood.HELD)
    level.move(game.world.player, next(at for at in map(captive.at.step, Direction) if level.is_walkable(at)))
    for _ in range(3):
        assert captive.side is Side.NONE
        game.play(Wait())

    assert captive.side is Side.PLAYER
    assert level.feature_at(captive.at) is None
    assert any(each.mood is Mood.TRUCE for each in level.actors)


def test_the_new_lesson_is_laid_on_the_first_levels(hollows: RuleSet) -> None:
    """In most of a few games, with an item of the level's own among the thorns."""
    brambles = [kind.name for kind in hollows.terrain].index("brambles")
    plans = [next(iter(plan_levels(hollows, seed, 1))) for seed in range(6)]

    assert sum(brambles in plan.cover for plan in plans) >= 3


def test_the_new_kit_starts_with_a_hawk(home: pathlib.Path) -> None:
    """By the path of the rule set, in its mode, too."""
    for name in ("hollows:falconer", "hollows:falconer:gentle"):
        world = new_game(load_ruleset(f"{home}/{name}"), 1).world
        carried = [item.kind.name for item in world.player.inventory.slots if item is not None]
        hawk = next(actor for actor in world.level.actors if actor.side is Side.PLAYER and not actor.is_player)

        assert (36, 800) == (world.player.hit_points, world.player.gauges["oil"])
        assert ["rapier", "leather armour", "charm of rain"] == carried
        assert "marsh hawk" == hawk.kind.name
        assert name.endswith(":gentle") == (world.ruleset.harm == 50)


def test_the_new_way_burns_on_the_climb(hollows: RuleSet) -> None:
    """The first change that is listed is possible in a long hall."""
    assert hollows.climb is not None
    hall = "#" * 32
    game = draw(f"{hall}\n@{'.' * 30}>\n{hall}", hollows, legend={">": "stairs up"})
    burns, *others = hollows.climb.changes
    level = game.world.level

    assert (3, 2) == (hollows.climb.changed, len(others))
    assert burns.apply(game.world, [level.grid.index(Point(x, 1)) for x in range(1, 32)])
    assert level.burning
    assert level.cells("asks")


def recipes() -> list[tuple[str, str, str]]:
    """Return the file, the sort and the text of each block that changes the package; a diff may go on with a file."""
    found: list[tuple[str, str, str]] = []
    for block in RECIPE.finditer(PAGE):
        if block["file"]:
            found.append((block["file"], block["kind"], block["text"]))
        elif block["kind"] == "diff":
            found.append((found[-1][0], "diff", block["text"]))
    return found


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """Return a folder with a copy of the package to which all recipes were applied, in the order of the page."""
    folder = tmp_path_factory.mktemp("changed")
    shutil.copytree(ROOT / "roguelike", folder / "roguelike", ignore=shutil.ignore_patterns("__pycache__"))
    for name, kind, text in recipes():
        file = folder / name
        before = file.read_text(encoding="utf-8") if file.exists() else ""
        gap = "\n\n" if kind == "python" and before else ""
        file.write_text(patched(name, before, text) if kind == "diff" else before + gap + text, encoding="utf-8")
    return folder


def patched(name: str, text: str, diff: str) -> str:
    """Return a text with a block of the page applied, whose lines must stand in it once."""
    old = "".join(f"{line[1:]}\n" for line in diff.splitlines() if line[:1] != "+")
    new = "".join(f"{line[1:]}\n" for line in diff.splitlines() if line[:1] != "-")
    assert 1 == text.count(old), f"docs/modifying.md: these lines are not in {name} once:\n{old}"
    return text.replace(old, new)


def run(changed: pathlib.Path, program: str) -> str:
    """Return what a program prints that imports the changed package, and the helpers of the tests."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(changed), str(ROOT)))}
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        cwd=changed,
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert "" == done.stderr
    return done.stdout


def test_every_block_of_the_page_belongs_to_a_step() -> None:
    """One that the tests do not find would go untested; the last example of Python is run by itself."""
    kinds = [kind for _, kind, _ in recipes()]

    assert PAGE.count("```toml") == len(STEP.findall(PAGE)) + kinds.count("toml")
    assert PAGE.count("```diff") == kinds.count("diff") > 0
    assert PAGE.count("```python") == kinds.count("python") + 1


def test_the_recipes_pass_ruff(changed: pathlib.Path) -> None:
    """As they stand, with the settings of the project."""
    files = {file for file, kind, _ in recipes() if file.endswith(".py")}
    for arguments in (["check"], ["format", "--check"]):
        command = [
            sys.executable,
            "-m",
            "ruff",
            *arguments,
            "--no-cache",
            "--config",
            str(ROOT / "pyproject.toml"),
            *files,
        ]
        done = subprocess.run(command, cwd=changed, capture_output=True, text=True, check=False)
        assert 0 == done.returncode, done.stdout


def test_the_new_behaviour_circles_the_player_and_strikes(changed: pathlib.Path) -> None:
    """On more than one cell beside them; its horde comes to the first levels."""
    told = run(
        changed,
        """
        from roguelike.content.loader import load_ruleset
        from roguelike.engine.commands import Wait
        from roguelike.engine.geometry import chebyshev_distance
        from roguelike.engine.kinds.moods import Mood
        from roguelike.engine.scenario import draw, plan_levels

        ember = load_ruleset("ember")
        game = draw("......\\n..@f..\\n......", ember)
        player, fighter = game.world.level.actors
        fighter.mood = Mood.HUNTING
        events, cells = [], set()
        for _ in range(20):
            player.hit_points = 40
            events += [type(event).__name__ for event in game.play(Wait())]
            cells.add(fighter.at)
        print(sum(chebyshev_distance(player.at, at) == 1 for at in cells) > 1, "Struck" in events)
        levels = [level for seed in range(10) for level in plan_levels(ember, seed, 3)]
        print(any(monster.kind.name == "pit fighter" for level in levels for monster in level.monsters))
        """,
    )

    assert "True True\nTrue\n" == told


def test_the_new_potion_is_unknown_and_raises_the_armour(changed: pathlib.Path) -> None:
    """It has a look of its own, its condition has its words, and its chances can be counted."""
    told = run(
        changed,
        """
        from roguelike.content.loader import load_ruleset
        from roguelike.engine.commands import Use
        from roguelike.engine.observation import observe
        from roguelike.engine.scenario import draw
        from roguelike.narration.narrator import Narrator

        ember = load_ruleset("ember")
        game = draw("@.....", ember, inventory=["potion of stone skin"])
        player = game.world.player
        slot = next(at for at, item in enumerate(player.inventory.slots) if item and "stone" in item.kind.name)
        print(observe(game.world).me.inventory.slots[slot].kind.name.endswith(" potion"))
        armour = player.stats.armour
        told = [Narrator(ember).tell(event) for event in game.play(Use(slot))]
        print(player.stats.armour - armour, *(message.text for message in told if message and "Your" in message.text))
        """,
    )
    counted = [sys.executable, "-m", "roguelike", "odds", "ember", "--games", "20"]
    subprocess.run(counted, cwd=changed, capture_output=True, check=True)

    assert "True\n5 Your skin turns to stone.\n" == told
    assert '"potion of stone skin" = ' in (changed / "roguelike/content/ember/odds.toml").read_text(encoding="utf-8")


def test_the_new_cover_is_laid_and_burns_at_once(changed: pathlib.Path) -> None:
    """On levels of the first theme; a spark leaves nothing of it."""
    told = run(
        changed,
        """
        from roguelike.content.loader import load_ruleset
        from roguelike.engine.commands import Wait
        from roguelike.engine.game import new_game
        from roguelike.engine.geometry import Point
        from roguelike.engine.rules.fire import kindle
        from roguelike.engine.scenario import draw

        ember = load_ruleset("ember")
        leaves = [kind.name for kind in ember.terrain].index("dry leaves")
        print(any(leaves in new_game(ember, seed).world.level.cover for seed in range(5)))
        game = draw("@......,", ember, legend={",": "dry leaves"})
        level = game.world.level
        print(level.cover[level.grid.index(Point(7, 0))] == leaves)
        kindle(game.world, 1 << level.grid.index(Point(7, 0)), 1)
        game.play(Wait())
        game.play(Wait())
        print(leaves in level.cover)
        """,
    )

    assert "True\nTrue\nFalse\n" == told


def test_the_new_event_is_told_after_a_search(changed: pathlib.Path) -> None:
    """Once, after five turns, in the words of the page."""
    told = run(
        changed,
        """
        from roguelike.content.loader import load_ruleset
        from roguelike.engine.commands import Search
        from roguelike.engine.scenario import draw
        from roguelike.narration.narrator import Narrator

        ember = load_ruleset("ember")
        game = draw("@.....", ember)
        told = [Narrator(ember).tell(event) for _ in range(5) for event in game.play(Search())]
        print(*(message.text for message in told if message))
        """,
    )

    assert "You have searched everything within 7 steps.\n" == told


def test_the_new_statistic_is_shown(changed: pathlib.Path) -> None:
    """The turns of the shortest victory; none before the first."""
    told = run(
        changed,
        """
        from roguelike.store.listings import ScoreLine
        from roguelike.store.statistics import Ended, figures
        from roguelike.play.statistics import statistics_lines
        from tests.library_fixtures import noon

        ended = {300: "won", 100: "died", 200: "won"}
        for turns in ([100], [300, 100, 200]):
            lines = [ScoreLine("ann", "Ember", ended[turn], 1, turn, 0, 1, noon(turn // 20)) for turn in turns]
            told = statistics_lines(figures(Ended(line, "", {}) for line in lines), 80)
            print(*(line for line in told if line.startswith("Fastest")))
        """,
    )

    assert "Fastest win none\nFastest win 200 turns\n" == told


def test_the_new_screen_opens_by_its_key_and_its_word(changed: pathlib.Path) -> None:
    """On the full screen and in line mode, with the kills of the game; no key of any preset is lost by it."""
    told = run(
        changed,
        """
        from roguelike.content.loader import load_ruleset
        from roguelike.engine.scenario import draw
        from tests.line.talking import talk
        from tests.watching import watch

        game = draw("@.....", load_ruleset("ember"))
        print("None yet." in watch(game, "P").last.text())
        game.world.tally.kills["rat"] = 3
        print("3 rat" in watch(game, "P").last.text(), "3 rat" in watch(game, "P", "escape").last.text())
        print(talk("@.....", rules=load_ruleset("ember")).say("kills")[0])
        """,
    )

    assert "True\nTrue False\nNone yet.\n" == told


def test_the_new_command_is_one_file(changed: pathlib.Path) -> None:
    """It is written down, read and played, and no other file knows of it."""
    assert "['nap', 3] 3\n" == run(changed, NAP)


@pytest.mark.parametrize("name", ["caverns", "hollows"])
def test_it_is_shown_and_played_by_its_path(home: pathlib.Path, name: str) -> None:
    """The two calls that the page ends with; the second without a screen."""
    for arguments in (["map", "--seed", "1"], ["autoplay", "--seed", "1", "--turns", "30"]):
        done = subprocess.run(
            [sys.executable, "-m", "roguelike", *arguments, "--rules", str(home / name)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert "" == done.stderr
        assert 0 == done.returncode


def test_the_public_names_of_the_page_play_a_game() -> None:
    """As a program of somebody else would."""
    (program,) = re.findall(r"\n```python\n(from .*?)```", PAGE, re.DOTALL)
    asked = "print(any(isinstance(event, TurnEnded) for event in events), seen.turn, __version__)"

    done = subprocess.run([sys.executable, "-c", program + asked], cwd=ROOT, capture_output=True, text=True, check=True)

    assert f"True 1 {__version__}\n" == done.stdout
