"""The outcome of a game in sentences, with figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.cells.text import printable
from roguelike.engine.rules.feats import STANDINGS, feats_of, standing_of
from roguelike.english import capital, counted
from roguelike.play.morgue import cause_of_death, depths, is_unique, most_killed, score_in_parts, victory, where
from roguelike.store.listings import in_edition

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.engine.kinds.feats import Feat
    from roguelike.engine.rules.feats import FeatStanding
    from roguelike.engine.state.world import World
    from roguelike.play.perspective import Perspective
    from roguelike.store.listings import Standing

SPOILED: Final = "Spoiled: seed or level revealed during play."
PRACTICE: Final = "Practice: nothing is saved or scored."
SEEDED: Final = " (chosen)"


def outcome(perspective: Perspective) -> str:
    """Return a sentence with the player's name and the outcome."""
    if perspective.world.outcome == "won":
        return f"{perspective.who} won: {victory(perspective.world)}."
    cause = cause_of_death(perspective.world)
    return printable(f"{perspective.who} died{where(perspective.world)}{cause and ', '}{cause}.")


def figures(perspective: Perspective, standing: Standing | None) -> list[str]:
    """Return the score with its parts and rank, and the turn, level and seed of the end."""
    world, seen = perspective.world, perspective.seen
    return [
        f"Score {score_in_parts(world)}{_rank(standing)}",
        *_unranked(perspective),
        *([SPOILED] if perspective.spoiled else []),
        *([PRACTICE] if perspective.is_practice else []),
        f"Turns {seen.turn}   {_left(perspective)}   Seed {world.seed}{SEEDED if perspective.seeded else ''}",
    ]


def details(perspective: Perspective) -> list[str]:
    """Return the kills, the unused items and the feats."""
    world = perspective.world
    killed = ", ".join(_killed(world, name, count) for name, count in most_killed(world))
    return [
        f"Killed: {killed or 0}",
        f"Unused: {', '.join(_unused(perspective)) or 'nothing'}",
        *feat_lines(world),
    ]


def feat_lines(world: World) -> list[str]:
    """Return a line with the feats of a finished game; none if it has no feats."""
    names = feats_of(world)
    told = [_feat_told(feat) for feat in world.ruleset.feats if feat.name in names]
    return [f"Feats: {', '.join(told)}"] if told else []


def feats_so_far(world: World) -> list[str]:
    """Return a line for the feats of each standing; for a finished game, its feats."""
    if not world.ruleset.feats:
        return [f"{world.ruleset.title} has no feats."]
    if world.outcome is not None:
        return feat_lines(world) or ["Feats: none"]
    told: dict[FeatStanding, list[str]] = {standing: [] for standing in STANDINGS}
    for feat in world.ruleset.feats:
        told[standing_of(world, feat)].append(_feat_told(feat))
    return [f"{capital(standing)}: {', '.join(feats)}" for standing, feats in told.items() if feats]


def _feat_told(feat: Feat) -> str:
    return f"{printable(feat.name)} ({printable(feat.told)})"


def _unranked(perspective: Perspective) -> Iterable[str]:
    """Yield a sentence that says why the score is not ranked; nothing if it is."""
    if perspective.begun_in is not None:
        yield f"Not ranked: begun in {in_edition(perspective.begun_in)} of {perspective.world.ruleset.title}."


def _killed(world: World, name: str, count: int) -> str:
    """Return the number of kills of a kind; a monster that revives can count more than once."""
    if not is_unique(world, name):
        return counted(count, printable(name))
    return f"the {printable(name)}" + (f" {count} times" if count > 1 else "")


def _left(perspective: Perspective) -> str:
    """Return the level on which the game ended; in games with one level, the number of enemies left."""
    world = perspective.world
    return f"Level {depths(world)}" if world.ruleset.has_levels else f"Enemies left {world.enemies_left}"


def _rank(standing: Standing | None) -> str:
    """Return the rank among the player's own scores, and among all if there are others; empty without a rank."""
    if standing is None or not standing.of_all:
        return ""
    rank = f"{printable(standing.board)} rank".lstrip()
    own = f"   {rank} {standing.own} of {standing.of_own}"
    others = standing.of_all > standing.of_own
    return f"{own} (yours), {standing.overall} of {standing.of_all} (all)" if others else own


def _unused(perspective: Perspective) -> Iterable[str]:
    """Yield the usable items left in the pack, in inventory order."""
    counts: dict[str, int] = {}
    for item in perspective.world.player.inventory.slots:  # by true kind, since the game is over
        if item is None or not item.kind.usable or item.kind.kept:
            continue
        if item.charges or not item.most_charges:
            counts[item.kind.name] = counts.get(item.kind.name, 0) + item.number
    return (printable(name if count == 1 else counted(count, name)) for name, count in counts.items() if name)
