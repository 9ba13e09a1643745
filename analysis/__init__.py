"""Exact laws of failure, samplers that test them, the designer's calculator."""
