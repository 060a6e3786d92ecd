"""The tar slug of Ember: it leaves a trail of oil, and burns when the trail is lit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Wait
from roguelike.engine.geometry import Point
from roguelike.engine.grid import board_of
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.restore import restore
from roguelike.engine.rules.fire import kindle
from roguelike.engine.snapshot import snapshot
from roguelike.narration.examine import examine
from tests.dark import others, scene
from tests.effort import some

if TYPE_CHECKING:
    from roguelike.engine.game import Game

EMBER = load_ruleset("ember")
SEEDS = range(some(60))
SLICK = "oil slick"
PASSAGE = """
    ##################
    #@..............t#
    ##################
    """
BEND = """
    ##########
    #@.......#
    #........#
    #........#
    #........#
    #........#
    #.......t#
    ##########
    """


def oiled(game: Game) -> list[Point]:
    """Return the cells with oil on them."""
    level = game.world.level
    return [at for at in level.grid.points() if (cover := level.cover_at(at)) is not None and cover.name == SLICK]


def outcome(seed: int, *, lit: bool) -> tuple[bool, int]:
    """Return whether the slug of a passage dies within 14 turns, and the HP that the waiting player loses."""
    game = scene(PASSAGE, EMBER, Mood.HUNTING, seed=seed)
    (slug,) = others(game)
    player = game.world.player
    while slug.at.x > 7:
        game.play(Wait())
    if lit:
        kindle(game.world, 1 << game.world.level.grid.index(slug.at.offset(2, 0)), 3)
    for _ in range(14):
        game.play(Wait())
    return not slug.is_alive, player.max_hit_points - player.hit_points


def test_a_lit_trail_burns_the_slug_from_a_distance() -> None:
    """Flames are faster than the slug, so a waiting player is rarely bitten; without fire it comes and bites."""
    lit = [outcome(seed, lit=True) for seed in SEEDS]
    unlit = [outcome(seed, lit=False) for seed in SEEDS]

    assert all(died for died, _ in lit)
    assert not any(died for died, _ in unlit)
    assert 4 * sum(lost for _, lost in lit) < sum(lost for _, lost in unlit)


def test_its_trail_has_no_gap_where_fire_would_stop() -> None:
    """A trail with diagonal steps burns from its start to the slug; the player's own cell stays dry."""
    for seed in SEEDS:
        game = scene(BEND, EMBER, Mood.HUNTING, seed=seed)
        (slug,) = others(game)
        game.world.player.hit_points = game.world.player.max_hit_points = 1000
        for _ in range(16):
            game.play(Wait())
        level = game.world.level
        trail = board_of(map(level.grid.index, oiled(game)))

        assert 8 <= trail.bit_count()
        assert not trail >> game.world.player.cell & 1
        assert trail == level.grid.flood(1 << slug.cell, trail, diagonally=False)


def test_a_slug_lays_no_oil_over_flames_or_lights() -> None:
    """Glowing covers stay, and it does not feed a fire that it crawls through."""
    game = scene('@...."t', EMBER, Mood.HUNTING, legend={'"': "fungus light"})
    (slug,) = others(game)
    while slug.at.x > 3:
        game.play(Wait())

    cover = game.world.level.cover_at(Point(5, 0))
    assert cover is not None
    assert "fungus light" == cover.name
    assert Point(4, 0) in oiled(game)
    assert restore(EMBER, snapshot(game.world)).digest() == game.digest()


def test_the_trail_is_described_under_the_slug_and_under_the_trail() -> None:
    """Examining either shows it in advance."""
    game = scene("@...t", EMBER, Mood.HUNTING)
    (slug,) = others(game)
    while slug.at.x > 2:
        game.play(Wait())
    seen = observe(game.world)
    about, trail = examine(seen, slug.at), examine(seen, Point(3, 0))

    assert about is not None
    assert "Leaves oil where it crawls. Light the trail: it burns too." in about.lines
    assert trail is not None
    assert "oil slick" == trail.name
