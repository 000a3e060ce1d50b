"""Examples of parameters and replies, of invented data."""
