"""Rule sets that extend Ember, as strangers may write them: a sentence says what is wrong, or they can be played."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

import pytest

from roguelike.content.loader import ContentError, load_ruleset
from roguelike.engine.commands import Move, Search, TakeStairs
from roguelike.engine.dice import roll
from roguelike.engine.game import new_game
from roguelike.engine.geometry import COMPASS
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.restore import restore
from roguelike.engine.rng import PCG32
from roguelike.engine.rules.fov_update import update_fov
from roguelike.engine.snapshot import snapshot

if TYPE_CHECKING:
    import pathlib

    from roguelike.engine.kinds.ruleset import RuleSet

LEVELS: Final = '[generator]\nlevels = [{ theme = "t", danger = 1 }, { theme = "t", danger = 1 }]'
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


def passes(*them: str) -> str:
    """Return a theme of some passes after the one that makes rooms."""
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
    ],
)  # fmt: skip
def test_what_could_not_be_played_is_refused_with_its_place(
    tmp_path: pathlib.Path, files: dict[str, str], sentence: str
) -> None:
    """And no level further down is the first to show it."""
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
def test_whatever_else_it_says_it_can_be_played_and_gone_on_with(tmp_path: pathlib.Path, files: dict[str, str]) -> None:
    """Wounds that wound, steps that never end, floors that fall: every turn ends, and every save loads."""
    rules = load_ruleset(written(tmp_path, **files))

    _play(rules)


def test_a_key_that_a_horde_carries_leaves_the_first_one_without_a_load(tmp_path: pathlib.Path) -> None:
    """Where a level has but one horde, and that has the key."""
    vaults, hordes = (
        '{ pass = "vaults", pocket = { key = "key", weight = 1000000 } }',
        '{ pass = "hordes", first = [{ horde = "rats", weight = 1 }] }',
    )
    ruleset = '[generator]\nlevels = [{ theme = "t", danger = 2, hordes = 1 }]\nbudget = { treasuries = [[1]] }'

    assert new_game(load_ruleset(written(tmp_path, ruleset=ruleset, themes=passes(vaults, STAIRS, hordes)))).events


def _play(rules: RuleSet) -> None:
    """Walk about by chance, go down again and again, and save and load meanwhile."""
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
            assert restore(rules, plain).digest() == game.digest()
