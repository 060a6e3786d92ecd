"""The gateway: one process that speaks SSH with everybody, and knows no rules of the game."""
