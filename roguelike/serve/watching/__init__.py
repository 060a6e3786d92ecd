"""Watching games: each game sends its frames to its watchers, which draw them on their own terminals or pages."""
