"""What a blow does."""
