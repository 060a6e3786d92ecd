"""How monsters notice the player."""
