"""``python -m phasebound``."""

from phasebound.cli import main

if __name__ == "__main__":
    main()
