"""Checks of a loaded world beyond those of each field."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from roguelike.engine.events import PLAYER_ID
from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.grid import bitboard
from roguelike.engine.kinds.limits import TURN
from roguelike.engine.plain import BadPlain
from roguelike.engine.state.actor import Side
from roguelike.engine.state.frozen_level import thaw
from roguelike.engine.state.world import Phase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.item import Item
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World


def validate(world: World) -> None:
    """Put the player of a world that was read on its level, and check the fields against each other.

    Raises:
        BadPlain: the world is inconsistent; the message says how.
    """
    _check_terrain(world.level)
    _check_player(world)
    _check_monsters(world, world.level)
    for actor in (world.player, *world.level.actors):
        _check_actor(world, actor)
    _check_gauges(world)
    _place_all(world)
    _check_items(world, world.level)
    _check_possession(world)
    _check_knowledge(world)
    _check_flights(world)
    _check_phase(world)
    _check_levels(world)


_ANY = bytes([0]) + b"\1" * 255


def _require(truth: bool, sentence: str) -> None:  # noqa: FBT001 -- reads as a sentence
    if not truth:
        raise BadPlain(sentence)


def _check_terrain(level: Level) -> None:
    kinds = level.kinds
    _require(all(kinds[code].layer == "ground" for code in dict.fromkeys(level.terrain)), "the ground is no cover")
    covers = [code for code in dict.fromkeys(level.cover) if code]
    _require(all(kinds[code].layer == "cover" for code in covers), "what covers the ground is a cover")
    bare = not covers or not bitboard(level.cover.translate(_ANY)) & ~level.cells("bears")
    _require(bare, "nothing covers ground that bears no cover")
    _require(not level.burning & ~level.cells("bears"), "nothing burns on ground that bears no cover")
    remembered = (*level.outdated, *level.seen_features, *level.seen_captives)
    _require(all(level.explored[cell] for cell in remembered), "what the player remembers was seen")
    _require(all(each.cells for each in level.veils), "what lies over the level lies over some of it")
    _require(all(each.isprintable() for each in level.felt), "what is felt is a line of text")
    _check_makers(level)
    ground = all(kinds[each.ground].layer == "ground" for each in level.passing.values())
    _require(ground, "what passes leaves ground")
    withered = [kinds[each.before] for each in level.covering.values() if each.before]
    _require(all(kind.layer == "cover" for kind in withered), "what withers leaves a cover or nothing")


def _check_makers(level: Level) -> None:
    _require(bool(level.fire) or level.fire_maker is None, "whoever lit the fire is told while something burns")
    _require(set(level.gas_makers) <= set(level.gas), "whoever let a gas out is told while there is some")


def _check_player(world: World) -> None:
    player, shape = world.player, world.ruleset.inventory
    _require(player.id == PLAYER_ID, f"the player's number is {PLAYER_ID}")
    _require(player.kind is world.ruleset.player, "the player is of the player's kind")
    slots = player.inventory.slots
    keepsakes = world.ruleset.keepsakes
    _require(len(slots) == shape.slots + keepsakes, f"the player has {shape.slots + keepsakes} slots")
    gapless = None not in slots or not any(slots[slots.index(None) :])
    _require(gapless or not shape.compact, "a compact inventory has no gaps")
    _require(player.side == Side.PLAYER, "the player is on the player's side")
    player.inventory.compact, player.inventory.keepsakes = shape.compact, keepsakes
    kept = [slot >= shape.slots for slot, item in enumerate(slots) if item is not None and item.kind.kept]
    _require(all(kept), "what is kept has a slot of its own")
    _require(all(item is None or item.kind.kept for item in slots[shape.slots :]), "only what is kept has such a slot")


def _check_monsters(world: World, level: Level) -> None:
    """Check that monsters are in the order of rising ids, and have no slots."""
    last = PLAYER_ID
    for actor in level.actors:
        _require(actor.id > last, "monsters are numbered in rising order, after the player")
        _require(actor.kind is not world.ruleset.player, "there is one player")
        _require(not actor.inventory.slots, "monsters have no slots")
        last = actor.id


def _check_gauges(world: World) -> None:
    """Check that the player's gauges are those of the rule set, and no more than full."""
    known = world.ruleset.gauges
    _require(set(world.player.gauges) <= set(known), "the player's gauges are those of the rule set")
    for name, amount in world.player.gauges.items():
        _require(amount <= known[name].most, "no gauge is more than full")


def _check_actor(world: World, actor: Actor) -> None:
    _require(actor.leader != actor.id != actor.summoner, "nobody follows or calls themselves")
    _require(actor.burned_on is None or actor.burned_on <= world.round, "nobody burned in the future")
    _require(actor.is_player or not (actor.gauges or actor.covered), "only the player has gauges, and a lamp")
    _require(not actor.is_fallen or (actor.side is Side.PLAYER and not actor.is_player), "only allies lie fallen")
    _require(not actor.is_player or actor.carries is None, "the player has slots for what they carry")
    _check_loose([] if actor.carries is None else [actor.carries])
    _require(actor.hit_points <= actor.max_hit_points, "nobody has more hit points than can be")
    _require(not actor.noticed_on or actor.noticed_on <= world.turn, "nobody has noticed anything in the future")


def _place_all(world: World) -> None:
    """Rebuild the positions of all actors; a dead player is not on the level."""
    level, player = world.level, world.player
    monsters, level.actors = level.actors, []
    for actor in (player, *monsters):
        _require(level.is_walkable(actor.at), "everybody stands where one can walk")
        _require(level.actor_at(actor.at) in (None, actor), "nobody stands on a cell that is taken")
        if actor is not player or actor.is_alive:
            level.add(actor)
    level.locate(player, player.at)


def _check_items(world: World, level: Level) -> None:
    piles = world.ruleset.piles or all(len(pile) == 1 for pile in level.items.values())
    _require(piles, "a cell holds one item")
    loose = [item for found in (level.items, level.remembered) for pile in found.values() for item in pile]
    loose += [projectile.item for projectile in level.projectiles if projectile.item is not None]
    loose += [feature.holds for feature in level.features.values() if feature.holds is not None]
    _check_loose(loose)


def _check_loose(items: Iterable[Item]) -> None:
    for item in items:
        _check_item(item)
        _require(not item.worn, "nobody wears what they do not carry")


def _check_item(item: Item) -> None:
    _require(item.number == 1 or item.kind.stacks, "only what stacks is more than one")
    _require(item.home is None or item.kind.stays, "only what stays on its level has a home")
    _require(item.charges <= item.most_charges, "nothing has more charges than it can have")


def _check_possession(world: World) -> None:
    """Check that the player wears at most one item in each place."""
    carried = [item for item in world.player.inventory.slots if item is not None]
    for item in carried:
        _check_item(item)
    places = [item.kind.equips for item in carried if item.worn]
    _require(all(places), "what is worn can be worn")
    _require(len(set(places)) == len(places), "one thing is worn in a place")


def _check_knowledge(world: World) -> None:
    """Check that each disguised kind has an appearance of its sort and of its own, and is learned once."""
    known, things = world.knowledge, world.ruleset.things
    for name, look in known.appearances.items():
        kind, stand_in = things.get(name), world.ruleset.stand_ins.get((look, ""))
        _require(kind is not None and kind.disguised, "only what is disguised has an appearance")
        fits = kind is not None and stand_in is not None and stand_in.sort == kind.sort
        _require(fits, "an appearance is one of its sort")
    _require(len(set(known.appearances.values())) == len(known.appearances), "no two kinds look the same")
    for names in (known.identified, known.judged):
        _require(all(name in known.appearances for name in names), "only what is disguised is to be learned")
        rising = all(before < after for before, after in itertools.pairwise(names))
        _require(rising, "what is known is listed once, in rising order")


def _check_flights(world: World) -> None:
    """Check that flights go from cell to cell, and not in walls; the thrower can be dead."""
    for projectile in world.level.projectiles:
        steps = itertools.pairwise([projectile.at, *projectile.path])
        _require(all(chebyshev_distance(*step) == 1 for step in steps), "a flight goes from cell to cell")
        is_open = world.level.is_flyable(projectile.at) or world.level.is_walkable(projectile.at)
        _require(is_open, "nothing flies in a wall")
        _require((projectile.kind is None) is not (projectile.item is None), "a missile flies, or an item does")
        flung = projectile.item is None or projectile.item.kind.thrown is not None
        _require(flung, "only what can be thrown flies")
        thrower = projectile.thrower
        _require(thrower.is_player == (thrower.kind is world.ruleset.player), "who throws is the player, or is not")


def _check_phase(world: World) -> None:
    over = world.outcome is not None
    flies = bool(world.level.projectiles)
    _require((world.outcome == "died") is not world.player.is_alive, "the player is dead just where the game says so")
    _require((world.phase == Phase.OVER) is over, "the phase is over just where the game is")
    _require(not (over and flies), "nothing flies when the game is over")
    choosing = world.phase in (Phase.COMMAND, Phase.OVER)
    _require(not choosing or world.leaving is None, "who is to choose is not leaving")
    _require(choosing or flies, "time stands still only where something flies")
    acting = world.phase == Phase.ACTORS
    _require(acting or not world.acting, "somebody acts only in the phase of the actors")
    _require(not (choosing and world.budget_spent), "a turn begins with nothing done")
    _require(world.phase != Phase.COMMAND or world.player.energy >= TURN, "who is to choose has the energy of a turn")
    may_lie = world.ruleset.removes_dead_late and (flies or not choosing)
    _require(may_lie or all(actor.is_alive for actor in world.level.actors), "the dead leave the level")


def _check_levels(world: World) -> None:
    """Check that every level that was left can be entered again, and no actor is in two places."""
    depths = world.ruleset.depths
    _require(world.depth <= depths and all(depth <= depths for depth in world.frozen), "no level is below the last")
    _require(world.tally.least_depth < max(2, depths), "nobody has come up from below the last level")
    _require(world.depth not in world.frozen, "the player is not on a level that was left")
    elsewhere = [arrival.actor for arrival in world.arrivals if arrival.actor is not None]
    for depth in sorted(world.frozen):
        _require(world.frozen[depth].left_on <= world.round, "no level was left in the future")
        level = thaw(world.frozen[depth], world.ruleset)
        _check_left(world, level)
        elsewhere += level.actors
    for actor in elsewhere:
        _check_actor(world, actor)
    _check_loose(item for arrival in world.arrivals for item in arrival.items)
    ids = [actor.id for actor in (world.player, *world.level.actors, *elsewhere) if not actor.is_player]
    _require(len(set(ids)) == len(ids), "nobody is in two places")
    counts = world.ruleset.counts_rounds
    _require(not counts or max(ids, default=PLAYER_ID) < world.next_id, "whoever comes next has a number of their own")
    _require(counts or not world.next_id, "nobody comes where no rounds are counted")
    _require(all(arrival.depth <= depths for arrival in world.arrivals), "nobody is on the way below the last level")
    _require(PLAYER_ID not in [actor.id for actor in elsewhere], "the player is on no other level")


def _check_left(world: World, level: Level) -> None:
    _check_monsters(world, level)
    _check_terrain(level)
    _check_items(world, level)
    _require(not level.projectiles, "nothing flies on a level that was left")
    _require(all(actor.is_alive for actor in level.actors), "the dead leave the level")
    cells = [actor.at for actor in level.actors]
    _require(len(set(cells)) == len(cells), "nobody stands on a cell that is taken")
    _require(all(map(level.is_walkable, cells)), "everybody stands where one can walk")
