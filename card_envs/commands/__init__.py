"""The commands of `card-envs`, a module each.

Each has `add_parser(commands)`, which adds its parser and sets as the parser's default `run` the function that is
called with what was given.
"""
