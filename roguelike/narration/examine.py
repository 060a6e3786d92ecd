"""The description of a cell that the player examines."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import attrs

from roguelike.classes import frozen
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.terrain import TerrainKind
from roguelike.engine.parts.effects.damage import stats_thrown
from roguelike.engine.preview import preview_use
from roguelike.engine.rules.blows import attack_modifiers, on_player, with_modifiers
from roguelike.engine.rules.captives import ROUNDS_TO_FREE
from roguelike.engine.rules.fuses import fuse_of
from roguelike.engine.rules.identity import item_ref
from roguelike.engine.rules.most_damage import most_of_act, most_this_turn
from roguelike.engine.rules.odds import blow, blows_to_kill
from roguelike.engine.rules.tides import rising_soon
from roguelike.engine.state.actor import Side
from roguelike.english import capital, counted
from roguelike.narration.conditions import most_told
from roguelike.narration.costs import air_told, done_to_player
from roguelike.narration.earshot import earshot, heard_within, loudness
from roguelike.narration.fallen import fallen_facts, raised_facts
from roguelike.narration.gear_numbers import numbers_told
from roguelike.narration.item_comparison import charges_told, compared
from roguelike.narration.piles import from_the_top, topmost
from roguelike.narration.presentation import presentation
from roguelike.narration.refusals import NO_MORE_ALLIES
from roguelike.narration.tactics import (
    countdowns,
    quiver_told,
    raised_told,
    roof_told,
    stab_told,
    toughness,
    turns_of_attack,
)
from roguelike.narration.threat import MAX_ROUNDS, company, turns_to_live
from roguelike.narration.unknown import odds_told

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.families import CombatModel
    from roguelike.engine.kinds.features import FeatureKind
    from roguelike.engine.observation import Observation
    from roguelike.engine.rules.odds import HitOdds
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.area_effect import Veiling
    from roguelike.engine.state.condition import Condition
    from roguelike.engine.state.item import Item
    from roguelike.narration.inventory_rows import InventoryRow


EMPTY: Final = "Empty."
DIMMED: Final = "Dim {0}: something near dims your light to {0} cells."
MOST: Final = "Max {}: the most damage that you can take this turn."
HELD_OPEN: Final = "Doors stay open on this level."
_NEUTRAL: Final = {
    Mood.TRUCE: "Neutral: keeps a truce until it is wounded",
    Mood.DUELLING: "Neutral, fights the other: wound one, and the other follows you. Whichever wins alone turns on you",
}
"""Descriptions of the moods of neutral monsters other than captives."""
_VEILED: Final[dict[Veiling, str]] = {"wet": "Wet: nothing burns here.", "dark": "Dark: nobody here sees you."}


@frozen
class Description:
    """The name of a cell's main thing, with lines of facts."""

    name: str
    lines: tuple[str, ...] = ()
    beneath: tuple[str, ...] = ()
    """The names of other things on the cell, the topmost first."""

    @property
    def text(self) -> str:
        """The lines as sentences."""
        return sentences(self.lines)


def sentences(lines: Sequence[str]) -> str:
    """Join facts to sentences; a fact in lower case continues the one before it."""
    text = ""
    for line in lines:
        if not text:
            text = capital(line)
        elif text.endswith(":"):
            text += f" {line}"
        elif line[:1].islower() and not text.endswith("."):
            text += f", {line}"
        else:
            text = f"{text.removesuffix('.')}. {capital(line)}"
    return text


def examine(seen: Observation, point: Point | None, *, tells_blows: bool = True) -> Description | None:
    """Describe the actor on a cell, else its items, else its terrain; None if unknown.

    Out of view it describes what was last seen there, if the rule set remembers items.
    Without `tells_blows` it leaves out the player's attacks: another item is being aimed.
    If the rule set has piles, other things on the cell are named beneath the first.
    """
    if point is None:
        return None
    found, note = _described(seen, point, tells_blows=tells_blows), seen.level.notes.get(seen.level.grid.index(point))
    return attrs.evolve(found, lines=(*found.lines, f"Note: {note}")) if note and found is not None else found


def _described(seen: Observation, point: Point, *, tells_blows: bool) -> Description | None:
    """Describe a cell without the player's note on it."""
    level = seen.level
    if not level.is_visible(point):
        return _remembered(seen, point)
    found, air = _seen(seen, point, tells_blows=tells_blows), air_told(seen, point)
    if found is None or not air:
        return found
    lines = tuple(f"{name}: {done}" if done else name for name, done in air)
    if level.actor_at(point) is None and not level.items_at(point):
        return Description(air[0][0], (*lines, *found.lines), (found.name, *found.beneath))
    return attrs.evolve(found, lines=(*lines, *found.lines))


def _seen(seen: Observation, point: Point, *, tells_blows: bool) -> Description | None:
    """Describe the actor, item or terrain of a cell in view."""
    level = seen.level
    lying = [item for item in from_the_top(level.items_at(point)) if item.kind.name]
    actor = level.actor_at(point)
    if actor is None:
        found, beneath = (_item(seen, lying[0]) if lying else None), lying[1:]
    else:
        found, beneath = (
            _yourself(seen) if actor.is_player else _monster(seen, actor, tells_blows=tells_blows),
            lying,
        )
    if found is None:
        return _terrain(seen, point)
    if not seen.ruleset.piles:
        return found
    return attrs.evolve(found, beneath=tuple(item_ref(item).name for item in beneath))


def _yourself(seen: Observation) -> Description:
    """Describe the player: noise radius, conditions, maximum damage this turn and the level's event."""
    event = [seen.level.event.told] if seen.level.event is not None and seen.level.event.told else []
    active = [each for each in seen.me.conditions.values() if each.left and each.kind.description]
    told = [
        f"{lasting_told(each, each.kind.label or capital(each.kind.name))}: {each.kind.description}" for each in active
    ]
    dimmed = [] if seen.dimmed is None else [DIMMED.format(seen.dimmed)]
    most = [MOST.format(most)] if (most := most_told(seen)) else []
    return Description("yourself", (*heard_within(earshot(seen, None)[1]), *dimmed, *most, *told, *event))


def _remembered(seen: Observation, point: Point) -> Description | None:
    """Describe what the player remembers of a cell out of view."""
    if not seen.level.is_explored(point):
        return None
    captive = next((each for each in seen.captives if each.at == point), None)
    if captive is not None:
        held = _monster(seen, captive, tells_blows=False)
        _, *lines = held.lines  # nobody knows its hit points
        return attrs.evolve(held, lines=("(last seen)", *lines))
    remembered = seen.level.remembered if presentation(seen.ruleset).remembers_items else {}
    pile = remembered.get(seen.level.grid.index(point), ())
    if not pile:
        return _terrain(seen, point)
    found = _item(seen, topmost(pile))
    return attrs.evolve(found, lines=("(last seen)", *found.lines))


def _terrain(seen: Observation, point: Point) -> Description | None:
    if not presentation(seen.ruleset).names_terrain:
        return None
    feature, layers = seen.level.feature_at(point), seen.level.layers_at(point)
    kinds: list[TerrainKind | FeatureKind] = [*layers] if feature is None else [feature.kind, *layers]
    lines = [line for kind in kinds for line in _acts(seen, point, kind)]
    if feature is not None and feature.holds is not None:
        lines = [*_held(seen, feature.holds), *lines]
    if feature is not None and feature.due:
        lines.append(f"Acts in {counted(max(1, feature.due - seen.round), 'turn')}")
    if feature is not None and feature.worked and (toll := feature.kind.toll) is not None:
        lines.append(f"{counted(toll.turns - feature.worked, 'turn')} of work left")
    lines += [*_withering(seen, point), *_tide(seen, point)]
    lines += heard_within(0 if feature is None else loudness(seen, feature))
    lines += [told for veil, told in _VEILED.items() if seen.level.veiled(veil) >> seen.level.grid.index(point) & 1]
    return Description(kinds[0].name, tuple(lines), tuple(kind.name for kind in kinds[1:] if _stands_out(seen, kind)))


def ground_told(seen: Observation, point: Point, name: str) -> str:
    """Return a description, in sentences, of the gas, flames, feature or terrain called `name` on a cell."""
    done = [done for air, done in air_told(seen, point) if air.startswith(name)]
    if done:
        return capital(done[0])
    found = _terrain(seen, point)
    return "" if found is None else found.text


def _withering(seen: Observation, point: Point) -> list[str]:
    """Return the change of a temporary cover, with the turns until then; empty for lasting covers."""
    covering, cover = seen.level.covering.get(seen.level.grid.index(point)), seen.level.cover_at(point)
    if covering is None or cover is None or cover.withers is None:
        return []
    becomes = "Gone" if cover.withers.to is None else capital(cover.withers.to)
    return [f"{becomes} in {counted(max(1, covering.until - seen.round), 'turn')}."]


def _tide(seen: Observation, point: Point) -> list[str]:
    """Return the turns until the tide floods a cell; empty if it does not."""
    event = seen.level.event
    if event is None or event.tide is None:
        return []
    covers = rising_soon(seen.level, seen.round, event.tide.rounds) >> seen.level.grid.index(point) & 1
    return [f"Under {event.tide.terrain} in {counted(event.tide.left(seen.round), 'turn')}."] if covers else []


def _held(seen: Observation, item: Item) -> list[str]:
    """Return the item in an altar or cage, with its facts."""
    return [f"Holds {item_ref(item).name_with_article}", *item_facts(seen, item)]


def _acts(seen: Observation, point: Point, kind: TerrainKind | FeatureKind) -> list[str]:
    """Return the description of a terrain or feature, with its effects on entering and on staying."""
    stand = kind.stand if isinstance(kind, TerrainKind) else ()
    once, always = done_to_player(seen, point, kind.enter), done_to_player(seen, point, stand)
    harm = [("In it", always)] if once == always else [("Step in", once), ("Each turn", always)]
    told = [f"{when}: {done}" for when, done in harm if done]
    if isinstance(kind, TerrainKind) and kind.roof is not None:
        told.append(f"Noise of {kind.roof.noise} here: {done_to_player(seen, point, kind.roof.effects)}")
    about = EMPTY if _is_emptied(seen, point, kind) else kind.description
    if isinstance(kind, TerrainKind) and seen.level.event is not None and seen.level.event.holds_doors:
        held = [HELD_OPEN] if kind.opens_to or kind.closes_to else []
        return [*held, *told] if kind.closes_to else [*held, about, *told] if about else [*held, *told]
    return [about, *told] if about else told


def _is_emptied(seen: Observation, point: Point, kind: TerrainKind | FeatureKind) -> bool:
    """Return whether the item or captive of a feature is gone, so that its description no longer applies."""
    feature = seen.level.feature_at(point)
    if feature is None or feature.kind is not kind or not feature.kind.taken:
        return False
    return bool(feature.state) if feature.kind.cages else feature.holds is None


def _stands_out(seen: Observation, kind: TerrainKind | FeatureKind) -> bool:
    """Return whether a kind is neither of the basic terrains: nothing, wall or floor."""
    return kind not in seen.level.kinds[:3]


def item_facts(seen: Observation, item: Item) -> list[str]:
    """Return the facts about an item, on the floor or carried."""
    about = [item.kind.description] if item.kind.description else []
    numbers = numbers_told(seen, item)
    return [*about, *numbers, *odds_told(seen, item.kind), *charges_told(seen, item), *compared(seen, item)]


def row_facts(seen: Observation, row: InventoryRow) -> list[str]:
    """Return the odds of an unidentified item in the pack, else its numbers and description."""
    about = [row.kind.description] if row.kind.description else []
    return odds_told(seen, row.kind) or [*(numbers_told(seen, row.item) if row.item is not None else ()), *about]


def _item(seen: Observation, item: Item) -> Description:
    return Description(item_ref(item).name, tuple(item_facts(seen, item)))


def _monster(seen: Observation, actor: Actor, *, tells_blows: bool) -> Description:
    mood = [mood_told(seen, actor), *_bonds(seen, actor)] if seen.ruleset.has_moods else []
    is_hostile = actor.is_hostile(seen.me)
    theirs = _theirs(seen, actor) if is_hostile or actor.side != seen.me.side else []
    # In games with moods the description comes among the attacks, else last.
    rule, last = ([actor.kind.description], []) if mood else ([], [actor.kind.description])
    lines = [
        f"HP {actor.hit_points}/{actor.max_hit_points}",
        *mood,
        *quiver_told(actor),
        *(_yours(seen, actor) if tells_blows and is_hostile else ()),
        *(roof_told(seen, actor) if tells_blows else ()),
        *(_stuck(seen.me) if tells_blows and is_hostile and not seen.is_beside(actor) else ()),
        *theirs[:1],
        *rule,
        *theirs[1:],
        *_taming(seen, actor),
        *_belt(actor),
        *raised_facts(seen, actor),
        *_intent(seen, actor),
        *(_condition_told(name, each) for name, each in actor.conditions.items() if each.left and not each.kind.bursts),
    ]
    if actor.kind.missile is not None and not any(rule):
        lines.append(f"Throws {actor.kind.missile.name}s")
    if actor.speed != seen.me.speed:
        lines.append(pace_told(actor, seen.me))
    return Description(actor.kind.name, (*lines, *last))


def _condition_told(name: str, condition: Condition) -> str:
    """Return the description of a monster's condition, else its name with the rounds left."""
    return condition.kind.about_it or lasting_told(condition, condition.kind.label or name)


def lasting_told(condition: Condition, name: str) -> str:
    """Return the name of a condition, with the rounds left if its kind shows them."""
    return f"{name} {condition.left}" if condition.kind.counted else name


def pace_told(actor: Actor, me: Actor) -> str:
    """Return whether an actor of another speed is faster or slower than the player."""
    return "Faster than you" if actor.speed > me.speed else "Slower than you"


def _yours(seen: Observation, actor: Actor) -> list[str]:
    """Return the odds of the player's attack on a monster, and the turns until it kills."""
    me, combat = seen.me, seen.ruleset.combat
    modifiers = attack_modifiers(seen.ruleset, seen.level, me, actor)
    if modifiers.sure and modifiers.slays:
        return ["Unaware: one hit kills it"]
    if modifiers.stab is not None and modifiers.stab.damage >= toughness(actor):
        return [stab_told(modifiers.stab, actor)]
    dealt = blow(with_modifiers(combat, modifiers), me.stats, actor.stats)
    if dealt is None:
        return ["You cannot hurt it"]
    needed = _turns_to_kill(
        with_modifiers(combat, modifiers.lasting), me, actor, dealt, with_modifiers(combat, modifiers)
    )
    killed = "turn" if needed in {"1", "about 1"} else "turns"
    first = f"You hit {_hit(dealt)}" if modifiers.stab is None else stab_told(modifiers.stab, actor)
    return [first, f"kill it in {needed} {killed}"]


def _stuck(me: Actor) -> list[str]:
    """Return the mean number of turns until a stuck player gets free; empty if not stuck."""
    holding = [each for each in me.conditions.values() if each.left and "move" in each.kind.blocks]
    tries = [_mean_tries(each.kind.escapes, each.left) for each in holding]
    return [f"You are stuck for about {counted(max(tries), 'turn')}"] if tries else []


def _mean_tries(one_in: int, most: int) -> int:
    """Return the mean number of tries until the first success, at most `most`."""
    if not one_in:
        return most
    fails = 1 - Fraction(1, one_in)
    return max(1, round(sum((fails**number for number in range(most)), Fraction(0))))


def _theirs(seen: Observation, actor: Actor) -> list[str]:
    """Return the odds and maximum damage of a monster's attack on the player, and the turns until it kills.

    At a distance it attacks with its missile.
    """
    me, combat = seen.me, on_player(seen.ruleset)
    stats = actor.stats if seen.is_beside(actor) else stats_thrown(actor) or actor.stats
    dealt = blow(combat, stats, me.stats)
    if dealt is None:
        return _at_most(seen, actor) if most_of_act(seen, actor) else ["It cannot hurt you"]
    lines = [f"Hits you {_hit(dealt)}"]
    if not dealt.is_fixed:
        lines += _at_most(seen, actor, dealt)
    return [*lines, *_kills(seen, actor, dealt)]


def _at_most(seen: Observation, actor: Actor, dealt: HitOdds | None = None) -> list[str]:
    """Return the maximum damage of one action, and that of all enemies in a turn if it is larger.

    With a weapon whose attack takes several turns, also the maximum over those. For exploding dice, return the
    worst damage that is likely enough to matter, with its chance.
    """
    most = most_of_act(seen, actor)
    if most is None:
        if dealt is None:
            return []
        more = "+" * dealt.has_more
        return [f"at worst {dealt.worst}{more} (1 in {dealt.chance.denominator // dealt.chance.numerator})"]
    told = [f"at most {most}"]
    for unit, turns in _turns_told(seen) if actor.is_hostile(seen.me) else ():
        in_turns = most_this_turn(seen, turns)
        if in_turns is not None and in_turns > most:
            told.append(f"{unit} at most {in_turns}")
            most = in_turns
    return told


def _turns_told(seen: Observation) -> list[tuple[str, int]]:
    """Return the spans for which maximum damage is given: a turn, and an attack that takes several."""
    attack = math.ceil(turns_of_attack(seen.me))
    return [("this turn", 1), *([(f"in {counted(attack, 'turn')} (an attack)", attack)] if attack > 1 else [])]


def _kills(seen: Observation, actor: Actor, dealt: HitOdds) -> list[str]:
    """Return the mean turns until a monster kills a living player, alone and with all others that can attack."""
    if not seen.me.is_alive:
        return []
    about = "" if dealt.is_fixed and dealt.hit == 1 else "about "
    told = [f"kills you in {_turns(seen, [actor], about)}"]
    if others := company(seen, actor):
        told.append(f"with {counted(len(others), 'other')} in {_turns(seen, [actor, *others], 'about ')}")
    return told


def _turns(seen: Observation, foes: Sequence[Actor], about: str) -> str:
    """Return the mean turns until `foes` kill the player; without unit if the rule set counts no rounds."""
    turns = turns_to_live(seen, foes)
    told = f"over {MAX_ROUNDS}" if turns is None else f"{about}{max(1, round(turns))}"
    is_one = turns is not None and round(turns) <= 1
    return f"{told} turn{'' if is_one else 's'}" if seen.ruleset.counts_rounds else told


def _taming(seen: Observation, actor: Actor) -> list[str]:
    """Return the chance to tame a monster from here with an item that the player carries."""
    if not seen.ruleset.has_moods:
        return []
    aimed = [kind for _, kind in seen.usable() if kind.aimed]
    chances = [preview_use(kind, seen, actor.at).befalls(actor.id).joins for kind in aimed]
    return [f"Taming {chance}%" for chance in chances if chance][:1]


def _belt(actor: Actor) -> list[str]:
    """Return the item on a monster's belt, and how to get it."""
    if actor.carries is None:
        return []
    steal = ", or pick it up beside the sleeper" if actor.mood == Mood.ASLEEP else ""
    return [f"Wears {item_ref(actor.carries).name_with_article}: kill it{steal}"]


def _intent(seen: Observation, actor: Actor) -> list[str]:
    """Return whether a monster hunts or has not seen the player, in games without moods."""
    if seen.ruleset.has_moods:
        return []
    if seen.hunts(actor):
        return ["Hunting you"]
    return [] if actor.id in seen.noticed or actor.kind.mind is None else ["Does not see you"]


def mood_told(seen: Observation, actor: Actor) -> str:
    """Return the mood of a monster, with its chance to notice the player in the next round."""
    if actor.side == Side.NONE:
        return _NEUTRAL.get(actor.mood, "Shackled")
    if actor.is_fallen:
        return fallen_facts(seen, actor)
    if (fuse := fuse_of(actor)) is not None:
        return f"Bursts in {fuse.left}"
    if actor.side != Side.MONSTERS:
        return "Flees" if actor.mood == Mood.FLEEING else "Follows you"
    if actor.aims_at is not None:
        return raised_told(seen, actor)
    chance = round(seen.chance_to_notice(actor) * 100)
    return {
        Mood.ASLEEP: f"Asleep, may wake {chance}%",
        Mood.HUNTING: _hunting(seen, actor),
        Mood.FLEEING: "Flees",
        Mood.HELD: "Does not move",
    }.get(actor.mood, f"Unaware, may notice {chance}%")


def _hunting(seen: Observation, actor: Actor) -> str:
    """Return whether a hunter can reach the player, with the rounds until its announced actions."""
    told = "Hunting you" if seen.reaches(actor) else "Cannot reach you"
    return ", ".join([told, *countdowns(seen, actor)])


def _bonds(seen: Observation, actor: Actor) -> list[str]:
    """Return how to free a captive, whether the player can lead it, or that a monster is at feud."""
    if actor.camp and actor.side is Side.MONSTERS:
        return ["At feud with another horde."]
    if not actor.is_captive and actor.mood is not Mood.DUELLING:
        return []
    full = [NO_MORE_ALLIES] if seen.leads_most else []
    return full if actor.mood is Mood.DUELLING else [*full, _freed(seen, actor)]


def _freed(seen: Observation, captive: Actor) -> str:
    """Return how to free a captive."""
    feature = seen.level.feature_at(captive.at)
    if feature is not None and (feature.kind.cages or feature.kind.bonds):
        return feature.kind.description
    return f"Once its captors are gone, wait beside it for {ROUNDS_TO_FREE} turns to free it."


def _hit(dealt: HitOdds) -> str:
    """Return the hit chance and the mean damage of an attack."""
    return f"{round(dealt.hit * 100)}%{' for' if dealt.is_fixed else ', about'} {round(dealt.mean)}"


def _turns_to_kill(combat: CombatModel, me: Actor, target: Actor, dealt: HitOdds, first: CombatModel) -> str:
    """Return the mean number of turns to kill `target`; the first attack uses the combat model `first`."""
    needed = blows_to_kill(combat, first, me.stats, target.stats, target.hit_points) or 0
    is_certain = dealt.is_fixed and dealt.hit == 1
    return f"{'' if is_certain else 'about '}{max(1, round(needed * turns_of_attack(me)))}"
