"""Paths in the data folder of a server."""

from __future__ import annotations

import contextlib
import os
import pathlib
import stat

from roguelike.classes import frozen


@frozen
class ServerPaths:
    """Paths in a data folder."""

    root: pathlib.Path

    @property
    def accounts(self) -> pathlib.Path:
        """The database of accounts."""
        return self.root / "accounts.sqlite"

    @property
    def scores(self) -> pathlib.Path:
        """The database of scores."""
        return self.root / "scores.sqlite"

    @property
    def keys(self) -> pathlib.Path:
        """Folder of secret keys."""
        return self.root / "keys"

    @property
    def host_key(self) -> pathlib.Path:
        """Host key made at the first start."""
        return self.keys / "ed25519"

    @property
    def run(self) -> pathlib.Path:
        """Folder of sockets and the lock of a running server."""
        return self.root / "run"

    @property
    def lock(self) -> pathlib.Path:
        """Lock file of a running server."""
        return self.run / "server.lock"

    @property
    def control(self) -> pathlib.Path:
        """Control socket, for `roguelike server`."""
        return self.run / "control.sock"

    @property
    def draining(self) -> pathlib.Path:
        """Folder of the control sockets of draining servers."""
        return self.run / "draining"

    def draining_control(self, process: int) -> pathlib.Path:
        """Return the control socket of the draining server with that gateway process."""
        return self.draining / f"{process}.sock"

    @property
    def control_token(self) -> pathlib.Path:
        """File with the token for control sockets."""
        return self.keys / "control"

    @property
    def clerk(self) -> pathlib.Path:
        """Socket of the clerk."""
        return self.run / "clerk.sock"

    @property
    def timelines(self) -> pathlib.Path:
        """File of the newest timeline of each database, which must survive restarts."""
        return self.root / "timelines.json"

    @property
    def relay(self) -> pathlib.Path:
        """Socket of the clerk for watching games of other hosts."""
        return self.run / "relay.sock"

    @property
    def watch(self) -> pathlib.Path:
        """Folder of the sockets for watchers, one a game."""
        return self.run / "watch"

    def watched(self, process: int) -> pathlib.Path:
        """Return the socket for watchers of the game in a process."""
        return self.watch / f"{process}.sock"

    @property
    def familiar(self) -> pathlib.Path:
        """File of addresses from which accounts have logged in recently."""
        return self.run / "addresses"

    @property
    def canary(self) -> pathlib.Path:
        """Folder of the canary game."""
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
        """Message of the day, unless the settings name another file."""
        return self.root / "motd.txt"

    @property
    def restoring(self) -> pathlib.Path:
        """Folder of a backup until it is verified."""
        return self.root / "restoring"

    @property
    def public(self) -> pathlib.Path:
        """Folder of published games."""
        return self.root / "public"

    @property
    def films(self) -> pathlib.Path:
        """Folder of films, which can be made again."""
        return self.run / "films"

    def film(self, key: str, form: str = "film") -> pathlib.Path:
        """Return the path of a film, compressed by gzip; `form` is "film", or "cast" for an asciicast."""
        return self.films / f"{key}.{form}"

    @property
    def players(self) -> pathlib.Path:
        """Folder of the games of accounts, by their numbers."""
        return self.root / "players"

    def player(self, account: int) -> pathlib.Path:
        """Return the folder of an account's games."""
        return self.players / str(account)

    @property
    def guests(self) -> pathlib.Path:
        """Folder of the games of guests, by their names."""
        return self.root / "guests"

    def has_game(self, account: int) -> bool:
        """Return whether an account has a game to continue."""
        with contextlib.suppress(OSError):
            return any((self.players / str(account) / "games").glob("*.game"))
        return False

    def complaint(self) -> str:
        """Return why the folder is not safe for secret keys, with the remedy; empty if it is, or does not exist.

        Raises:
            OSError: that cannot be determined.
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
        """Make the folders of a server, for its owner only, and an empty database of scores for a new one.

        If there are finished games with scores, that database was lost: an empty one would hide it.

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
