"""What is proved: claims as data, the procedures that decide them, certificates."""
