"""The parts that rule sets name: a module for each family, or for each subject of a large one."""
