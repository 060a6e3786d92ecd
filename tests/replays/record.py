"""Records the games of this folder again: `python -m tests.replays.record`, or `make replays`."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from roguelike.autoplay import POLICIES, POLICY_STREAM
from roguelike.content.loader import load_ruleset, ruleset_names
from roguelike.engine.commands.plain import encode
from roguelike.engine.game import new_game
from roguelike.engine.kinds.fingerprint import ENGINE_VERSION
from roguelike.engine.observation import observe
from roguelike.engine.rng import PCG32, stream_seed
from roguelike.store.portable import lines
from roguelike.store.record import Record
from roguelike.store.records import Row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.engine.kinds.ruleset import RuleSet

HERE = Path(__file__).parent
RECORDED = ("random", "seek")
"""The policies that never change."""
SHORTEST, CUT, LONGEST = 60, 120, 200
"""Commands: of the shortest useful game, where one that goes on is cut, and of the longest."""
SEEDS = range(1, 41)
A_COMMAND = 250
"""Milliseconds of play."""


def games(ruleset: RuleSet, policy: str) -> list[Record]:
    """Return two games by a rule set and a policy: a victory if there is one, a death, or one that goes on."""
    won: list[Record] = []
    died: list[Record] = []
    undecided: list[Record] = []
    for record in (play(ruleset, policy, seed) for seed in SEEDS):
        if record.outcome is None:
            undecided.append(cut(record))
        elif len(record.rows) >= SHORTEST:
            (won if record.outcome == "won" else died).append(record)
    return [*won[:1], *died[:1], *undecided, *died[1:]][:2]


def play(ruleset: RuleSet, policy: str, seed: int) -> Record:
    """Play a game by a policy, until it is decided or long enough."""
    chosen = POLICIES[policy](PCG32(stream_seed(seed, POLICY_STREAM)))
    game = new_game(ruleset, seed)
    rows: list[Row] = []
    while game.outcome is None and len(rows) < LONGEST:
        number, command = len(rows) + 1, chosen.choose(observe(game.world))
        rows.append(Row(number, encode(command), game.world.turn, number * A_COMMAND, game.digest()))
        game.play(command)
    return Record(
        path=HERE / f"{ruleset.name}-{policy}-{seed}.jsonl",
        about=about(ruleset, policy, seed),
        rows=rows,
        outcome=game.outcome,
        turn=game.world.turn if game.outcome else None,
        digest=game.digest(),
    )


def cut(record: Record) -> Record:
    """Return the first part of a game, as one in progress."""
    return Record(path=record.path, about=record.about, rows=record.rows[:CUT], digest=record.rows[CUT].before)


def about(ruleset: RuleSet, policy: str, seed: int) -> dict[str, str]:
    """Return the description of a game; it changes from one recording to the next only if the rules do."""
    return {
        "begun": "2026-01-01T00:00:00+00:00",
        "dice": "",
        "engine": str(ENGINE_VERSION),
        "fingerprint": ruleset.fingerprint,
        "id": hashlib.blake2b(f"{ruleset.name} {policy} {seed}".encode(), digest_size=16).hexdigest(),
        "name": policy,
        "program": "recorded",
        "rules": ruleset.name,
        "ruleset": ruleset.title,
        "seed": str(seed),
        "version": str(ruleset.version),
    }


def all_games() -> Iterator[Record]:
    """Yield the games of this folder."""
    for name in ruleset_names():
        for policy in RECORDED:
            yield from games(load_ruleset(name), policy)


def main() -> None:
    """Write every game, and remove the old ones."""
    written = {record.path: "".join(lines(record)) for record in all_games()}
    for path in HERE.glob("*.jsonl"):
        path.unlink()
    for path, text in written.items():
        path.write_text(text, encoding="ascii")


if __name__ == "__main__":
    main()
