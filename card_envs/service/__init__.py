"""A service that lends the bots to any front end, and keeps tables where people play against them.

`app.make_app` is all that a server needs; `card-envs serve` runs it.
"""
