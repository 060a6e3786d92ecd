"""The game process: one session, with a terminal, the player's files, and a link to the gateway."""
