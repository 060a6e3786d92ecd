"""All games of a player: begin, resume, set aside, list."""

from __future__ import annotations

import contextlib
import datetime as dt
import importlib
import secrets
from typing import TYPE_CHECKING, Any, Final

import roguelike
from roguelike.store.entropy import random_bits
from roguelike.store.errors import StoreError, abridged, cause_of, unreadable
from roguelike.store.kept.reader import read
from roguelike.store.limits import NAME_RULE, is_saved_name
from roguelike.store.listings import FinishedGame, SavedGame, ScoreLine, Standing
from roguelike.store.records import Damage
from roguelike.toml_file import cut

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.state.world import World
    from roguelike.store.kept.archive import Archived
    from roguelike.store.kept.reader import GameReader
    from roguelike.store.kept.rows import GameSource, HeldGame, PlayerRows
    from roguelike.store.kept.stored_game import StoredGame
    from roguelike.store.statistics import Statistics

GAME_MODULES: Final = (
    "roguelike.engine.kinds.fingerprint",
    "roguelike.store.kept.editions",
    "roguelike.store.kept.journal",
    "roguelike.store.kept.leaderboard",
    "roguelike.store.kept.listed",
    "roguelike.store.kept.loading",
    "roguelike.store.kept.outcomes",
    "roguelike.store.kept.proofs",
    "roguelike.store.kept.recorded",
    "roguelike.store.kept.rulesets",
    "roguelike.store.kept.scores",
    "roguelike.store.kept.statistics",
    "roguelike.store.kept.stored_game",
    "roguelike.store.new_game",
)
"""Modules that a store imports with the first game, or with the first list of games or scores."""
_MAX_CHECKED: Final = 4 << 20
"""Maximum bytes of games that are fully checked for a list: 40,000 commands, a sixth of a second."""
_MAX_REASON: Final = 200
"""Maximum characters of an error of a rule set, which may quote values from its files."""


class KeptStore:
    """The games of a player; `load_rules` loads a rule set by its name or path, as `load_ruleset` does."""

    def __init__(self, rows: PlayerRows, load_rules: Callable[[str], RuleSet]) -> None:
        self.rows = rows
        self._load_rules = load_rules
        self._shown: set[str] = set()
        """The keys of the ends shown by this process, so that none is shown twice if that cannot be recorded."""

    def saved(self, *, thoroughly: bool = False) -> list[SavedGame]:
        """Return the games in progress, most recently played first; games that cannot be resumed come last.

        Games are checked in full up to a total size, or all of them if `thoroughly`; otherwise only their ends are.
        """
        looked_at, size = [], 0
        for name in self.rows.names():
            size += _size(self.rows.game(name))
            looked_at.append(self._look_at(name, thoroughly=thoroughly or size <= _MAX_CHECKED))
        # A game may have ended or been moved in the meantime.
        games = [game for game in looked_at if not game.trouble or self.rows.has(game.name)]
        return sorted(games, key=lambda game: (bool(game.trouble), -(game.when.timestamp() if game.when else 0)))

    def begin(self, name: str, rules: str, seed: int | None = None, *, sets_aside: bool = False) -> StoredGame:
        """Begin a game; without a `seed` it gets a random one and a dice seed. A path in `rules` must be absolute.

        With `sets_aside`, a game in progress of that name is set aside once the new one is certain to begin.

        Raises:
            StoreError: a game of that name already exists, or the new one cannot be saved or loaded again.
        """
        import_games()
        from roguelike.store.kept.journal import Journal
        from roguelike.store.kept.loading import refuse_unloadable
        from roguelike.store.kept.rulesets import loaded, refuse_unprintable
        from roguelike.store.kept.stored_game import StoredGame
        from roguelike.store.new_game import first_game

        _check(name)
        refuse_unprintable(rules)
        ruleset = loaded(self._load_rules, rules)
        dice = random_bits() if seed is None else None
        game = first_game(ruleset, random_bits() if seed is None else seed, dice)
        refuse_unloadable(game)
        told = self.set_aside(name) if sets_aside else ""
        held = self.rows.hold(name)
        with _released_on_failure(held):
            if self.rows.has(name):
                raise StoreError(f"{name} already has a game in progress: continue it, or set it aside.")
            about = _about(name, rules, game.world, dice)
            play = StoredGame(game, Journal.begin(held, about, game.world, self.rows.key()), self.rows, about)
        play.notices = [told] if told else []
        play.on_archiving, play.on_archived = self.archiving, self.archived
        return play

    def unsaved(self, rules: str, seed: int | None = None) -> Callable[[], Game]:
        """Return a factory of a new unsaved game, with the same random seeds as `begin` would choose.

        Raises:
            StoreError: the rule set cannot be read, or generates no level, or a game in progress has the seed.
        """
        import_games()
        from roguelike.store.kept.rulesets import loaded
        from roguelike.store.kept.seeds import refuse_levels_of
        from roguelike.store.new_game import first_game

        if seed is not None:
            refuse_levels_of(self.rows, (seed,))
        ruleset = loaded(self._load_rules, rules)
        dice = random_bits() if seed is None else None
        seed = random_bits() if seed is None else seed
        first_game(ruleset, seed, dice)
        return lambda: first_game(ruleset, seed, dice)

    def resume(self, name: str) -> StoredGame:
        """Open a game at its newest valid snapshot; the caller must then call `catch_up`.

        Raises:
            StoreError: there is no such game, it is locked, or it cannot be read.
        """
        held = self._hold(name)
        with _released_on_failure(held):
            return self._open(name, held, tells=True)

    def unseen(self, name: str) -> StoredGame | None:
        """Return a finished game of that name whose end has not been shown; None if there is none.

        Raises:
            StoreError: it cannot be shown; if the failure is permanent, it counts as shown.
        """
        games = [game for game in self.rows.unseen(name) if game.place.stem not in self._shown]
        if not games or self.rows.being_played(name):
            return None
        key = games[0].place.stem
        self._shown.add(key)
        held = self.rows.hold(name)
        with _released_on_failure(held):
            try:
                play, _ = self._load(games[0], held, tells=True)
            except StoreError as trouble:
                if trouble.permanent:
                    self.rows.mark_seen(key)
                raise StoreError(f"{name}'s last game is over. {trouble}", trouble.code) from None
        play.name, play.key, play.notices = name, key, []
        return play

    def set_aside(self, name: str) -> str:
        """Abandon a game in progress, and archive it; an unreadable one is moved, unchanged, to a separate folder.

        Returns a sentence for the player about a game that was moved; empty otherwise.

        Raises:
            StoreError: it is locked or cannot be moved, or it is over and must be resumed to show its end.
        """
        import_games()
        with contextlib.ExitStack() as stack:
            held = self._hold(name)
            stack.callback(held.release)
            try:
                play = self._open(name, held)
                for _ in play.catch_up():
                    pass
            except StoreError as trouble:
                if not trouble.permanent:
                    raise
                goal = self.rows.put_unreadable(name)
                return f"{name}'s game could not be read. It was moved, unchanged, to {abridged(goal)}."
            if play.game.outcome is not None:
                raise StoreError(f"{name}'s game is over: continue it to see how it ended.")
            play.archive()
        return ""

    def finished(self) -> list[FinishedGame]:
        """Return the finished games, newest first, without unreadable ones."""
        import_games()
        from roguelike.store.kept.editions import Editions
        from roguelike.store.kept.listed import finished_game

        games, editions = [], Editions()
        for game in self.rows.finished():
            with contextlib.suppress(StoreError):
                games.append(finished_game(game, editions))
        return sorted(games, key=lambda game: game.when, reverse=True)

    def scores(self) -> Iterator[list[ScoreLine]]:
        """Yield the scores, first as they are known, then after each slice of verification.

        Raises:
            StoreError: they cannot be read; only the first step raises it.
        """
        import_games()
        from roguelike.store.kept.leaderboard import leaderboard

        return leaderboard(self.rows, self._load_rules)

    def standing(self, name: str, score: int, board: str = "") -> Standing:
        """Return the rank of a score of that player on a board, counted without verifying any.

        Raises:
            StoreError: the scores cannot be read.
        """
        import_games()
        from roguelike.store.kept.editions import Editions
        from roguelike.store.kept.scores import standing_in

        return standing_in(self.rows.scores, name, score, board, Editions())

    def statistics(self, name: str = "", rules: str = "") -> Iterator[Statistics | None]:
        """Yield None after each slice of work, and finally the figures over all finished games, or over some.

        Raises:
            StoreError: the scores cannot be read.
        """
        import_games()
        from roguelike.store.kept.statistics import statistics_of

        return statistics_of(self.rows, self._load_rules, name, rules)

    def archiving(self, game: Archived) -> None:
        """Hook: called before a game of this store is archived."""

    def archived(self, game: Archived) -> None:
        """Hook: called after a game of this store is archived."""

    def _hold(self, name: str) -> HeldGame:
        """Hold a game in progress."""
        _check(name)
        if not self.rows.has(name):
            raise StoreError(f"{name} has no game in progress.")
        self.rows.game(name).check_writable()
        return self.rows.hold(name)

    def _look_at(self, name: str, *, thoroughly: bool) -> SavedGame:
        import_games()
        from roguelike.store.kept.listed import saved_game

        game = self.rows.game(name)
        if told := self.rows.being_played(name):
            return SavedGame(name, trouble=told, is_played=True)
        try:
            with read(game) as saved:
                if thoroughly:
                    saved.check()
                else:
                    saved.check_end()
                turn, depth = self._place(saved) if thoroughly else (saved.turn(), saved.depth())
                return saved_game(game, saved, turn, depth)
        except StoreError as trouble:
            # Another process may have locked and changed it while it was copied.
            told = self.rows.being_played(name)
            return SavedGame(name, trouble=told or str(trouble), is_played=bool(told))

    def _place(self, saved: GameReader) -> tuple[int, int]:
        """Return the turn and the level at which a game continues."""
        from roguelike.store.kept.journal import EVERY
        from roguelike.store.kept.loading import world_to_resume

        if 0 < saved.commands_to_perform() <= EVERY:
            with contextlib.suppress(StoreError, Damage):  # told when it is continued
                world = world_to_resume(saved, self._rules_of(saved))
                return world.turn, world.depth
        return saved.turn(), saved.depth()

    def _open(self, name: str, held: HeldGame, *, tells: bool = False) -> StoredGame:
        """Open a game to resume it; a change of its rules is annotated in its journal."""
        play, has_other_rules = self._load(self.rows.game(name), held, tells=tells)
        if has_other_rules:
            world = play.game.world
            play.is_new_to_rules = True
            play.journal.put_snapshot(world, {"fingerprint": world.ruleset.fingerprint})
        return play

    def _load(self, game: GameSource, held: HeldGame, *, tells: bool) -> tuple[StoredGame, bool]:
        """Load a game, without writing; also return whether its rules have changed.

        `tells` asks for the events that refill the message log.
        """
        import_games()
        from roguelike.store.kept.journal import Journal
        from roguelike.store.kept.loading import load, retell
        from roguelike.store.kept.stored_game import StoredGame

        with read(game) as saved:
            saved.check()
            ruleset = self._rules_of(saved)
            found = load(saved, ruleset)
            if tells:
                retell(saved, ruleset, found)
            end, spoiled = _end(saved), saved.is_spoiled()
        held.go_on(game, found.last, saved.about["id"])
        key = self.rows.key()
        journal = Journal(held, found.last, found.link, found.at)
        if found.is_witnessed(key, saved.about["fingerprint"]):
            journal.key, journal.unspoiled = key, found.is_unspoiled(key) and not spoiled
        journal.snapshot_number = found.number
        play = StoredGame(found.game, journal, self.rows, saved.about)
        play.lead, play.told_after = found.lead, found.told_after
        play.notices, play.end, play.spoiled = found.notices, end, spoiled
        play.is_unranked = play.edition != ruleset.version and not found.ended_by(saved.about["fingerprint"])
        play.on_archiving, play.on_archived = self.archiving, self.archived
        play.pending = [] if found.has_other_rules else found.rows
        return play, found.has_other_rules

    def _rules_of(self, saved: GameReader) -> RuleSet:
        from roguelike.store.kept.rulesets import loaded

        try:
            return loaded(self._load_rules, saved.about["rules"])
        except StoreError as error:
            why = str(error).rstrip(".")
            why = f": {cut(why, _MAX_REASON)}" if why.isprintable() else ""
            raise unreadable(saved.place, f"its rule set cannot be used{why}") from None


def import_games() -> None:
    """Import the modules that the title screen does not need, so that later imports read no file.

    Raises:
        StoreError: a file of the program cannot be read.
    """
    try:
        for name in GAME_MODULES:
            importlib.import_module(name)
    except OSError as error:
        raise StoreError(f"The program itself cannot be read: {cause_of(error)}.") from None


def _about(name: str, rules: str, world: World, dice: int | None) -> dict[str, str]:
    from roguelike.engine.kinds.fingerprint import ENGINE_VERSION

    ruleset = world.ruleset
    return {
        "begun": dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
        "dice": "" if dice is None else str(dice),
        "engine": str(ENGINE_VERSION),
        "fingerprint": ruleset.fingerprint,
        "id": secrets.token_hex(16),
        "name": name,
        "program": roguelike.__version__,
        "rules": rules,
        "ruleset": ruleset.title,
        "seed": str(world.seed),
        "version": str(ruleset.version),
    }


def _check(name: str) -> None:
    if not is_saved_name(name):
        raise StoreError(f"a name must be {NAME_RULE}, not {name[:40]!r}.")


def _size(game: GameSource) -> int:
    """Return the size of a game in bytes; 0 if it is unknown."""
    with contextlib.suppress(StoreError):
        return game.stamp().size
    return 0


def _end(saved: GameReader) -> Mapping[str, Any]:
    """Return the annotation of a game's end; empty for nearly all games in progress."""
    ends = [note for _, note in saved.annotations() if "outcome" in note]
    return ends[-1] if ends else {}


@contextlib.contextmanager
def _released_on_failure(held: HeldGame) -> Iterator[None]:
    try:
        yield
    except BaseException:
        held.release()
        raise
