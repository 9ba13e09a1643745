"""Studies of trained networks: kept checkpoints, the probes on them, one record a study.

    python -m phasebound.torch_impl.studies kws_net robustness
    python -m phasebound.torch_impl.studies --all --smoke    # small subsets, and counts for nothing

Nothing is imported here.
"""
