"""What is in a world, and saved with it."""
