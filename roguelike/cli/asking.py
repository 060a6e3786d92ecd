"""Functions that the commands of `server` share: folders, requests to servers, answers."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from typing import TYPE_CHECKING, Any, Final

from roguelike.cli.answers import FAILURE, FINE, USAGE, Refusal
from roguelike.cli.output import complain, tell, tell_json
from roguelike.cli.serving import server_folder

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Iterable, Iterator

    from roguelike.serve.account_ports import AccountEditing, BanEditing
    from roguelike.serve.paths import ServerPaths
    from roguelike.store.remote.clerk_link import ClerkLink


NO_HOSTS: Final = "this server shares no database with other hosts."
NO_CLERK: Final = "the clerk does not answer: look in the log of the server for `died`."
NO_DATABASE: Final = "the database does not answer: look in the log of the server for `database`."
_PATIENCE: Final = 3.0
"""Timeout of the clerk, in seconds."""
_ORDER_PATIENCE: Final = 6.0
"""Timeout of an order, in seconds: the clerk itself waits for other hosts."""


def places_of(chosen: argparse.Namespace) -> ServerPaths:
    """Return the paths of the server's data folder."""
    from roguelike.serve.paths import ServerPaths

    return ServerPaths(server_folder(chosen.data_dir))


def accounts_file(chosen: argparse.Namespace) -> pathlib.Path:
    """Return the database of accounts; refuses folders without one."""
    file = places_of(chosen).accounts
    if not file.exists():
        raise Refusal(f"{file.parent}: not a server data folder.", FAILURE)
    return file


def ask_server(chosen: argparse.Namespace, what: str, **told: str) -> dict[str, Any]:
    """Return the answer of the server; refuses if none runs."""
    from roguelike.serve.control import NotAnswered, ask

    try:
        return ask(places_of(chosen), what, **told)
    except NotAnswered as error:
        raise Refusal(str(error), FAILURE) from None


def ask_if_running(chosen: argparse.Namespace, what: str, **told: str) -> dict[str, Any]:
    """Return the answer of the server; an empty one if none runs."""
    from roguelike.serve.control import NotAnswered, ask

    try:
        return ask(places_of(chosen), what, **told)
    except NotAnswered:
        return {}


def ask_all(chosen: argparse.Namespace, what: str, *, needs_one: bool = True, **told: str) -> list[dict[str, Any]]:
    """Return the answers of every server of the folder, and of the other hosts that share its database.

    Refuses if it `needs_one` and none runs. Hosts that do not answer are named on standard error.
    """
    from roguelike.serve import control

    if uses_clerk(chosen):
        return _ask_hosts(chosen, what, **told)
    if _host(chosen):
        raise Refusal(NO_HOSTS, USAGE)
    try:
        return control.ask_all(places_of(chosen), what, **told)
    except control.NotAnswered as error:
        if needs_one:
            raise Refusal(str(error), FAILURE) from None
        return []


def ask_clerk(chosen: argparse.Namespace, operation: str, **given: Any) -> Any:  # noqa: ANN401 -- plain data
    """Return the answer of this host's clerk; refuses if none runs."""
    from roguelike.store.errors import StoreError

    if not uses_clerk(chosen):
        raise Refusal(NO_HOSTS, FAILURE)
    try:
        with clerk_link(chosen, _ORDER_PATIENCE if operation == "order" else _PATIENCE) as link:
            return link.ask(operation, **given)
    except StoreError as error:
        raise Refusal(str(error), FAILURE) from None


@contextlib.contextmanager
def clerk_link(chosen: argparse.Namespace, patience: float = _PATIENCE) -> Iterator[ClerkLink]:
    """Yield a link to this host's clerk, with the rights of the server; refuses if it or the database is down."""
    from roguelike.store.errors import StoreError
    from roguelike.store.remote.clerk_link import ClerkLink

    places = places_of(chosen)
    try:
        token = places.control_token.read_text(encoding="ascii").strip()
    except (OSError, UnicodeError) as error:
        raise Refusal(f"the clerk cannot be asked: {getattr(error, 'strerror', None) or error}.", FAILURE) from None
    with contextlib.closing(ClerkLink(places.clerk, {"server": token}, patience=_PATIENCE)) as link:
        try:
            trouble = link.ask("figures")["trouble"]
        except StoreError:
            raise Refusal(_no_clerk(places), FAILURE) from None
    if trouble.startswith("database"):
        raise Refusal(NO_DATABASE, FAILURE)
    link = ClerkLink(places.clerk, {"server": token}, patience=patience, no_answer=NO_DATABASE)
    with contextlib.closing(link):
        yield link


def _no_clerk(places: ServerPaths) -> str:
    """Return why no clerk answers: usually no server runs."""
    from roguelike.serve import control

    try:
        control.ask_all(places, "status")
    except control.NotAnswered as error:
        return str(error)
    return NO_CLERK


def uses_clerk(chosen: argparse.Namespace) -> bool:
    """Return whether the accounts are in a database: then the folder has the socket of a clerk."""
    return places_of(chosen).clerk.exists()


@contextlib.contextmanager
def accounts_of(chosen: argparse.Namespace) -> Iterator[AccountEditing]:
    """Yield the accounts, in the folder or in the database."""
    from roguelike.serve.accounts import Accounts
    from roguelike.serve.remote_accounts import RemoteAccounts

    if not uses_clerk(chosen):
        yield Accounts(accounts_file(chosen))
        return
    with clerk_link(chosen) as link:
        yield RemoteAccounts(link)


@contextlib.contextmanager
def bans_of(chosen: argparse.Namespace) -> Iterator[BanEditing]:
    """Yield the bans, in the folder or in the database."""
    from roguelike.serve.bans import BanList
    from roguelike.serve.remote_accounts import RemoteBanList

    if not uses_clerk(chosen):
        yield BanList(accounts_file(chosen))
        return
    with clerk_link(chosen) as link:
        yield RemoteBanList(link)


def _host(chosen: argparse.Namespace) -> str:
    """Return the host in `--host`; empty for all hosts."""
    return getattr(chosen, "host", None) or ""


def _ask_hosts(chosen: argparse.Namespace, what: str, **told: str) -> list[dict[str, Any]]:
    """Return the answers of all hosts, or of the host in `--host`; the key `host` of each has the name."""
    import uuid

    answers = ask_clerk(chosen, "order", request=str(uuid.uuid4()), what={"do": what, **told}, host=_host(chosen))
    if not answers:
        raise Refusal(f"{_host(chosen)}: no such host is running." if _host(chosen) else "no host is running.", FAILURE)
    found = []
    for name, each in answers.items():
        if each is None or "refused" in each:
            complain(f"{name}: {'no answer' if each is None else each['refused'].rstrip('.')}.")
        else:
            found.append({**each, "host": name})
    return found


def answer(chosen: argparse.Namespace, found: object, lines: Iterable[str]) -> int:
    """Print an answer, as JSON or as lines; returns the exit code."""
    if chosen.json:
        tell_json(found)
    else:
        for line in lines:
            tell(line)
    return FINE


def add_yes(parser: argparse.ArgumentParser) -> None:
    """Add the option that answers `confirm`."""
    parser.add_argument("--yes", action="store_true", help="do not ask for confirmation")


def confirm(chosen: argparse.Namespace, consequence: str) -> None:
    """Ask for confirmation; refuses the command without a yes, or without a terminal to ask on."""
    if chosen.yes:
        return
    if not sys.stdin.isatty():
        raise Refusal(f"{consequence} Add --yes to confirm.", USAGE)
    try:
        is_meant = input(f"{consequence} Continue? [y/N] ").strip().lower() in {"y", "yes"}
    except (EOFError, KeyboardInterrupt):
        is_meant = False
    if not is_meant:
        raise Refusal("nothing was changed.", FAILURE)


def note_in_audit(chosen: argparse.Namespace, what: str) -> None:
    """Add an entry to the audit log, and report on standard output if that fails."""
    from roguelike.serve.database import AccountError, audit
    from roguelike.serve.remote_accounts import RemoteAccounts

    try:
        if uses_clerk(chosen):
            with clerk_link(chosen) as link:
                RemoteAccounts(link).note(who(), what)
        else:
            audit(accounts_file(chosen), who(), what)
    except (AccountError, Refusal):
        tell("The audit log could not be written.") if not chosen.json else None


def who() -> str:
    """Return the name of the administrator for the audit log."""
    return os.environ.get("SUDO_USER") or os.environ.get("LOGNAME") or f"uid {os.geteuid()}"


def text(given: str) -> str:
    """Read an argument without control characters."""
    if not given.isprintable():
        raise argparse.ArgumentTypeError("it must have no control characters")
    return given
