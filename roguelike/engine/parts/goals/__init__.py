"""What decides a game."""
