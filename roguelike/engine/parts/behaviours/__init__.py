"""What monsters do of their own accord."""
