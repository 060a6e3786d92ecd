"""The question asked when a player already has a game in progress."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import attrs

from roguelike.play.requests import Continue
from roguelike.play.views.menu import Question
from roguelike.play.views.view import Close
from roguelike.store.limits import MAX_NAME, is_name
from roguelike.store.listings import in_edition

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from roguelike.play.requests import Begin
    from roguelike.store.listings import SavedGame


class GameInProgressDialog(Question):
    """Continue the game in progress, begin the new one under another name, or end the old one for it."""

    section = "taken"
    title = "Game in progress"
    drops_typed_ahead = True

    def __init__(self, game: SavedGame, fresh: Begin, names: Collection[str]) -> None:
        """Ask.

        Args:
            game: the game in progress.
            fresh: the new game under the same name.
            names: the names of all games in progress.
        """
        self.heading = f"{game.name} has {'a damaged game' if game.is_damaged else 'a game in progress'}"
        instead = "New game (the damaged file is kept)" if game.is_damaged else "New game (the old one goes to Replays)"
        mark = f" ({in_edition(game.edition)}, unranked)" if game.unranked else ""
        other = next(name for name in _other_names(fresh) if name not in names)
        self.answers = (
            ("c", f"Continue it{mark}", Continue(game.name)),
            ("p", f"Play as {other}", attrs.evolve(fresh, name=other)),
            ("b", "Back", Close()),
            ("n", instead, attrs.evolve(fresh, sets_aside=True)),
        )


def _other_names(fresh: Begin) -> Iterator[str]:
    """Yield names for another game: with the name of its rule set if short enough, then with numbers."""
    named = f"{fresh.name}-{fresh.rules.rpartition('/')[2]}"
    if is_name(named):
        yield named
    for number in itertools.count(2):
        end = f"-{number}"
        yield fresh.name[: MAX_NAME - len(end)] + end
