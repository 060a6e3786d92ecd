"""What items, missiles and blows do."""
