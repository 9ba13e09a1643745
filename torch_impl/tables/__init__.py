"""The papers' tables, trained again: one file a table, with its protocol, its arms and its rules."""
