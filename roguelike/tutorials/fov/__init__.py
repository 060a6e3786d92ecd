"""Fields of view of the tutorials."""
