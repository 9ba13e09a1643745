"""The papers' tables, trained again: one file a table, with its protocol, its arms and its rules."""

BUDGETS = ("smoke", "small", "full")
"""Seconds, two cores, the published protocol. Here, so that the command line knows them without torch."""
