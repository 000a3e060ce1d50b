"""What belongs to no host."""
