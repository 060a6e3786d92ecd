"""What is shown to the players of a server beside the game's own screens."""
