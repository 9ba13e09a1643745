"""Analyses of trained networks: pure functions of what :mod:`.capture` records, returning plain figures.

A figure that generalises from the sequences at hand is an ``analysis.estimate.Estimate`` as a dictionary,
with its interval over sequences, draws or seeds (:mod:`.intervals`). Where a claim of the ledger is decided,
the rule stands beside its probe as ``verdict(figures)`` and was fixed before any network was trained. Nothing
is imported here.
"""
