"""Tapeo as PettingZoo users import it: `tapeo_v0.env(players=4)`, `tapeo_v0.parallel_env(…)`, `tapeo_v0.batch(…)`."""

from card_envs.envs.make import faces

env, raw_env, parallel_env, batch, layout, action_names = faces("tapeo")
