"""Question files of public data sets, read into our cases. One module each; ``formats`` finds them by name.

What a data set says beyond our keys stays with a case under the data set's names. Pages become 1-based and physical.
"""
