"""The request classes."""
