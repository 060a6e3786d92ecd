"""Level generators of the tutorials."""
