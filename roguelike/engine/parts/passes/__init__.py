"""The steps in which levels are made."""
