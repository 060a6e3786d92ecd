"""Every number in Ember's descriptions and pages is that of its rules."""

from __future__ import annotations

import pathlib
import re
from typing import TYPE_CHECKING, Any, Final

from roguelike.content.loader import load_ruleset
from roguelike.engine.geometry import CARDINALS
from roguelike.engine.rules.captives import ROUNDS_TO_FREE
from roguelike.engine.rules.following import FOLLOWS_WITHIN
from roguelike.engine.rules.senses import SHARP
from tests.ember_details import generator_of
from tests.every import every

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

EMBER: Final = load_ruleset("ember")
DOCS: Final = pathlib.Path(__file__).parents[2] / "docs"
WORDS: Final = {
    "two": 2,
    "three": 3,
    "four": 4,
    "fours": 4,
    "five": 5,
    "twice": 2,
    "double": 2,
    "triple": 3,
    "half": 50,
    "halves": 50,
}
"""Words that stand for a number; halves are given in percent."""
SPELLED: Final = (
    *("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
)


def numbers_in(text: str) -> list[int]:
    """Return the numbers of a text, in digits or words."""
    found = re.findall(r"\d+|[a-z]+", text.lower())
    return [int(each) if each.isdigit() else WORDS[each] for each in found if each.isdigit() or each in WORDS]


def used(kind: Any, number: int = 0) -> Any:  # noqa: ANN401 -- an effect
    """Return an effect of an item."""
    return kind.effects[number]


def landed(kind: Any) -> Any:  # noqa: ANN401 -- an effect
    """Return what an item does where it lands."""
    return kind.thrown.land[0]


def flown(kind: Any) -> Any:  # noqa: ANN401 -- an effect
    """Return what the bolt of an item does."""
    projectile = used(kind).projectile
    return next(iter((*projectile.on_hit, *projectile.on_stop)))


def changes(kind: Any, stat: str) -> Any:  # noqa: ANN401 -- a modifier
    """Return how much an item changes a number of its wearer."""
    return next(each for each in kind.modifiers if each.stat == stat)


def behaves(kind: Any, name: str) -> Any:  # noqa: ANN401 -- a behaviour
    """Return a behaviour of a monster."""
    return next(each for each in kind.mind.behaviours if each.name == name)


ITEMS: Final[dict[str, Callable[[Any], list[int]]]] = {
    "potion of healing": lambda kind: [used(kind).amount, landed(kind).radius],
    "potion of life": lambda kind: [used(kind).amount],
    "potion of revealing": lambda kind: [used(kind).turns, landed(kind).radius],
    "potion of descent": lambda kind: [used(kind, 1).radius, used(kind, 1).rounds],
    "potion of swiftness": lambda kind: [
        used(kind).condition.modifiers[0].factor // 100,
        used(kind).turns,
        landed(kind).radius,
    ],
    "potion of feather": lambda kind: [used(kind).turns, landed(kind).radius, landed(kind).turns],
    "potion of fire": lambda kind: [used(kind).radius, used(kind).rounds],
    "potion of fireproof": lambda kind: [used(kind).turns, landed(kind).radius, landed(kind).rounds],
    "potion of darkness": lambda kind: [
        used(kind).turns,
        used(kind).condition.modifiers[0].factor,
        landed(kind).radius,
    ],
    "scroll of enchantment": lambda _: [1],
    "scroll of dread": lambda kind: [used(kind).turns, used(kind, 1).steps],
    "scroll of sanctuary": lambda kind: [used(kind).radius],
    "scroll of crumbling": lambda kind: [used(kind).radius],
    "scroll of discord": lambda kind: [used(kind).turns],
    "scroll of clamour": lambda kind: [used(kind, 1).turns],
    "scroll of summoning": lambda kind: [used(kind).hordes, used(kind).turns],
    "wand of slowness": lambda kind: [flown(kind).condition.modifiers[0].factor, flown(kind).turns],
    "staff of fire": lambda kind: [flown(kind).step.base, flown(kind).step.per_plus],
    "staff of lightning": lambda kind: [
        used(kind).damage.base,
        used(kind).damage.per_plus,
        used(kind).length,
        used(kind).conducts,
    ],
    "staff of blinking": lambda kind: [used(kind).range.base, used(kind).range.per_plus],
    "staff of stone": lambda kind: [flown(kind).rounds],
    "staff of digging": lambda kind: [
        used(kind).cells.base,
        used(kind).cells.per_plus,
        used(kind).shatters.base,
        used(kind).shatters.per_plus,
    ],
    "staff of blades": lambda kind: [used(kind).rounds],
    "whistle": lambda kind: [used(kind, 1).steps],
    "charm of mending": lambda kind: [used(kind).percent.base, used(kind).percent.per_plus],
    "charm of warding": lambda kind: [used(kind).turns.base, used(kind).turns.per_plus, 1],
    "ring of mending": lambda kind: [changes(kind, "mending").factor_per_plus - 100],
    "ring of the owl": lambda kind: [changes(kind, "sight").per_plus],
    "ring of silence": lambda kind: [-changes(kind, "noise").per_plus],
    "ring of the leech": lambda kind: [changes(kind, "leech").per_plus, changes(kind, "mending").factor],
    "ring of echoes": lambda kind: [changes(kind, "echoes").add],
    "dagger": lambda kind: [kind.style.damage, kind.style.per_plus],
    "mace": lambda kind: [kind.style.cost // 100, kind.style.wall, kind.style.brittle],
    "rapier": lambda kind: [kind.style.factor],
    "leather armour": lambda kind: [changes(kind, "defence").add, changes(kind, "armour").add],
    "mail": lambda kind: [changes(kind, "defence").add, changes(kind, "armour").add, kind.drags],
    "plate": lambda kind: [changes(kind, "armour").add, changes(kind, "noise").add],
    "shadow cloak": lambda kind: [
        changes(kind, "defence").add,
        changes(kind, "covered_step").to,
        changes(kind, "covered_still").to,
    ],
    "dart": lambda kind: [kind.thrown.stats.attack, kind.thrown.stats.damage],
    "javelin": lambda kind: [kind.thrown.stats.attack, kind.thrown.stats.damage, kind.thrown.breaks],
    "caltrops": lambda _: [len(CARDINALS), terrain("caltrops").enter[0].amount],
    "candle": lambda _: [
        terrain("candle").withers.rounds - 1 + terrain("guttering candle").withers.rounds,
        terrain("candle").lures,
    ],
    "wax": lambda _: [terrain("waxed door").seal],
    "smoke pot": lambda kind: [*[1 + 2 * landed(kind).radius] * 2, terrain("smoke").withers.rounds - 1],
    "oil flask": lambda kind: [used(kind).amount, landed(kind).radius],
    "lamp oil": lambda kind: [
        landed(kind).rounds,
        kind.thrown.land[1].radius,
        EMBER.gauges["oil"].throw.amount,  # type: ignore[union-attr]
    ],
    "key": lambda kind: [kind.noise],
    "Ember": lambda kind: [2, kind.charges, used(kind).radius, kind.heals_allies],
}
MONSTERS: Final[dict[str, Callable[[Any], list[int]]]] = {
    "shrieker": lambda kind: [behaves(kind, "talent").effects[0].steps],
    "bell bearer": lambda kind: [behaves(kind, "talent").every, behaves(kind, "talent").effects[0].steps],
    "beetle": lambda _: [1 + EMBER.hordes["beetles"].members[0].most],
    "shade": lambda kind: [kind.unseen],
    "troll": lambda kind: [behaves(kind, "mend").amount],
    "skeleton": lambda _: [1, EMBER.items["mace"].style.brittle],  # type: ignore[union-attr]
    "ogre": lambda kind: [kind.mind.raises.lowered_by],
    "moth": lambda kind: [behaves(kind, "touch").effects[0].amount],
    "echo hound": lambda _: [SHARP],
    "gloom": lambda kind: [kind.dims.within, kind.dims.light],
    "sapper": lambda kind: _burst(behaves(kind, "talent")),
    "Keeper": lambda kind: [kind.on_death[0].rounds],
    "Butcher": lambda kind: [kind.mind.raises.lowered_by],
    "Flayer": lambda kind: [behaves(kind, "mend").amount],
}
EVENTS: Final[dict[str, Callable[[Any], list[int]]]] = {
    "draught": lambda kind: [kind.gas],
    "blackout": lambda kind: [kind.sight],
    "echo": lambda kind: [kind.noise - 100, kind.hears],
    "migration": lambda kind: [kind.passes[0].hordes],
    "feud": lambda kind: [kind.passes[0].hordes],
    "tide": lambda kind: [kind.tide.high, kind.tide.rounds],
}
PLACES: Final[dict[str, Callable[[Any], list[int]]]] = {
    "bell trap": lambda kind: [kind.enter[0].steps],
    # The round of the step that cracks the floor is the first.
    "crumbling altar": lambda _: [terrain("cracking floor").fades.rounds - 1, _steps_off("crumbling island")],
    "flooding altar": lambda kind: [kind.taken[0].rounds, kind.taken[1].number],
    "waking altar": lambda kind: [kind.taken[1].turns],
    "venting altar": lambda _: [terrain("fallen door").fades.rounds - 1],
    "drowning altar": lambda kind: [kind.taken[0].each, kind.taken[0].rounds],
    "striking altar": lambda kind: [kind.taken[0].after],
    "kennel altar": lambda kind: [kind.taken[0].every],
    "balanced altar": lambda _: [terrain("fallen gate").fades.rounds - 1],
    "fallen gate": lambda kind: [kind.fades.rounds - 1],
    "floor bell": lambda kind: [kind.enter[0].steps],
    "oil barrel": lambda kind: [kind.bursts[0].radius, kind.bursts[0].rounds],
    "mine floor": lambda kind: [kind.roof.noise, EMBER.noise.step, terrain("loose stones").noise],  # type: ignore[union-attr]
    "loose stones": lambda kind: [kind.noise, kind.roof.noise],
    "cocoon": lambda kind: [kind.bonds.rounds],
    "ransom chain": lambda _: [_bowls(), ROUNDS_TO_FREE],
    "ransom bowl": lambda _: [_bowls()],
    "dark lamp": lambda kind: [kind.toll.amount],
    "watchtower": lambda kind: [kind.overlooks, kind.overlooks],
    "hallowed dark": lambda _: [EMBER.sight.out],  # type: ignore[attr-defined]
    "font": lambda kind: [kind.toll.payer[1].steps],
    "oil press": lambda kind: [kind.toll.turns, EMBER.noise.work, kind.toll.payer[0].amount],  # type: ignore[union-attr]
    "bone altar": lambda kind: [kind.given[0].amount],
    "caltrops": lambda kind: [kind.enter[0].amount, kind.enter[2].steps],
    "candle": lambda kind: [kind.lures],
    "guttering candle": lambda kind: [kind.lures],
    "waxed door": lambda kind: [kind.seal],
    "smoke": lambda kind: [kind.withers.rounds - 1],
    "icy water": lambda kind: [kind.stand[1].amount, kind.enter[0].condition.modifiers[0].most],
    "door": lambda kind: [kind.stiff],
    "heavy door": lambda kind: [kind.stiff],
    "deep water": lambda kind: [kind.enter[0].condition.modifiers[0].most, kind.stand[1].chance],
    "mud": lambda kind: [kind.sticky],
    "rubble": lambda kind: [kind.noise],
    "stairs up": lambda _: [1],
}


def _burst(talent: Any) -> list[int]:  # noqa: ANN401 -- with all of its parts
    """Return how near a monster lights what bursts, after how many turns that does, for how much and how far."""
    (condition, rounds), dice = talent.fuse, EMBER.combat.damage_dice
    (effect,) = condition.bursts
    return [talent.range, rounds - 1, dice.most(effect.step) or 0, effect.radius]


def _steps_off(vault: str) -> int:
    """Return the steps from the altar of a vault to its firm floor, along its row."""
    row = next(row for row in EMBER.vaults[vault].rows if "A" in row)
    return row.index(".") - row.index("A")


def _bowls() -> int:
    """Return the number of bowls for a ransom."""
    return "".join(EMBER.vaults["ransom"].rows).count("b")


def terrain(name: str) -> Any:  # noqa: ANN401 -- with all of its parts
    """Return a kind of terrain."""
    return next(kind for kind in EMBER.terrain if kind.name == name)


def _described() -> Iterator[tuple[str, Any, dict[str, Callable[[Any], list[int]]]]]:
    for name, kind in EMBER.items.items():
        yield name, kind, ITEMS
    for name, monster in EMBER.monsters.items():
        yield name, monster, MONSTERS
    places: tuple[Any, ...] = (*EMBER.features.values(), *EMBER.terrain, *EMBER.gases.values())
    for each in places:
        yield each.name, each, PLACES


@every(("name", "kind", "told"), _described())
def test_a_description_has_the_numbers_of_its_rules(
    name: str,
    kind: Any,  # noqa: ANN401 -- an item, a monster or a place
    told: dict[str, Callable[[Any], list[int]]],
) -> None:
    """In the order of the text; one that is not known here is refused, so that none can go out of date."""
    assert (told[name](kind) if name in told else []) == numbers_in(kind.description)


@every(("name", "kind"), EMBER.events.items())
def test_an_event_has_the_numbers_of_its_rules(name: str, kind: Any) -> None:  # noqa: ANN401 -- with all of its parts
    """On arrival, and before high water."""
    assert (EVENTS[name](kind) if name in EVENTS else []) == numbers_in(kind.told)
    assert kind.tide is None or [kind.tide.warns] == numbers_in(kind.tide.told)


def test_all_described_things_exist() -> None:
    """Whatever is renamed here, too."""
    names = {name for name, _, _ in _described()}

    assert set() == {*ITEMS, *MONSTERS, *PLACES} - names


def _sentences() -> Iterator[tuple[str, str]]:
    """Yield what the pages say in words between their tables, with the numbers of the rules."""
    me, oil, noise = EMBER.player, EMBER.gauges[EMBER.lamp], EMBER.noise
    sense: Any = EMBER.perception
    enchantments = sum(
        sum(row.levels) for row in generator_of(EMBER).budget.guaranteed if row.items == ("scroll of enchantment",)
    )
    assert EMBER.mending is not None
    assert noise is not None
    yield "ember", f"Attack {me.stats.attack}, defence {me.stats.defence}, and the HP of your kit."
    yield "ember", f"You regenerate all HP within {EMBER.mending.player} rounds."
    yield "ember", f"The lamp holds {oil.most} rounds of oil."
    yield "ember", f"| walking | {noise.step} | {noise.covered_step} |"
    yield "ember", f"drinking | {noise.still} | {noise.covered_still} |"
    yield "ember", f"| attacking | {noise.blow} | {noise.blow} |"
    yield "ember", f"has an {sense.asleep}% chance a round to wake"
    yield "ember", f"has a {sense.seen}% chance a round to notice you in view"
    yield "ember", f"within half of it, {sense.unseen}% out of view."
    yield "ember", f"see {_far('open')} cells far with the lamp open, {_far('covered')} with the lamp covered"
    yield "ember", f"and {_far('out')} without oil."
    yield "ember", f"for {SPELLED[EMBER.surprise]} times the damage"
    yield "ember", f"wait beside it for {SPELLED[ROUNDS_TO_FREE]} turns"
    yield "ember", f"You can lead {_allies()} allies."
    yield "playing", f"{SPELLED[EMBER.depths]} levels to the Ember"
    yield "playing", f"a flask (`i`, then Use) adds {used(EMBER.items['oil flask']).amount}."
    yield "playing", f"When the lamp is out, you see {_far('out')} cells far"
    yield "playing", f"{noise.step} as you walk, {noise.still} when you stand still, {noise.blow} when you attack"
    yield "playing", f"covers the lamp: you see {_far('covered')} cells far"
    yield "playing", f"Hunters within {SPELLED[FOLLOWS_WITHIN]} steps of the stairs follow you."
    yield "playing", f"next to the captive for {SPELLED[ROUNDS_TO_FREE]} turns, and it fights for you."
    yield "playing", f"You can lead {_allies()} allies."
    yield "playing", f"Your pack has {SPELLED[EMBER.inventory.slots]} slots"
    yield "playing", f"Armour takes {SPELLED[EMBER.items['plate'].delay]} turns to change"
    yield "playing", f"A game has {SPELLED[enchantments]} of them"


def _far(how: str) -> str:
    return SPELLED[getattr(EMBER.sight, how)]


def _allies() -> str:
    return SPELLED[EMBER.most_allies]


@every(("page", "sentence"), list(_sentences()))
def test_a_page_has_the_numbers_of_the_rules(page: str, sentence: str) -> None:
    """A changed rule needs a changed sentence."""
    text = " ".join((DOCS / f"{page}.md").read_text(encoding="utf-8").split())

    assert sentence in text
