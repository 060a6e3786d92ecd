"""The process of a trial: `python -m roguelike.serve.trying` reads settings, and prints the first problem."""

from __future__ import annotations

import json
import os
import pathlib
import resource
import sys
from typing import Final

import asyncssh

from roguelike.serve.banner import read_banner
from roguelike.serve.clerk.timelines import Timelines
from roguelike.serve.front.process import descriptors_for
from roguelike.serve.front.ssh_options import ssh_options
from roguelike.serve.host_key import BadHostKey, fingerprint_of, make_host_key
from roguelike.serve.message_file import check_message
from roguelike.serve.packages import missing_package
from roguelike.serve.paths import ServerPaths
from roguelike.serve.settings import ServeSettings, ServeSettingsError
from roguelike.serve.wire import settings_of
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.proof_key import kept_key, key_of

_NO_HOSTS: Final = "without a database there are no other hosts (leave it out, or set database)"


class Unfit(Exception):
    """A setting cannot be used."""

    def __init__(self, setting: str, problem: str) -> None:
        super().__init__(problem)
        self.setting = setting


def try_settings(settings: ServeSettings, places: ServerPaths, *, makes_key: bool) -> list[str]:
    """Try everything that the settings name, and return the fingerprints of the host keys.

    With `makes_key` a missing host key is created, and with a database also a missing key of proofs.

    Raises:
        Unfit: one cannot be used.
    """
    for check in (_folder, _proof_key, _descriptors, _texts, _packages, _database, _rules):
        check(settings, places)
    if makes_key and not settings.host_keys and not places.host_key.exists():
        make_host_key(places.host_key)
    if makes_key and settings.database:
        key_of(DataFolder(places.root))  # an administrator copies it to the other hosts
    return _keys(settings, places)


def _folder(_: ServeSettings, places: ServerPaths) -> None:
    if wrong := places.complaint():
        raise Unfit("data-dir", f"{places.root}: {wrong}")


def _proof_key(_: ServeSettings, places: ServerPaths) -> None:
    """Refuse an unusable key of proofs: scores would silently stay unproven."""
    folder = DataFolder(places.root)
    if not folder.key.exists() or kept_key(folder):
        return
    if not os.access(folder.key, os.R_OK, effective_ids=True):
        raise Unfit("data-dir", f"{folder.key}: cannot be read (make it the server's own: chown, chmod 600)")
    raise Unfit(
        "data-dir", f"{folder.key}: is not a key (restore it from a backup, or delete it: scores are verified again)"
    )


def _descriptors(settings: ServeSettings, _: ServerPaths) -> None:
    wanted = descriptors_for(settings.max_sessions)
    allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if allowed != resource.RLIM_INFINITY and wanted > allowed:
        told = f"{settings.max_sessions} need {wanted} file descriptors, and {allowed} are allowed"
        raise Unfit("max-sessions", f"{told} (lower it, or raise ulimit -n, with systemd LimitNOFILE)")


def _texts(settings: ServeSettings, places: ServerPaths) -> None:
    try:
        read_banner(settings.banner)
    except ServeSettingsError as error:
        raise Unfit("banner", str(error).removesuffix(".")) from None
    try:
        check_message(pathlib.Path(settings.motd) if settings.motd else places.message, must_be=bool(settings.motd))
    except ServeSettingsError as error:
        raise Unfit("motd", str(error).removesuffix(".")) from None


def _rules(settings: ServeSettings, _: ServerPaths) -> None:
    """Begin a game of each named rule set with each kit and in each mode; the fork server tries the built-in ones."""
    if not settings.rules:
        return
    from roguelike.content.loader import ContentError  # noqa: PLC0415 -- half a second, where none are named for nothing
    from roguelike.engine.game import new_game  # noqa: PLC0415 -- as above
    from roguelike.serve.game.lobby import rule_choices  # noqa: PLC0415 -- as above
    from roguelike.serve.game.rules import shipped  # noqa: PLC0415 -- as above

    for name in settings.rules:
        try:
            shipped(name)
            for choice in rule_choices((name,)):
                for each in choice.every_kit():
                    new_game(shipped(each.name))
        except ContentError as error:
            raise Unfit("rules", f"{error}".removesuffix(".")) from None


def _keys(settings: ServeSettings, places: ServerPaths) -> list[str]:
    found = []
    for file in [pathlib.Path(name) for name in settings.host_keys] or [places.host_key]:
        try:
            found.append(fingerprint_of(file))
        except BadHostKey as error:
            raise Unfit("host-keys", f"{file}: {error}") from None
    try:
        ssh_options(settings, places, asyncssh.SSHServer)
    except (OSError, ValueError, asyncssh.Error) as error:
        raise Unfit("host-keys", str(error)) from None
    return found


def _packages(settings: ServeSettings, _: ServerPaths) -> None:
    setting, problem = missing_package(settings)
    if setting:
        raise Unfit(setting, problem)


def _database(settings: ServeSettings, places: ServerPaths) -> None:
    if not settings.database:
        if settings.hosts_listen:
            raise Unfit("hosts-listen", _NO_HOSTS)
        if settings.host:
            raise Unfit("host", _NO_HOSTS)
        return
    from roguelike.serve.postgres.migrating import complaint  # noqa: PLC0415 -- psycopg comes with it

    if wrong := complaint(settings.database, timelines=Timelines(places.timelines)):
        raise Unfit("database", wrong)


def main() -> None:
    """Print the name of a setting and its problem, both empty if there is none, and the fingerprints."""
    asked = json.loads(sys.stdin.buffer.read())
    settings, places = settings_of(asked["settings"]), ServerPaths(pathlib.Path(asked["folder"]))
    answer: tuple[str, str, list[str]]
    try:
        answer = "", "", try_settings(settings, places, makes_key=asked["makes_key"])
    except Unfit as error:
        answer = error.setting, str(error), []
    except OSError as error:
        answer = "data-dir", f"{error.filename or places.root}: {error.strerror}", []
    print(json.dumps(answer))  # noqa: T201 -- for the supervisor


if __name__ == "__main__":
    main()
