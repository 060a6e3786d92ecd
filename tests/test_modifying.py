"""The steps of `docs/modifying.md`, followed to the letter."""

from __future__ import annotations

import pathlib
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from roguelike import __version__
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, PickUp, Use, Wait
from roguelike.engine.events import Refused
from roguelike.engine.game import new_game
from roguelike.engine.geometry import Direction, chebyshev_distance
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.fire import kindle
from roguelike.engine.scenario import draw, plan_levels
from roguelike.engine.state.item import Item
from roguelike.narration.narrator import Narrator

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet

ROOT = pathlib.Path(__file__).parent.parent
STEP = re.compile(r"`(?P<folder>hollows/)?(?P<file>\w+\.toml)`:\n\n```toml\n(?P<toml>.*?)```", re.DOTALL)
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
    for step in STEP.finditer((ROOT / "docs" / "modifying.md").read_text(encoding="utf-8")):
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


def test_the_page_has_all_the_steps() -> None:
    """A step that the test does not find would go untested."""
    page = (ROOT / "docs" / "modifying.md").read_text(encoding="utf-8")

    assert page.count("```toml") == len(STEP.findall(page)) == 14


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


def test_the_new_horde_comes_by_itself_and_strikes_and_is_off(hollows: RuleSet) -> None:
    """It is the heaviest where the danger is 1."""
    levels = [new_game(hollows, seed).world.level for seed in range(6)]
    game = draw("#@k...", hollows)
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


def test_the_new_terrain_hurts_who_steps_in(hollows: RuleSet) -> None:
    """Two hit points, and only once they are in it."""
    game = draw("@%...", hollows, legend={"%": "brambles"})

    game.play(Move(Direction.EAST))

    assert 38 == game.world.player.hit_points


def test_the_new_vault_is_built(hollows: RuleSet) -> None:
    """Somewhere on the levels where the first captive is held, behind thorns."""
    brambles = [kind.name for kind in hollows.terrain].index("brambles")

    assert any(brambles in level.cover for seed in range(4) for level in plan_levels(hollows, seed, 4))


def test_the_new_command_is_one_file(tmp_path: pathlib.Path) -> None:
    """It is written down, read and played, and no other file knows of it."""
    page = (ROOT / "docs" / "modifying.md").read_text(encoding="utf-8")
    (written,) = re.finditer(r"`(?P<file>[\w/]+\.py)`:\n\n```python\n(?P<python>.*?)```", page, re.DOTALL)
    shutil.copytree(ROOT / "roguelike", tmp_path / "roguelike", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / written["file"]).write_text(written["python"], encoding="utf-8")

    done = subprocess.run([sys.executable, "-c", NAP], cwd=tmp_path, capture_output=True, text=True, check=False)

    assert "" == done.stderr
    assert "['nap', 3] 3\n" == done.stdout


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
    page = (ROOT / "docs" / "modifying.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"\n```python\n(from .*?)```", page, re.DOTALL)
    asked = "print(any(isinstance(event, TurnEnded) for event in events), seen.turn, __version__)"

    done = subprocess.run([sys.executable, "-c", program + asked], cwd=ROOT, capture_output=True, text=True, check=True)

    assert f"True 1 {__version__}\n" == done.stdout
