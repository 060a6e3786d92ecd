"""Scores of many games, as a summary counts them."""

from __future__ import annotations

from typing import Final

import psycopg

SCORES: Final = """
INSERT INTO rl.scores
SELECT 'g' || n, NULL, 'p' || n % 3, 'Ember', 'died', n, 9, 2, '7', now(), false, 3,
    CASE n % 2 WHEN 0 THEN '' ELSE 'daily' END, n % 3, '{}' FROM generate_series(1, 60) AS n
"""
PLAIN: Final = """
SELECT rules, board, edition, count(*) FILTER (WHERE name = %(name)s AND score > 30),
    count(*) FILTER (WHERE name = %(name)s), count(*) FILTER (WHERE score > 30), count(*)
FROM rl.scores GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
"""


def test_groups_of_scores_are_counted_in_indexes(database: str) -> None:
    """The counts are those of a plain statement, which reads the whole table."""
    with psycopg.connect(database) as connection:
        assert [] == connection.execute("SELECT * FROM rl.score_groups('p1', 30)").fetchall()
        connection.execute(SCORES)
        told = []
        for name in ("nobody", "p1"):
            told = connection.execute("SELECT * FROM rl.score_groups(%s, 30)", (name,)).fetchall()
            assert connection.execute(PLAIN, {"name": name}).fetchall() == told
        assert 6 == len(told)


def test_replays_and_summaries_use_indexes(database: str) -> None:
    """Wherever the tables are large enough to make that worth it."""
    query = (
        "SELECT pg_stat_get_xact_numscans('rl.scores_groups'::regclass), "
        "pg_stat_get_xact_numscans('rl.games_key'::regclass)"
    )
    with psycopg.connect(database) as connection:
        connection.execute(SCORES)
        connection.execute("SET enable_seqscan = off")
        connection.execute("SELECT * FROM rl.score_groups('p1', 30)")
        connection.execute("SELECT * FROM rl.finished_game(1, 'kim-0001')")
        ((groups, games),) = connection.execute(query).fetchall()

    assert groups
    assert games
