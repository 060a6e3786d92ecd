"""The schema of accounts, seats, games and scores in PostgreSQL.

It is not part of the store, since it has accounts and hosts of a server; games never connect to it.
"""

from __future__ import annotations
