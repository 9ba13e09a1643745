"""Theorems checked by the Coq kernel, the lock on their statements, and the audit of both."""
