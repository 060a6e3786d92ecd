"""What things are: immutable, read from a rule set's files, shared by every instance."""
