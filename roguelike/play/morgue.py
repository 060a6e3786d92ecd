"""Morgue files: the account of a finished game in plain text."""

from __future__ import annotations

import functools
import string
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from roguelike.cells.text import printable
from roguelike.engine.events import Harm, ItemRef
from roguelike.engine.kinds.modes import MODE_MARK
from roguelike.engine.rules.feats import feats_of
from roguelike.engine.rules.identity import item_ref
from roguelike.engine.rules.score import deepest, kills_of, score_of, score_parts
from roguelike.engine.state.attribution import Attribution
from roguelike.english import plural, with_article
from roguelike.narration.inventory_rows import InventoryRow, stacks
from roguelike.narration.message import Span
from roguelike.narration.message_log import wrap
from roguelike.play.perspective import Perspective
from roguelike.store.listings import in_edition
from roguelike.store.port import Account, Retell
from roguelike.store.records import killed_by

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roguelike.engine.events import AnyEvent
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.state.world import World

WIDTH, HEIGHT = 80, 24
Draw = Callable[[Perspective], Sequence[str]]
"""Returns the rows of a game's screen, `WIDTH` by `HEIGHT`."""
SPOILED_SCORE = " (spoiled: seed or level revealed during play)"
SEEDED = " (chosen: the score is ranked separately)"
MESSAGES = 20
_DEATHS: Final = {
    "fire": "burned",
    "lightning": "struck by lightning",
    "fall": "killed by a fall",
    "poison": "poisoned",
    "water": "drowned",
    "air": "suffocated",
}
"""Causes of death by kind of harm."""


def account(perspective: Perspective, draw: Draw) -> str:
    """Return the account of a game in lines of at most 80 characters: outcome, figures, items, messages, last screen.

    `draw` returns the rows of that screen. The only control characters are line ends.
    """
    return "".join(f"{printable(line)}\n" for line in _lines(perspective, draw))


def _lines(perspective: Perspective, draw: Draw) -> Iterator[str]:
    yield from _wrapped(outcome(perspective))
    yield ""
    yield from _figures(perspective)
    yield from ("", f"Killed: {kills_of(perspective.world)}")
    for name, count in most_killed(perspective.world):
        told = name if count == 1 or is_unique(perspective.world, name) else plural(name)
        yield from _wrapped(f"{count:>4} {told}")
    if feats := feats_of(perspective.world):
        yield ""
        yield from _wrapped(f"Feats: {', '.join(feats)}")
    yield from ("", "Carried:")
    yield from carried(perspective)
    yield from ("", "Last messages:")
    for entry in perspective.log.events(MESSAGES, hidden=True):
        yield from _wrapped("  " + "".join(span.text for span in entry.parts))
    yield from ("", "Last screen:", "")
    yield from draw(perspective)


def outcome(perspective: Perspective) -> str:
    """Return a sentence with the player's name and the outcome."""
    turn = perspective.world.turn
    match perspective.world.outcome:
        case "won":
            return f"{perspective.who} won on turn {turn}: {victory(perspective.world)}."
        case "died":
            cause = cause_of_death(perspective.world)
            return f"{perspective.who} died on turn {turn}{where(perspective.world)}{cause and ', '}{cause}."
        case _:
            return f"{perspective.who} left the game on turn {turn}."


def victory(world: World) -> str:
    """Return the words for a victory, such as "every enemy is dead"."""
    return next((goal.victory for goal in world.ruleset.goals), "every enemy is dead")


def where(world: World) -> str:
    """Return the level on which the player died; empty in games with one level."""
    return f" on level {world.depth}" if world.ruleset.has_levels else ""


def depths(world: World) -> str:
    """Return the last and the deepest level, like "3 of 8, deepest 5"."""
    lowest = deepest(world)
    return f"{world.depth} of {world.ruleset.depths}" + (f", deepest {lowest}" if lowest > world.depth else "")


def cause_of_death(world: World) -> str:
    """Return the cause of death, like "killed by a troll" or "burned (orc shaman)".

    Empty while the player lives, or if the cause is unknown. In brackets is the monster that made the fire or gas.
    """
    tally = world.tally
    if world.outcome == "died" and tally.harm:
        maker = tally.maker or Attribution()
        by = killed_by(maker.who, _shown(world, maker.means), own=maker.own)
        return _by_itself(world) + (f" ({by})" if by else "")
    by = killed_by(tally.killer, _shown(world, tally.means), own=tally.own)
    if world.outcome != "died" or not by:
        return ""
    if not tally.killer:
        return f"killed by {by}"
    weapon = f" with {_with_article(world, tally.means)}" if tally.means else ""
    return f"killed by {with_article(by, unique=is_unique(world, tally.killer))}{weapon}"


def _shown(world: World, means: str) -> str:
    """Return the display name of means in a tally, which names items by key."""
    item = world.ruleset.things.get(means)
    return means if item is None else item.name


def _with_article(world: World, means: str) -> str:
    item = world.ruleset.things.get(means)
    return with_article(means) if item is None else ItemRef(item).name_with_article


def is_unique(world: World, name: str) -> bool:
    """Return whether the monster of a name is unique."""
    kind = world.ruleset.monsters.get(name)
    return kind is not None and kind.unique


def _by_itself(world: World) -> str:
    """Return a cause of death without an attacker: terrain, gas, a condition or the kind of harm."""
    tally, gases = world.tally, world.ruleset.gases
    gas = "" if tally.maker is None else tally.maker.gas
    if gas and tally.means != gas:
        return f"killed by {gas}"
    if tally.means in gases and tally.harm == Harm.FIRE:
        return "blown up"
    if tally.means and tally.means not in world.ruleset.conditions:
        return f"killed by {_shown(world, tally.means)}"
    return _DEATHS.get(tally.harm) or f"killed by {tally.means or 'nobody'}"


def most_killed(world: World) -> list[tuple[str, int]]:
    """Return the player's kills by kind, the most frequent first."""
    return sorted(world.tally.kills.items(), key=lambda kind: (-kind[1], kind[0]))


def score_in_parts(world: World) -> str:
    """Return the score with its parts, like "142 (30 for kills, 100 for victory, 12 for HP left)"."""
    parts = [f"{points} for {what}" for what, points in score_parts(world) if points]
    return f"{score_of(world)} ({', '.join(parts)})" if parts else "0"


def _figures(perspective: Perspective) -> Iterator[str]:
    world = perspective.world
    yield from _wrapped(f"Rules         {_rules(world.ruleset)}{_begun(perspective.begun_in)}")
    if kit := world.ruleset.kit:
        yield from _wrapped(f"Kit           {kit}")
    yield from _wrapped(f"Score         {score_in_parts(world)}" + (SPOILED_SCORE if perspective.spoiled else ""))
    yield f"Seed          {world.seed}" + (SEEDED if perspective.seeded else "")
    yield f"Turns         {world.turn}"
    yield f"Hit points    {world.player.hit_points} of {world.player.max_hit_points}"
    if world.ruleset.has_levels:
        yield f"Level         {depths(world)}"
    else:
        yield f"Enemies left  {world.enemies_left}"


def _rules(ruleset: RuleSet) -> str:
    """Return title and edition of a rule set, and its name unless the title contains it."""
    name = ruleset.name.partition(MODE_MARK)[0]
    named = ruleset.title if name in ruleset.title.lower() else f"{ruleset.title}, {name}"
    return f"{named}, {in_edition(ruleset.version)}"


def _begun(edition: int | None) -> str:
    return "" if edition is None else f" (begun in {in_edition(edition)}: not ranked)"


def carried(perspective: Perspective) -> Iterator[str]:
    """Yield a line for each stack that the player carries, with its letter."""
    if perspective.presentation.lists_inventory:
        rows = [f"  {stack.letter}) {stack.name}{_revealed(perspective, stack)}" for stack in stacks(perspective.seen)]
    else:
        slots = zip(string.ascii_letters, perspective.world.player.inventory.slots, strict=False)
        rows = [f"  {letter}) {item_ref(item).name}" for letter, item in slots if item is not None]
    for line in rows or ["  nothing"]:
        yield from _wrapped(line)


def _revealed(perspective: Perspective, stack: InventoryRow) -> str:
    """Return the true kind of an unidentified item after the game is over; empty for others."""
    item = perspective.world.player.inventory.at(stack.slot)
    is_hidden = item is not None and item.kind is not stack.kind and perspective.world.outcome is not None
    return f": {item.kind.name}" if is_hidden and item is not None else ""


def _wrapped(text: str) -> list[str]:
    return ["".join(span.text for span in line).rstrip() for line in wrap((Span(text),), WIDTH)]


def build_morgue(perspective: Perspective, draw: Draw) -> Account:
    """Return the account of a game from its player's perspective."""
    return Account(account(perspective, draw), cause_of_death(perspective.world))


def morgue_builder(draw: Draw) -> Retell:
    """Return the factory of morgue builders for games replayed without a front-end."""
    return functools.partial(MorgueBuilder, draw=draw)


class MorgueBuilder:
    """Builds the account of a game from the events of a replay, without a screen."""

    def __init__(self, game: Game, name: str, *, spoiled: bool, seeded: bool, draw: Draw) -> None:
        self._draw = draw
        self._perspective = Perspective(game, name, spoiled=spoiled, seeded=seeded)

    def tell(self, events: Iterable[AnyEvent]) -> None:
        """Add events of the replay."""
        self._perspective.retell(events)

    def account(self) -> Account:
        """Return the account of the game at its present state."""
        return build_morgue(self._perspective, self._draw)
