"""The gateway: the one process that speaks SSH; it knows no rules of the game."""
