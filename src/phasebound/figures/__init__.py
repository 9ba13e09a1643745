"""The book's figures: one a file, each a function that returns a matplotlib figure. Needs the extra ``plot``.

Importing this package imports no matplotlib; the figures' own modules do.
"""
