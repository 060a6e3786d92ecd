"""Watching others play: each game sends its cells to whoever watches, and these draw them on their own terminals."""
