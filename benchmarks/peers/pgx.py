"""Pgx on the CPU by its fastest route: games vmapped and restarting by themselves, many steps in one compiled loop."""

from __future__ import annotations

import jax
import pgx
from pgx.experimental import act_randomly, auto_reset

from benchmarks.measure import Play

NUM_GAMES = 4096
STEPS = 64


def leduc() -> Play:
    """Every state carries the observation and the mask of the player to move."""
    env = pgx.make("leduc_holdem")
    step = jax.vmap(auto_reset(env.step, env.init))

    def one_step(_, carry):
        states, key = carry
        key, picking, dealing = jax.random.split(key, 3)
        actions = act_randomly(picking, states.legal_action_mask)
        return step(states, actions, jax.random.split(dealing, NUM_GAMES)), key

    steps = jax.jit(lambda *carry: jax.lax.fori_loop(0, STEPS, one_step, carry), donate_argnums=0)
    carry = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), NUM_GAMES)), jax.random.PRNGKey(1)

    def play() -> int:
        nonlocal carry
        carry = jax.block_until_ready(steps(*carry))
        return STEPS * NUM_GAMES

    return play
