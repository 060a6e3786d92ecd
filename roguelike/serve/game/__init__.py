"""The process of one session: it has a terminal, its player's files, and a link to the gateway."""
