"""Functions on a world, by subject, used by commands and parts."""
