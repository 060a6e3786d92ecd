"""The scores and the finished games of everybody on a server."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from roguelike.play.views.film import Film
from roguelike.serve.accounts import Account
from roguelike.serve.game.lobby import served_lobby
from roguelike.serve.game.player_folders import newest_games, store_in
from roguelike.serve.paths import ServerPaths
from roguelike.serve.published.publishing import AccountPages, Publisher
from roguelike.serve.settings import ServeSettings
from roguelike.serve.watching.privacy import EVERYBODY, keep_watched
from roguelike.store.errors import StoreError
from roguelike.store.sqlite.data_folder import PROOF, DataFolder
from tests.store.library_fixtures import SHORT, begun, scores_of

if TYPE_CHECKING:
    from pathlib import Path

    from roguelike.serve.game.served_store import ServedStore


@pytest.fixture
def places(tmp_path: Path) -> ServerPaths:
    """Return the folder of a server."""
    places = ServerPaths(tmp_path)
    places.make()
    return places


def library_of(places: ServerPaths, number: int) -> ServedStore:
    """Return the library of the account with that number."""
    return store_in(DataFolder(places.players / str(number), places.root), places)


def guest(places: ServerPaths) -> ServedStore:
    """Return the library of a guest."""
    return store_in(DataFolder(places.guests / "guest-0001"), places)


def finish(library: ServedStore, name: str) -> None:
    """Play a short game to its end."""
    playing = begun(library, name, SHORT).to_the_end()
    playing.play.finish(playing.account)
    playing.quit()


def test_it_is_told_that_games_begin_and_end(places: ServerPaths) -> None:
    """Once each, with the outcome and the turn, also of one that is set aside after it was continued."""
    told: list[dict[str, object]] = []
    library = store_in(DataFolder(places.players / "1", places.root), places, lambda **each: told.append(each))
    finish(library, "ann")
    begun(library, "ann").step(3).quit()
    library.begin("ann", "classic", sets_aside=True).release()

    (turn,) = (game.turn for game in library.finished() if game.outcome == "died")
    died, abandoned = ({"game_ended": {"outcome": how, "turn": at}} for how, at in (("died", turn), ("abandoned", 3)))
    begins = [{"game_begun": rules} for rules in (SHORT[0], "classic", "classic")]
    assert [begins[0], died, begins[1], abandoned, begins[2]] == told


def test_each_player_sees_the_verified_scores_of_all(places: ServerPaths) -> None:
    """Also when their proofs are lost and every game is played again; a guest's score is for the guest alone."""
    finish(library_of(places, 1), "ann")
    finish(library_of(places, 12), "Bob")
    finish(guest(places), "guest-0001")

    for library in (library_of(places, 1), library_of(places, 12), library_of(places, 3), guest(places)):
        assert [("Bob-0001", True), ("ann-0001", True)] == sorted((s.game, s.verified) for s in scores_of(library))
    for proof in places.players.glob(f"*/finished/*{PROOF}"):
        proof.unlink()
    assert [True, True] == [score.verified for score in scores_of(library_of(places, 3))]
    figures = list(library_of(places, 12).statistics("Bob"))[-1]
    assert figures is not None
    assert ["Kasidin, seeded"] == [*figures.by_rules]


def test_everybody_can_watch_finished_games(places: ServerPaths) -> None:
    """One's own and those of others, but neither games in progress nor those of guests."""
    finish(library_of(places, 1), "ann")
    finish(library_of(places, 2), "Bob")
    finish(guest(places), "guest-0001")
    begun(library_of(places, 1), "ann", SHORT).quit()
    library = library_of(places, 2)

    assert {"ann-0001", "Bob-0001"} == {game.key for game in library.finished()}
    lobby = served_lobby(places, library, Account(2, "Bob"), ServeSettings(), [])
    assert isinstance(lobby.watch("ann-0001", 0), Film)
    with pytest.raises(StoreError):
        library.replay("guest-0001-0001")


def test_of_many_games_the_newest_are_found(tmp_path: Path) -> None:
    """Folders in which nothing has happened since are not read."""
    for number in range(20):
        folder = tmp_path / str(number)
        folder.mkdir()
        for game in range(3):
            file = folder / f"{number}-{game}.game"
            file.touch()
            os.utime(file, (0, 1000 + 10 * number + game))
        os.utime(folder, (0, 1005 + 10 * number))
    folders = [tmp_path / str(number) for number in range(20)]

    found = [path.stem for path in newest_games([*folders, tmp_path / "none"], 5)]
    assert ["19-2", "19-1", "19-0", "18-2", "18-1"] == found
    assert 60 == len({*newest_games(folders, 100)})


def test_a_finished_game_has_the_address_of_its_page(places: ServerPaths) -> None:
    """In later sessions, too, where the server has pages and everybody may read of it; without an origin, its path.

    It is the player's own page: after a renaming, a game of somebody else may have the key.
    """
    library = library_of(places, 1)
    library.pages = AccountPages(Publisher(places), 1)
    finish(library, "ann")
    keep_watched(library.rows, EVERYBODY)
    finish(library, "ann")

    def pages(settings: ServeSettings, account: int = 1) -> list[str]:
        lobby = served_lobby(places, library_of(places, account), Account(account, "ann"), settings, []).lobby
        return [lobby.page_of(key) for key in ("ann-0001", "ann-0002", "")]

    assert pages(ServeSettings()) == ["", "", ""]
    assert pages(ServeSettings(web="127.0.0.1:80")) == ["", "/games/ann-0002", ""]
    address = "https://example.org"
    assert pages(ServeSettings(web="127.0.0.1:80", web_origin=address)) == ["", f"{address}/games/ann-0002", ""]
    assert pages(ServeSettings(web="127.0.0.1:80"), account=2) == ["", "", ""]
    library.pages.withdraw()
    assert pages(ServeSettings(web="127.0.0.1:80")) == ["", "", ""]
