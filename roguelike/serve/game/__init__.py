"""The process of one session: it has a terminal, its player's files, and a line to the gateway."""
