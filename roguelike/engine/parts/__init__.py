"""The named parts of which rule sets are made: a module for each subject of a family."""
