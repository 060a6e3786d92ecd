"""The state of a world, as it is saved."""
