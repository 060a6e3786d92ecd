"""Where a server keeps what: the paths in its data folder."""

from __future__ import annotations

import contextlib
import os
import pathlib
import stat

from roguelike.classes import frozen


@frozen
class ServerPaths:
    """The data folder of a server."""

    root: pathlib.Path

    @property
    def accounts(self) -> pathlib.Path:
        """The database of accounts."""
        return self.root / "accounts.sqlite"

    @property
    def scores(self) -> pathlib.Path:
        """The database of everybody's scores."""
        return self.root / "scores.sqlite"

    @property
    def keys(self) -> pathlib.Path:
        """Where the secret keys are."""
        return self.root / "keys"

    @property
    def host_key(self) -> pathlib.Path:
        """The host key that is made at the first start."""
        return self.keys / "ed25519"

    @property
    def run(self) -> pathlib.Path:
        """Where the sockets and the lock of a running server are."""
        return self.root / "run"

    @property
    def lock(self) -> pathlib.Path:
        """The file that a running server holds locked."""
        return self.run / "server.lock"

    @property
    def control(self) -> pathlib.Path:
        """The socket that `roguelike server` speaks to."""
        return self.run / "control.sock"

    @property
    def draining(self) -> pathlib.Path:
        """Where the servers are asked that are draining, a socket each."""
        return self.run / "draining"

    def draining_control(self, process: int) -> pathlib.Path:
        """Return the socket of the draining server whose gateway is that process."""
        return self.draining / f"{process}.sock"

    @property
    def control_token(self) -> pathlib.Path:
        """The file with the token for requests there."""
        return self.keys / "control"

    @property
    def clerk(self) -> pathlib.Path:
        """The socket of the clerk, which speaks with the database."""
        return self.run / "clerk.sock"

    @property
    def timelines(self) -> pathlib.Path:
        """The file of the newest timeline of each database, which no restart may forget."""
        return self.root / "timelines.json"

    @property
    def relay(self) -> pathlib.Path:
        """The socket of the clerk on which games of other hosts can be watched."""
        return self.run / "relay.sock"

    @property
    def watch(self) -> pathlib.Path:
        """Where games can be watched, a socket each."""
        return self.run / "watch"

    def watched(self, process: int) -> pathlib.Path:
        """Return the socket on which the game in that process can be watched."""
        return self.watch / f"{process}.sock"

    @property
    def familiar(self) -> pathlib.Path:
        """The file of addresses from which accounts have logged in lately."""
        return self.run / "addresses"

    @property
    def canary(self) -> pathlib.Path:
        """Where the game is that the gateway plays itself."""
        return self.run / "canary"

    @property
    def doors(self) -> pathlib.Path:
        """Folder with a file for each session behind OpenSSH."""
        return self.run / "doors"

    def door_session(self, process: int) -> pathlib.Path:
        """Return the file of the session behind OpenSSH in that process."""
        return self.doors / f"{process}.json"

    @property
    def message(self) -> pathlib.Path:
        """The message of the day, unless the settings name another file."""
        return self.root / "motd.txt"

    @property
    def restoring(self) -> pathlib.Path:
        """Where everything of a backup is until it is verified."""
        return self.root / "restoring"

    @property
    def public(self) -> pathlib.Path:
        """Where the finished games are that pages show to everybody."""
        return self.root / "public"

    @property
    def films(self) -> pathlib.Path:
        """Where films of those games are, which can be made again."""
        return self.run / "films"

    def film(self, key: str, form: str = "film") -> pathlib.Path:
        """Return the film of a finished game, packed by gzip; its form is "film", or "cast" for an asciicast."""
        return self.films / f"{key}.{form}"

    @property
    def players(self) -> pathlib.Path:
        """Where the games of accounts are, by their numbers."""
        return self.root / "players"

    def player(self, account: int) -> pathlib.Path:
        """Return the folder of an account's games."""
        return self.players / str(account)

    @property
    def guests(self) -> pathlib.Path:
        """Where the games of guests are, by their names."""
        return self.root / "guests"

    def has_game(self, account: int) -> bool:
        """Return whether an account has a game to continue."""
        with contextlib.suppress(OSError):
            return any((self.players / str(account) / "games").glob("*.game"))
        return False

    def complaint(self) -> str:
        """Return why the folder is no place for secret keys, with the remedy; empty where it is, or does not exist.

        Raises:
            OSError: that cannot be found out.
        """
        try:
            found = self.root.stat()
        except FileNotFoundError:
            return ""
        if not stat.S_ISDIR(found.st_mode):
            return "not a folder"
        if found.st_uid != os.geteuid():
            return "belongs to another user (run the server as that user, or chown the folder)"
        if found.st_mode & 0o077:
            return f"others can read it, mode {stat.S_IMODE(found.st_mode):o} (chmod 700)"
        return ""

    def make(self) -> None:
        """Make the folders that every server has, for its owner only, and the empty scores of a new one.

        Where games are finished that have scores, their file is missing: an empty one would hide that.

        Raises:
            OSError: they cannot be made.
        """
        for folder in (
            self.root,
            self.keys,
            self.run,
            self.watch,
            self.doors,
            self.draining,
            self.films,
            self.public,
            self.players,
            self.guests,
        ):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not self.scores.exists() and not any(self.players.glob("*/finished/*.txt")):
            self.scores.touch(mode=0o600)
