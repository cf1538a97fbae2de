"""Egyptian ratscrew as PettingZoo users import it: `ratscrew_v0.env(players=4)`, `parallel_env(…)`, `batch(…)`."""

from card_envs.envs.make import faces

env, raw_env, parallel_env, batch, layout, action_names = faces("ratscrew")
