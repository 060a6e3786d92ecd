"""`games`, `scores`, `morgue`, `verify`, `export` and `import`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, TypeVar

from roguelike.cli.answers import DIFFERENT, FINE, UNREADABLE, USAGE, Refusal, tidied_up
from roguelike.cli.options import add_spoil_option, read_edition, read_name
from roguelike.cli.output import remark, tell, tell_json, write_out
from roguelike.english import capital, counted

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator, Sequence

    from roguelike.cli.parser import Parser
    from roguelike.store.listings import ScoreLine
    from roguelike.store.record import Record
    from roguelike.store.replay import Replay
    from roguelike.store.sqlite.data_folder import DataFolder
    from roguelike.store.sqlite.sqlite_store import SqliteStore

_Found = TypeVar("_Found")

WIDTH = 80
"""The columns of a list if standard output is not a terminal."""
PATIENCE = 0.5
"""Seconds after which a progress note is written."""
_GAME = "a game in progress, a finished game such as alice-0001, or a file"


def add_commands(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add `games`, `scores`, `morgue`, `verify`, `export` and `import`."""
    _add(commands, "games", _games, "list games in progress and finished games")
    scores = _add(commands, "scores", _scores, "list scores, best first")
    scores.add_argument("--rules", default=None, metavar="NAME|PATH", help="only scores of this rule set")
    scores.add_argument(
        "--edition",
        type=read_edition,
        default=None,
        metavar="N",
        help="only scores of this edition of the rule sets (default: the current one)",
    )
    morgue = _add(commands, "morgue", _morgue, "print the morgue file of a finished game")
    morgue.add_argument("game", metavar="NAME", help="a finished game such as alice-0001, or a player for the latest")
    verify = _add(commands, "verify", _verify, "replay a game from its seed and check every step")
    verify.add_argument("game", metavar="NAME|FILE", help=_GAME)
    export = _add(commands, "export", _export, "export a game to a portable file", json=False)
    export.add_argument("game", metavar="NAME|FILE", help=_GAME)
    export.add_argument("file", metavar="FILE", help="output file, or - for standard output")
    export.add_argument("--force", action="store_true", help="overwrite an existing file")
    add_spoil_option(export)
    bring = _add(commands, "import", _import, "verify an exported game and add it to yours", json=False)
    bring.add_argument("file", metavar="FILE", help="an exported file")
    bring.add_argument("--name", type=read_name, help="player name (default: the one in the file)")
    for command in (verify, bring):
        command.add_argument("--rules", metavar="NAME|PATH", help="rule set: its name or folder (default: as recorded)")


def _add(
    commands: argparse._SubParsersAction[Parser],
    name: str,
    run: Callable[[argparse.Namespace], int],
    summary: str,
    *,
    json: bool = True,
) -> Parser:
    import argparse

    parser = commands.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.")
    parser.set_defaults(run=run)
    parser.add_argument("--data-dir", default=argparse.SUPPRESS, metavar="DIR", help="folder of saved games")
    if json:
        parser.add_argument("--json", action="store_true", help="print JSON on one line")
    return parser


def _games(chosen: argparse.Namespace) -> int:
    from roguelike.play.tables import moment, progress

    library = _library(chosen)
    saved, finished = library.saved(thoroughly=True), library.finished()
    if chosen.json:
        tell_json({"in_progress": [_plain(game) for game in saved], "finished": [_plain(game) for game in finished]})
        return FINE
    good = [
        (game.name, game.marked_rules, progress(game.turn, game.depth), moment(game.when))
        for game in saved
        if not game.trouble
    ]
    over = [
        (game.key, game.marked_rules, game.outcome, progress(game.turn, game.depth), moment(game.when))
        for game in finished
    ]
    if good or not saved:
        _tell_table("In progress", good, numbers={2})
    else:
        tell("In progress")
    for game in saved:
        if game.trouble:
            _tell_wrapped(f"{game.name}: {game.trouble}")
    tell("")
    _tell_table("Finished", over, numbers={3})
    return FINE


def _scores(chosen: argparse.Namespace) -> int:
    from roguelike.play.tables import legends, moment, outcome, ranked

    rules = known_rules(chosen)
    *_, scores = with_patience(_library(chosen).scores())
    every = [score for score in scores if _is_of(score, rules)] if rules else scores
    edition = chosen.edition
    scores = [score for score in every if (not score.old if edition is None else score.edition == edition)]
    if chosen.json:
        tell_json([_plain(score) for score in scores])
        return FINE
    for number, (board, lines) in enumerate(ranked(scores)):
        rows = [
            (f"{rank}.", str(line.score), line.name, outcome(line), f"turn {line.turn}", line.rules, moment(line.when))
            for rank, line in lines
        ]
        if number:
            tell("")
        _tell_table(f"Scores, {board}" if board else "Scores", rows, numbers={0, 1, 4})
    if not scores:
        tell("Scores: none")
    if edition is None:
        _tell_older(every)
    if meanings := legends(scores):
        tell("")
    for meaning in meanings:
        tell(f"  {meaning}")
    return FINE


def _tell_older(scores: Sequence[ScoreLine]) -> None:
    """Print how to list the scores of older editions, if there are any."""
    from roguelike.store.listings import in_edition

    older = sorted({score.edition for score in scores if score.old}, reverse=True)
    for number, edition in enumerate(older):
        if not number:
            tell("")
        count = counted(sum(score.old and score.edition == edition for score in scores), "score")
        tell(f"  {capital(in_edition(edition))}: {count} (--edition {edition})")


def known_rules(chosen: argparse.Namespace) -> str:
    """Return the name or the path of the rule set in `--rules`, empty for all; refuses unknown ones."""
    from roguelike.content.complaints import ContentError
    from roguelike.content.loader import describe, place_of

    if chosen.rules is None:
        return ""
    try:
        describe(chosen.rules)  # first, since what cannot be read may be at no place at all
    except ContentError as error:
        raise Refusal(str(error), USAGE) from None
    return place_of(chosen.rules)


def _is_of(score: ScoreLine, rules: str) -> bool:
    """Return whether a score is of a rule set; of one that is not verified, only the title is known."""
    from roguelike.content.loader import describe
    from roguelike.store.kept.rulesets import title_of

    return score.ruleset == rules if score.ruleset else score.rules == title_of(describe(rules), rules)


def with_patience(later: Iterator[_Found]) -> Iterator[_Found]:
    """Yield the items, and write a progress note if they take long."""
    import time

    begun, is_told = time.monotonic(), False
    for found in later:
        if not is_told and time.monotonic() - begun > PATIENCE:
            is_told = True
            remark("Verifying scores... Ctrl-C: stop (results so far are kept).")
        yield found


def _morgue(chosen: argparse.Namespace) -> int:
    from roguelike.store.sqlite.morgue import find_finished, read_account

    library = _library(chosen)
    key = find_finished(library.folder, chosen.game)
    text = read_account(library.folder, key)
    if not chosen.json:
        tell(text)
        return FINE
    game = next((_plain(game) for game in library.finished() if game.key == key), {"key": key})
    tell_json({**game, "text": text})
    return FINE


def _verify(chosen: argparse.Namespace) -> int:
    import attrs

    from roguelike.store.errors import abridged
    from roguelike.store.replay import Differs
    from roguelike.store.verify import verify

    replay = _replay(chosen, chosen.game)
    try:
        verdict = verify(replay)
    except Differs as differs:
        if chosen.json:
            tell_json({"same": False, "command": differs.number, "turn": differs.turn})
        raise Refusal(str(differs), DIFFERENT) from None
    if chosen.json:
        tell_json({"same": True, "ends_because": replay.ends_because, **attrs.asdict(verdict)})
    if replay.ends_because:
        raise Refusal(f"{abridged(chosen.game)} can only be verified in part: {replay.ends_because}", UNREADABLE)
    if not chosen.json:
        outcome = verdict.outcome or "in progress"
        tell(
            f"{chosen.game}: {outcome}, score {verdict.score}, {verdict.turns} turns, {verdict.commands} commands, "
            f"matches the recording, digest {verdict.digest}"
        )
    return FINE


def _export(chosen: argparse.Namespace) -> int:
    from pathlib import Path

    from roguelike.store.exporting import write_lines
    from roguelike.store.record import refuse_other_engine
    from roguelike.store.sqlite.lookup import record_of
    from roguelike.store.sqlite.spoiling import refuse_secrets

    folder = _folder(chosen)
    record = record_of(folder, chosen.game)
    refuse_other_engine(record)  # it could not be imported
    if not chosen.spoil:
        refuse_secrets(record)
    if chosen.file != "-":
        with tidied_up():
            write_lines(Path(chosen.file), _exported(folder, record), source=record.path, replaces=chosen.force)
        return FINE
    write_out(_exported(folder, record))
    return FINE


def _exported(folder: DataFolder, record: Record) -> Iterator[str]:
    """Yield the lines of a game, after marking it as spoiled if it is in progress."""
    from roguelike.store.portable import lines
    from roguelike.store.sqlite.spoiling import spoil

    yield from lines(spoil(folder, record))


def _import(chosen: argparse.Namespace) -> int:
    from roguelike.content.loader import place_of
    from roguelike.play.morgue import morgue_builder
    from roguelike.store.sqlite.importing import import_game
    from roguelike.ui.last_screen import last_screen

    replay = _replay(chosen, chosen.file, is_file=True)
    rules = chosen.rules or replay.about["rules"]
    with tidied_up():
        name = import_game(
            _folder(chosen), replay, chosen.name or replay.about["name"], place_of(rules), morgue_builder(last_screen)
        )
    tell(f"{name}: imported, {replay.length} commands verified")
    return FINE


def _replay(chosen: argparse.Namespace, what: str, *, is_file: bool = False) -> Replay:
    from pathlib import Path

    from roguelike.content.loader import load_ruleset
    from roguelike.store.sqlite.lookup import open_replay, read_record, replay_of

    folder = _folder(chosen)
    if is_file:
        return replay_of(read_record(Path(what)), folder, load_ruleset, rules=chosen.rules)
    return open_replay(folder, what, load_ruleset, rules=chosen.rules)


def _folder(chosen: argparse.Namespace) -> DataFolder:
    from roguelike.store.sqlite.data_folder import DataFolder, data_folder

    return DataFolder(data_folder(chosen.data_dir))


def _library(chosen: argparse.Namespace) -> SqliteStore:
    from roguelike.content.loader import load_ruleset
    from roguelike.store.sqlite.sqlite_store import SqliteStore

    return SqliteStore(_folder(chosen), load_ruleset)


def _plain(line: Any) -> dict[str, Any]:  # noqa: ANN401 -- any line of a list
    """Return a line as plain data; times are in ISO format, with their zone."""
    import attrs

    from roguelike.local_time import local_time

    plain = attrs.asdict(line)
    for name in ("depth", "board", "game", "old", "unranked"):
        if not plain.get(name):
            plain.pop(name, None)
    when = plain["when"]
    return {**plain, "when": when and local_time(when).isoformat(timespec="seconds")}


def _tell_table(title: str, rows: Sequence[Sequence[str]], *, numbers: set[int]) -> None:
    """Print a list under its title, in columns."""
    from roguelike.play.tables import in_columns

    tell(title if rows else f"{title}: none")
    indent = "  "
    for line in in_columns(rows, list_width() - len(indent), numbers=numbers) if rows else ():
        tell(indent + line)


def _tell_wrapped(text: str) -> None:
    import textwrap

    for line in textwrap.wrap(text, list_width(), initial_indent="  ", subsequent_indent="    "):
        tell(line)


def list_width() -> int:
    """Return the width of lists in columns: that of the terminal, if standard output is one."""
    import shutil

    return shutil.get_terminal_size((WIDTH, 24)).columns if sys.stdout.isatty() else WIDTH
