"""Views of a server, in addition to those of the game."""
