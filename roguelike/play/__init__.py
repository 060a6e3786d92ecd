"""The game in play: one game, what its player may know, and the games of a player; drawn by nobody."""
