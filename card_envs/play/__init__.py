"""A person against policies, in a terminal."""
