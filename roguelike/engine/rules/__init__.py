"""Functions on a world, by subject, on which commands and parts lean."""
