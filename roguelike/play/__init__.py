"""Playing: a game, its player's knowledge and the lobby, independent of any front-end."""
