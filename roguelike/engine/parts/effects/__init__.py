"""Effects of items, missiles, attacks, terrain and features."""
