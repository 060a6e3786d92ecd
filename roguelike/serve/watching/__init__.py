"""Watching others play: each game sends its cells to its spectators, which draw them on their own terminals."""
