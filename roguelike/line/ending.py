"""Lines about games: the end of the current one, scores, replays, saved games and rule sets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.cells.text import printable
from roguelike.play.outcome import details, figures, outcome
from roguelike.play.tables import legends, moment, progress, ranked
from roguelike.play.tables import outcome as marked_outcome
from roguelike.store.listings import in_edition

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.narration.health import HealthRecord
    from roguelike.play.ending import Ending
    from roguelike.play.journaled_game import JournaledGame
    from roguelike.play.lobby import Lobby
    from roguelike.play.perspective import Perspective
    from roguelike.store.listings import FinishedGame, SavedGame, ScoreLine

NEXT: Final = "Type new, watch, practice, decisions, summary, map, messages, title or quit."
NEXT_IN_PRACTICE: Final = "Type step-back, practice, summary, map, messages, title or quit."
LAST_TURNS: Final = 10
"""Turns at the end of a game whose hit points are printed."""


def ending_lines(perspective: Perspective, ending: Ending) -> list[str]:
    """Return outcome, score and rank, the last hits and turns, and the words to type next."""
    seen, health = perspective.seen, _complete(perspective.narration.health, ending)
    lines = [
        outcome(perspective),
        *(line.replace("   ", ", ") for line in figures(perspective, ending.standing)),
        *details(perspective),
        *(f"Turn {blow.turn}: {printable(blow.by)} -{blow.damage}, HP {blow.after}." for blow in health.blows),
        hit_points_line(health, seen.turn),
        ending.trouble,
        ending.page and f"Page: {ending.page}",
        NEXT_IN_PRACTICE if perspective.is_practice else NEXT,
    ]
    return [line for line in lines if line]


def hit_points_line(health: HealthRecord, turn: int) -> str:
    """Return the hit points after each of the last turns since the first change; empty if unknown."""
    after = [*health.by_turn, *([health.hit_points] if health.turn < turn else [])]  # the last turn need not have ended
    last = after[-LAST_TURNS - 1 :]
    first = next((place for place, now in enumerate(last[1:]) if now != last[place]), len(last))
    return f"HP, last turns: {', '.join(map(str, last[first:]))}." if last[first:] else ""


def _complete(health: HealthRecord, ending: Ending) -> HealthRecord:
    """Return the health record of the last turns, retraced from the game's file if it was resumed since."""
    if health.first_turn == 0 or len(health.by_turn) > LAST_TURNS:
        return health
    return next((record for record in ending.retraced or () if record is not None), health)


def score_lines(scores: Sequence[ScoreLine]) -> list[str]:
    """Return a line for each score, best first; scores of a mode come last, ranked separately."""
    lines = [
        f"{board}{', rank' * line.old} {place}: {line.score}, {line.name}, {marked_outcome(line)} on turn {line.turn}, "
        f"{line.rules}, {moment(line.when)}{', feats: ' * bool(line.feats)}{', '.join(line.feats)}".lstrip()
        for board, lines in ranked(scores)
        for place, line in lines
    ]
    return [*lines, *legends(scores)] if lines else ["No scores yet."]


def replay_lines(finished: Sequence[FinishedGame]) -> list[str]:
    """Return a line for each finished game, the latest first."""
    games = sorted(finished, key=lambda game: game.when, reverse=True)
    lines = [
        f"{game.key}: {game.outcome} on {progress(game.turn, game.depth)}, {game.marked_rules}, {moment(game.when)}"
        for game in games
    ]
    if not lines:
        return ["No finished games yet."]
    return [*lines, f"Type watch or summary and a name, such as watch {games[0].key}."]


def saved_lines(lobby: Lobby, own: JournaledGame | None) -> list[str]:
    """Return a line for each game in progress; `own` is the one in play, which the store only sees as locked."""
    games = lobby.library.saved()
    name = None if own is None else own.stored.name
    lines = [f"{game.name}: {_saved(game) if own is None or game.name != name else _in_play(own)}" for game in games]
    others = any(game.name != name for game in games)
    return [*lines, *(["Type continue and a name."] if others else [])] or ["No games in progress."]


def _in_play(own: JournaledGame) -> str:
    world = own.perspective.world
    depth = world.depth if world.ruleset.has_levels else 0
    begun = own.perspective.begun_in
    mark = "" if begun is None else f" ({in_edition(begun)}, unranked)"
    return f"this game, {progress(world.turn, depth)}, {world.ruleset.title}{mark}"


def _saved(game: SavedGame) -> str:
    return game.trouble or f"{progress(game.turn, game.depth)}, {game.marked_rules}, {moment(game.when)}"


def rule_lines(lobby: Lobby) -> list[str]:
    """Return a line for each rule set."""
    lines = [f"{choice.name}: {choice.title}. {choice.summary}" for choice in lobby.choices()]
    return [*lines, "Type new and a name, such as new classic."]


def kit_lines(lobby: Lobby) -> list[str]:
    """Return a line for each kit of the last played rule set."""
    last = lobby.last
    if not last.kits:
        return [f"{last.title} has no kits: all games start alike."]
    lines = [f"{kit}: {plan}" for kit, plan in last.kits.items()]
    return [*lines, f"Type new and a name, such as new {[*last.kits][-1]}."]
