"""phasebound: attention built from coupled oscillators, decided, measured and reproduced.

Importing the package imports none of sympy, numpy or torch; the parts load when first used.
"""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("phasebound")
except PackageNotFoundError:  # run from a checkout without installation
    __version__ = "0+unknown"

__all__ = ["__version__"]
