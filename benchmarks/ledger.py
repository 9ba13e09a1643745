"""Time to decide the ledger: each claim, the whole of it, the replay of the certificates, and ``--help``.

    python benchmarks/ledger.py

Targets: no claim above 3 s, the whole exact and enclosure tiers at most 20 s on two cores, replay under 10 s,
``phasebound --help`` under 0.3 s. Prints seconds; judges nothing.
"""

from __future__ import annotations

import subprocess
import sys
import time


def main() -> None:
    """Print the table."""
    from phasebound.verdicts import replay, verify

    start = time.perf_counter()
    rows = verify(tiers=("exact", "enclosure"), jobs=2)
    whole = time.perf_counter() - start
    for r in sorted(rows, key=lambda r: -r.seconds)[:12]:
        print(f"{r.seconds:8.3f} s  {r.id}")
    deciding = sum(r.seconds for r in rows)
    print(
        f"{whole:8.3f} s  exact and enclosure tiers of all claims, two processes ({deciding:.2f} s of deciding)"
    )
    start = time.perf_counter()
    replay(jobs=2)
    print(f"{time.perf_counter() - start:8.3f} s  replay of all certificates, two processes")
    times = []
    for _ in range(7):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-m", "phasebound", "--help"], capture_output=True, check=True)
        times.append(time.perf_counter() - start)
    print(f"{sorted(times)[3]:8.3f} s  phasebound --help (median of 7)")


if __name__ == "__main__":
    main()
