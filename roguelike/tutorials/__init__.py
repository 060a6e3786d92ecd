"""The parts that only the rule sets after tutorials use; nothing but the loader of rule sets knows them."""
