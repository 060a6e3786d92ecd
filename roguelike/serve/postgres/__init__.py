"""Accounts, seats, games and scores in PostgreSQL: the schema.

It is not part of the store, since it holds what a server knows of accounts and hosts, and games never connect to it.
"""

from __future__ import annotations
