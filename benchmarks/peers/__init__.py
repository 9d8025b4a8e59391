"""Other libraries, measured in the same run as our own kernels.

`run` makes their environment and runs the other files as scripts in it.
"""
