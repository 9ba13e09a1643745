"""Data sets: found, verified, loaded (DESIGN.md, "Data").

``sources`` lists the data sets and finds their files, ``fetch`` brings them into the user cache, and one module for
each data set turns the files into tensors as the published protocols do. Importing this package imports nothing.
"""
