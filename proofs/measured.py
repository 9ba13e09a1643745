"""Rows that only sampling or training can decide: they stand in the ledger from the first day, as not measured."""

from .claim import Claim, Source


def _row(id: str, title: str, says: str, tag: str, tiers: str) -> Claim:
    names = {"N": "sampled", "T": "trained"}
    return Claim(
        id=id,
        title=title,
        paper="A" if id.startswith("kur.") else "B",
        sources=(Source(tag, says),),
        tiers=tuple(names[t] for t in tiers),
    )


ROWS = (
    _row(
        "kur.enwik8-1m",
        "enwik8, one million parameters",
        "1.637+-.010 against 1.616+-.004 bits per byte, within .02",
        "P",
        "T",
    ),
    _row(
        "kur.enwik8-5m",
        "enwik8, five million parameters",
        "median 1.448 against 1.452, mean 1.468 against 1.456",
        "P",
        "T",
    ),
    _row(
        "kur.ablation-values",
        "Ablation: learned values",
        "a learned value projection costs .25 bits per byte",
        "S",
        "T",
    ),
    _row(
        "kur.ablation-ffn",
        "Ablation: no feed-forward block",
        "no feed-forward block costs .27 bits per byte",
        "S",
        "T",
    ),
    _row("kur.ablation-gates", "Ablation: no gates", "no gates cost .09 bits per byte", "S", "T"),
    _row(
        "kur.coherence-depth",
        "Coherence by depth",
        "local order stays near 1, global order falls with depth",
        "S",
        "TN",
    ),
    _row("kur.frequency-depth", "Drift rates by depth", "learned rates fall with depth", "S", "TN"),
    _row("kur.cost", "Cost beside a transformer", "no speed advantage", "S", "N"),
    _row(
        "osc.rare-event-efficiency",
        "Efficiency of the tilted radial chain",
        "the tilted radial chain has a relative error bounded in d",
        "-",
        "N",
    ),
    _row(
        "osc.sva", "Subject-verb agreement", "+5.27 points on hard sentences, no failure in 5 seeds", "P", "T"
    ),
    _row("osc.kws", "Keyword spotting", "+1.00 points", "P", "T"),
    _row("osc.wikitext2", "WikiText-2", "the gap falls from 11.09 (d = 2) to 2.98 (d = 32)", "P", "T"),
    _row("osc.tinystories", "TinyStories", "the gap falls from 2.39 (d = 2) to .57 (d = 32)", "P", "T"),
    _row("osc.dimension-exponent", "Gap against dimension", "the gap falls like d^-.5", "S", "TN"),
    _row("osc.sharpening-trained", "Sharpened readout, trained", "an exponent p > 1 helps", "S", "T"),
    _row("osc.frozen-values", "Frozen values", "the dynamics, not the values, carry the gain", "S", "T"),
    _row("osc.coupling-choice", "Choice of coupling", "a ReLU coupling is as good as softplus", "C", "T"),
    _row(
        "osc.ode-convergence", "Convergence of the integrated flow", "convergence improves with d", "S", "TN"
    ),
    _row(
        "osc.robustness",
        "Robustness to mismatch, noise and settling",
        "tolerant to mismatch, noise and early readout",
        "C",
        "TN",
    ),
)
