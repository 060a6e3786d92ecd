"""What the player sees in the tutorials."""
