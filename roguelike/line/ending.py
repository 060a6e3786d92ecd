"""How games ended: the one that is over now, the scores, and the games that can be watched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.ui.columns import legends, moment
from roguelike.ui.columns import outcome as marked_outcome
from roguelike.ui.summary import figures, last_blows, outcome

if TYPE_CHECKING:
    from roguelike.session.kept_game import KeptGame
    from roguelike.session.lobby import Lobby
    from roguelike.store.listings import SavedGame
    from roguelike.ui.ending import Ending
    from roguelike.ui.presenter import Presenter

NEXT: Final = "Type new, watch, messages, title or quit."


def ending_lines(presenter: Presenter, ending: Ending) -> list[str]:
    """Return what became of the player, the score and its rank, the last blows, and what to do next."""
    lines = [
        outcome(presenter),
        *figures(presenter, ending.standing),
        *(f"Blow on {blow}" for blow in last_blows(presenter.health)),
        ending.trouble,
        NEXT,
    ]
    return [line for line in lines if line]


def score_lines(lobby: Lobby) -> list[str]:
    """Return a line for each score, best first."""
    scores = next(lobby.library.scores())
    lines = [
        f"{place}: {line.score}, {line.name}, {marked_outcome(line)} on turn {line.turn}, {line.rules}, "
        f"{moment(line.when)}"
        for place, line in enumerate(scores, start=1)
    ]
    return [*lines, *legends(scores)] if lines else ["No scores yet."]


def replay_lines(lobby: Lobby) -> list[str]:
    """Return a line for each game that is over, the latest first."""
    games = sorted(lobby.library.finished(), key=lambda game: game.when, reverse=True)
    lines = [f"{game.key}: {game.outcome} on turn {game.turn}, {game.rules}, {moment(game.when)}" for game in games]
    return [*lines, f"Type watch and a name, such as watch {games[0].key}."] if lines else ["No finished games yet."]


def saved_lines(lobby: Lobby, own: KeptGame | None) -> list[str]:
    """Return a line for each game in progress; `own` is the one in play, which the store only knows to be locked."""
    games = lobby.library.saved()
    name = None if own is None else own.stored.name
    lines = [f"{game.name}: {_saved(game) if own is None or game.name != name else _in_play(own)}" for game in games]
    others = any(game.name != name for game in games)
    return [*lines, *(["Type continue and a name."] if others else [])] or ["No games in progress."]


def _in_play(own: KeptGame) -> str:
    world = own.presenter.world
    return f"this game, turn {world.turn}, {world.ruleset.title}"


def _saved(game: SavedGame) -> str:
    return game.trouble or f"turn {game.turn}, {game.rules}, {moment(game.when)}"


def rule_lines(lobby: Lobby) -> list[str]:
    """Return a line for each rule set."""
    lines = [f"{choice.name}: {choice.title}. {choice.summary}" for choice in lobby.choices()]
    return [*lines, "Type new and a name, such as new classic."]
