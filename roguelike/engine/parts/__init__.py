"""The named parts of which rule sets are made: one class a file, in the package of its family."""
