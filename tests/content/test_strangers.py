"""Rule sets of other authors that extend Ember: they are refused with a clear sentence, or can be played."""

from __future__ import annotations

import functools
import json
from typing import TYPE_CHECKING, Final

import pytest

from roguelike import cli
from roguelike.content.loader import ContentError, load_ruleset
from roguelike.engine.commands import Move, Search, TakeStairs
from roguelike.engine.dice import roll
from roguelike.engine.game import new_game
from roguelike.engine.geometry import COMPASS
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.parts.effects.delivery import Launch
from roguelike.engine.restore import restore
from roguelike.engine.rng import PCG32
from roguelike.engine.rules.fov_update import update_fov
from roguelike.engine.snapshot import snapshot
from tests.calls import count_calls

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Iterator

    from roguelike.engine.kinds.ruleset import RuleSet

LEVELS: Final = 'depths = 2\n[generator]\nlevels = [{ theme = "t", danger = 1 }, { theme = "t", danger = 1 }]'
MAX_CALLS: Final = 2_000_000
"""The maximum number of Python function calls for an impossible level: about two seconds."""
MAX_CALLS_A_TURN: Final = 60_000
STAIRS: Final = '{ pass = "stairs", up = "stairs up", down = "stairs down" }'
LOOKS: Final = ("red", "pale", "old", "thin", "long")
WAND: Final = '{{ word = "{}", color = [9, 9, 9] }}'
HYDRA: Final = """
[hydra]
glyph = { char = "H", color = [255, 95, 0] }
hit_points = 1000000
speed = 1000
stats = { attack = 10, defence = 0, damage = 3 }
mind = { think = "beast" }
"""
HYDRAS: Final = """
["twenty hydras"]
leader = "hydra"
members = [{ monster = "hydra", least = 20, most = 20 }]
dangers = [1, 2, 3, 4, 5, 6, 7, 8]
weights = [99999, 99999, 99999, 99999, 99999, 99999, 99999, 99999]
"""


CROWDED: Final = LEVELS.replace("danger = 1 }]", "danger = 1, hordes = 5 }]").replace("1 },", "1, hordes = 4 },")
BOLT: Final = """
["{}"]
glyph = {{ char = "*", color = [255, 95, 0] }}
on_hit = [{{ do = "launch", projectile = "{}" }}]
"""
LAST_BOLT: Final = BOLT.partition("on_hit")[0].format("dart of fire")


def passes(*them: str) -> str:
    """Return a theme with some passes after the one for rooms."""
    return "[t]\npasses = [" + ", ".join(['{ pass = "accrete" }', *them]) + "]"


def written(folder: pathlib.Path, **files: str) -> pathlib.Path:
    """Write a rule set that extends Ember."""
    folder = folder / "strange"
    folder.mkdir()
    head = 'extends = "ember"\ntitle = "Strange"\n'
    for name, text in {"ruleset": "", **files}.items():
        (folder / f"{name}.toml").write_text(head * (name == "ruleset") + text, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        (
            {"ruleset": LEVELS, "themes": passes(STAIRS, '{ pass = "cover", cover = "lava", percent = 9 }')},
            "themes.toml: t: passes: number 3: cover: expected the name of a cover (",
        ),
        (
            {"ruleset": LEVELS, "themes": passes(STAIRS, '{ pass = "doors", door = "grass" }')},
            "themes.toml: t: passes: number 3: door: expected the name of a ground (",
        ),
        ({"terrain": '[floor]\nfades = { to = "grass", rounds = 2 }'}, "terrain.toml: floor: fades: to: expected the"),
        ({"vaults": '[treasury.legend]\nC = { cover = "floor" }'}, "vaults.toml: treasury: legend: C: cover: expected"),
        ({"vaults": '[cell]\nfeeling = "\\u001b[2J"'}, "vaults.toml: cell: feeling: expected one line of at most 500"),
        ({"ruleset": '[climb]\ntold = "\\u202e"'}, "ruleset.toml: climb: told: expected one line of at most 500"),
        (
            {"ruleset": '[modes."a:b"]\nharm = 50\nsummary = "x"'},
            "ruleset.toml: modes: a:b: the name of a mode must not have ':' in it.",
        ),
        ({"ruleset": '[kits."a:b"]\nplan = "x"'}, "ruleset.toml: kits: a:b: the name of a kit must not have"),
        ({"ruleset": '[kits.gentle]\nplan = "x"'}, "ruleset.toml: kits: gentle: a mode has that name, too."),
        ({"ruleset": "[kits.cook]\nhit_points = 9"}, "ruleset.toml: kits: cook: plan: is missing"),
        ({"ruleset": f'[kits.cook]\nplan = "{"x" * 61}"'}, "ruleset.toml: kits: cook: plan: expected one line"),
        (
            {"ruleset": "[kits.lamplighter]\nhit_points = 9"},
            "ruleset.toml: kits: lamplighter: the first kit is the usual game, and has nothing but a plan.",
        ),
        (
            {"ruleset": '[kits.cook]\nplan = "x"\npossessions = [{ item = "pan" }]'},
            "ruleset.toml: kits: cook: possessions: number 1: item: expected the name of an item (",
        ),
        (
            {"ruleset": '[kits.cook]\nplan = "x"\npossessions = [{ item = "Ember", worn = true }]'},
            "ruleset.toml: kits: cook: 'possessions' has 'Ember' worn, which cannot be.",
        ),
        (
            {"ruleset": '[kits.cook]\nplan = "x"\ngauges = { salt = 7 }'},
            "ruleset.toml: kits: cook: 'gauges' has 'salt', which is no gauge.",
        ),
        (
            {"ruleset": '[kits.cook]\nplan = "x"\ngauges = { oil = 9000 }'},
            "ruleset.toml: kits: cook: 'start' must not be more than 'most'.",
        ),
        (
            {"ruleset": '[kits.cook]\nplan = "x"\ncompanions = ["rat", "rat", "rat"]'},
            "ruleset.toml: kits: cook: 'companions' are more than the 2 allies of 'most_allies'.",
        ),
        (
            {"ruleset": '[kits.cook]\nplan = "x"\ncompanions = ["cat"]'},
            "ruleset.toml: kits: cook: companions: number 1: expected the name of a monster (",
        ),
        ({"ruleset": '[fire]\nname = "\\u001b"'}, "ruleset.toml: fire: name: expected a name of 1 to 40"),
        ({"appearances": '[potion]\ncalled = "vial"'}, "appearances.toml: potion: 'called' must have {look} in it."),
        (
            {"appearances": '[wand]\ncalled = "{look} potion"\nlooks = [' + ", ".join(map(WAND.format, LOOKS)) + "]"},
            "ruleset.toml: things of two sorts are called 'pale potion' while they are unknown.",
        ),
        (
            {"ruleset": 'possessions = [{ item = "sword", number = 9 }]'},
            "ruleset.toml: 'possessions' has several 'sword' as one, which do not stack.",
        ),
        (
            {"ruleset": 'possessions = [{ item = "Ember", worn = true }]'},
            "ruleset.toml: 'possessions' has 'Ember' worn, which cannot be.",
        ),
        (
            {"ruleset": 'possessions = [{ item = "dagger", worn = true }, { item = "mace", worn = true }]'},
            "ruleset.toml: 'possessions' has both 'dagger' and 'mace' worn as weapon.",
        ),
        ({"ruleset": "[gauges.oil]\nlow = 5000"}, "ruleset.toml: gauges: oil: 'low' must not be more than 'most'."),
        ({"ruleset": "depths = 4"}, "ruleset.toml: 'depths' is 4, but 'generator' has 8 'levels': they must be"),
        (
            {"ruleset": "[generator.budget]\ntreasuries = [[2], [7, 9]]"},
            "ruleset.toml: generator: 'treasuries' number 2 names level 9 of 8.",
        ),
        (
            {"ruleset": '[generator.budget]\nguaranteed = [{ items = ["sword"], one_of = [0] }]'},
            "ruleset.toml: generator: 'guaranteed' number 1: 'one_of' names level 0 of 8.",
        ),
        (
            {"ruleset": CROWDED, "themes": passes(STAIRS, '{ pass = "hordes" }', '{ pass = "proof", monsters = 4 }')},
            "ruleset.toml: generator: 'levels' number 2 has 5 'hordes', but the theme 't' accepts 4 monsters at most.",
        ),
        (
            {"projectiles": BOLT.format("a", "b") + BOLT.format("b", "a")},
            "projectiles.toml: b: on_hit: number 1: projectile: 'a' leads back to itself: 'a' through 'b'.",
        ),
        (
            {"projectiles": "".join(BOLT.format(f"p{number}", f"p{number + 1}") for number in range(400))},
            "projectiles.toml: p20: on_hit: number 1: projectile: more than 20 entries lead from one to the next (put ",
        ),
    ],
)  # fmt: skip
def test_unplayable_rules_are_refused_with_their_place(
    tmp_path: pathlib.Path, files: dict[str, str], sentence: str
) -> None:
    """Even deep levels are checked on reading."""
    with pytest.raises(ContentError) as caught:
        load_ruleset(written(tmp_path, **files))

    assert str(caught.value).startswith(f"strange/{sentence}")


@pytest.mark.slow
@pytest.mark.parametrize(
    "files",
    [
        {"monsters": HYDRA + 'on_wound = [{ do = "hurt", amount = 1, radius = 5 }]', "hordes": HYDRAS},
        {"monsters": HYDRA + 'on_death = [{ do = "explode", radius = 20, step = 200 }]', "hordes": HYDRAS},
        {"terrain": '[floor]\nenter = [{ do = "teleport" }]'},
        {"terrain": "[floor]\nfalls = true"},
        {"terrain": '[floor]\nliquid = "deep"'},
        {"terrain": '[floor]\nfuel = { chance = 100, rounds = 10, becomes = "floor" }\nsparks = 100'},
        {"vaults": '[cell.legend]\nP = { captive = true, terrain = "wall" }'},
        {"hordes": '[rats]\non = "wall"'},
    ],
)
def test_odd_rule_sets_can_be_played_and_continued(tmp_path: pathlib.Path, files: dict[str, str]) -> None:
    """Damage that causes damage, endless steps, collapsing floors: every turn ends, and every save loads."""
    rules = load_ruleset(written(tmp_path, **files))

    assert all(saved == played for saved, played in _digests(rules))


def test_a_key_that_a_horde_carries_leaves_the_first_one_without_a_load(tmp_path: pathlib.Path) -> None:
    """On a level with only one horde, which carries the key."""
    vaults, hordes = (
        '{ pass = "vaults", pocket = { key = "key", weight = 1000000 } }',
        '{ pass = "hordes", first = [{ horde = "rats", weight = 1 }] }',
    )
    budget = "budget = { treasuries = [[1]], guaranteed = [], captives = [] }"
    ruleset = f'depths = 1\n[generator]\nlevels = [{{ theme = "t", danger = 2, hordes = 1 }}]\n{budget}'

    assert new_game(load_ruleset(written(tmp_path, ruleset=ruleset, themes=passes(vaults, STAIRS, hordes)))).events


def test_an_entry_may_name_one_that_comes_after_it(tmp_path: pathlib.Path) -> None:
    """The order of entries in a file does not matter, except in lists."""
    files = {"projectiles": BOLT.format("bomb", "dart of fire") + LAST_BOLT}
    kinds = load_ruleset(written(tmp_path, **files)).projectiles

    assert kinds["bomb"].on_hit == (Launch(kinds["dart of fire"]),)
    assert ["bomb", "dart of fire"] == list(kinds)[-2:]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("head", "why"),
    [
        (
            "width = 200\nheight = 200",
            "number 1: there are more than 60 monsters (themes.toml: warren: passes: number 14: monsters).",
        ),
        ("width = 24\nheight = 14", "number 1: "),
    ],
)
def test_a_level_that_cannot_be_made_is_soon_refused_with_its_place(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str], head: str, why: str
) -> None:
    """Even if it is large: the work is limited, not only the attempts."""
    levels = ", ".join(['{ theme = "warren", danger = 1, hordes = 50, random = 20 }'] * 8)
    folder = written(tmp_path, ruleset=f"[generator]\n{head}\nlevels = [{levels}]")
    calls = count_calls(lambda: cli.main(["map", "--rules", str(folder), "--seed", "7"]))
    error = capsys.readouterr().err

    assert f"cannot generate a level for rule set 'strange': ruleset.toml: generator: levels: {why}" in error
    assert calls < MAX_CALLS


def test_effects_of_a_step_count_in_the_work_of_a_turn(tmp_path: pathlib.Path) -> None:
    """Monsters that every step teleports, and again on arrival, wait for the next turn."""
    fast = "".join(f'["{name}"]\nspeed = 1000\n' for name in load_ruleset("ember").monsters)
    terrain = '[floor]\nenter = [{ do = "teleport" }]'
    game = new_game(load_ruleset(written(tmp_path, monsters=fast, terrain=terrain)), 7)
    worst = max(count_calls(functools.partial(game.play, Move(COMPASS[number % 8]))) for number in range(12))

    assert worst < MAX_CALLS_A_TURN


def _digests(rules: RuleSet) -> Iterator[tuple[str, str]]:
    """Walk at random and descend repeatedly; yield digests of the game as saved and loaded, and as played."""
    game, chance = new_game(rules, 1), PCG32(1)
    world = game.world
    for number in range(100):
        world.player.hit_points = world.player.max_hit_points = 500
        stairs = world.level.exit_at(Exit.DOWN)
        if number % 20 == 0 and stairs is not None and world.level.is_free(stairs):
            world.level.move(world.player, stairs)
            update_fov(world)
            game.play(TakeStairs("down"))
        game.play(Move(COMPASS[roll(chance, 0, 7)]) if number % 3 else Search())
        if game.outcome is not None:
            return
        if number % 20 == 0:
            plain = json.loads(json.dumps(snapshot(world)))
            yield restore(rules, plain).digest(), game.digest()
