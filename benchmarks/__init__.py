"""Speed of this library and of others that do the same work; `python -m benchmarks.faces` prints the tables."""
