"""The player's settings: display, keys, message filters."""
