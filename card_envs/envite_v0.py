"""Envite Canario as PettingZoo users import it: `envite_v0.env(players=6, variant="gran_canaria")` and so on."""

from card_envs.envs.make import faces

env, raw_env, parallel_env, batch, layout, action_names = faces("envite")
