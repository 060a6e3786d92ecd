"""`door`: the command that OpenSSH's sshd calls for the line of a key, and for its session."""

from __future__ import annotations

import os
import pathlib
import sys
from typing import TYPE_CHECKING, Any, Final

from roguelike.cli.answers import FAILURE, FINE, USAGE, Refusal
from roguelike.cli.output import tell
from roguelike.cli.serving import server_folder

if TYPE_CHECKING:
    import argparse

    from roguelike.serve.settings import ServeSettings

_SETTINGS: Final = "serve.toml"


def add_command(commands: Any) -> None:  # noqa: ANN401 -- argparse's is private
    """Add the command `door`."""
    told = "serve a session through OpenSSH's sshd"
    parser = commands.add_parser(
        "door",
        help=told,
        description=f"{told[0].upper()}{told[1:]}; docs/serving.md has the settings of sshd.",
    )
    parser.set_defaults(run=door)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "--authorized-keys",
        nargs=2,
        metavar=("TYPE", "KEY"),
        help="print the authorized_keys line of this key; sshd's AuthorizedKeysCommand passes it as %%t %%k",
    )
    what.add_argument(
        "--key", metavar="FINGERPRINT", help="start a session for the owner of this key, as that line tells sshd"
    )
    parser.add_argument("--type", default="", help="type of the key, shown in the account")
    parser.add_argument("--data-dir", metavar="DIR", help="folder of the server (default: server in your data folder)")


def door(chosen: argparse.Namespace) -> int:
    """Print the line of a key, or run the session of its owner."""
    if chosen.key is None and chosen.type:
        raise Refusal("argument --type: not allowed with --authorized-keys, which has TYPE (leave out --type)", USAGE)
    return _enter(chosen) if chosen.key is not None else _print_line(chosen)


def _print_line(chosen: argparse.Namespace) -> int:
    from roguelike.serve.authorized_keys import BadKey, authorized_line, key_of

    kind, blob = chosen.authorized_keys
    try:
        key = key_of(kind, blob)
    except BadKey as error:
        raise Refusal(str(error), USAGE) from None
    command = [*_program(), "door", "--key", key.fingerprint, "--type", key.kind]
    if chosen.data_dir is not None:
        folder = str(server_folder(chosen.data_dir))
        if not folder.isprintable():
            raise Refusal("--data-dir must have no control characters.", USAGE)
        command += ["--data-dir", folder]
    tell(authorized_line(command, kind, blob))
    return FINE


def _program() -> list[str]:
    """Return the command that starts this program."""
    started = pathlib.Path(sys.argv[0]).absolute()
    return [str(started)] if started.name == "roguelike" else [sys.executable, "-m", "roguelike"]


def _enter(chosen: argparse.Namespace) -> int:
    import sqlite3

    from roguelike.serve.accounts import KeyUsed
    from roguelike.serve.bans import is_fingerprint
    from roguelike.serve.front.access import NO_TERMINAL

    if not is_fingerprint(chosen.key):
        raise Refusal("--key must be the fingerprint of a key, such as SHA256:...", USAGE)
    folder = server_folder(chosen.data_dir)
    if not folder.is_dir():
        raise Refusal(f"{folder}: no such folder.", USAGE)
    if os.environ.get("SSH_ORIGINAL_COMMAND") or not all(map(os.isatty, (0, 1))):
        raise Refusal(NO_TERMINAL, USAGE)
    from roguelike.serve.door import CannotEnter, address_of, build_environment, enter

    address = address_of(os.environ)
    build_environment()
    try:
        os.chdir(folder)  # so that paths in messages to a player do not begin with the server's folders
        return enter(KeyUsed(chosen.key, chosen.type), _settings(), address)
    except CannotEnter as error:
        tell(str(error).replace("\r", ""))
        return FAILURE
    except OSError as error:
        raise Refusal(f"{error.filename or folder}: {error.strerror}.", USAGE) from None
    except sqlite3.Error as error:
        raise Refusal(f"the accounts cannot be opened: {error}.", FAILURE) from None


def _settings() -> ServeSettings:
    from roguelike.serve.settings import ServeSettingsError, read_serve_settings

    file = pathlib.Path(_SETTINGS)
    try:
        return read_serve_settings(file if file.exists() else None, {})
    except ServeSettingsError as error:
        raise Refusal(str(error), USAGE) from None
