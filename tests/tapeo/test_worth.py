"""The estimates of Tapeo's network against the kernels of the scripted `expert`, whose twins they are."""

import numpy as np
import pytest
import torch

from card_envs import tapeo_v0
from card_envs.policies import make_policy
from card_envs.tapeo import players as kernels
from card_envs.tapeo import worth
from card_envs.tapeo.observation import LAYOUT
from card_envs.tapeo.rules import KINDS, MAX_PLAYERS
from training.network import split

GAMES = 24
TABLES = [{"players": players} for players in (2, 3, 4, 5, 6)] + [{"players": 4, "ham_split": (2, 4, 6)}]


@pytest.fixture(scope="module", params=TABLES, ids=str)
def positions(request):
    """Observations and masks [N, …] of one seat a decision, on the way of `expert` and of random play."""
    batch = tapeo_v0.batch(num_games=GAMES, seed=5, **request.param)
    expert = make_policy("tapeo", "expert")
    observations, masks = [], []
    for step in range(40):
        seen = batch.observations.reshape(-1, LAYOUT.size).copy()
        legal = batch.action_masks.reshape(-1, KINDS).copy()
        observations.append(seen[step % batch.actors.shape[1] :: batch.actors.shape[1]])
        masks.append(legal[step % batch.actors.shape[1] :: batch.actors.shape[1]])
        played = expert.act(seen, legal, step).reshape(batch.actors.shape)
        batch.step(played if step % 3 else batch.sample())
    return np.concatenate(observations), np.concatenate(masks)


def table_of(observations):
    return worth.seen(split(LAYOUT, torch.from_numpy(observations)))


def test_worth_of_every_tapa_to_every_seat(positions):
    observations, _ = positions
    values = worth.worth(table_of(observations)).numpy()
    for row, observation in enumerate(observations):
        players = kernels.table_size(observation)
        size = kernels.HAND_SIZES[players] - int(observation[kernels.PICKS])
        hands, expected = np.zeros((MAX_PLAYERS, KINDS)), np.zeros(KINDS)
        kernels.expected_hands(observation, players, size, hands)
        for seat in range(players):
            kernels.worth(observation, hands, players, size, seat, expected)
            np.testing.assert_allclose(values[row, seat], expected, atol=2e-4)
        assert not values[row, players:].any()


def test_picks_are_those_of_the_expert(positions):
    """What the expert picks is worth most here too, but for the rounding of float32."""
    observations, masks = positions
    table = table_of(observations)
    choices = worth.picks(table, worth.worth(table)).numpy()[:, 0]
    legal = np.where(masks > 0, choices, -np.inf)
    picked = make_policy("tapeo", "expert").act(observations, masks, 3)
    rows = np.arange(len(masks))
    assert np.isclose(legal[rows, picked], legal.max(axis=1), atol=2e-3).all()


def test_an_empty_row_reads_as_finite_numbers():
    """An exporter's example, and the observation of who is out, are all zero."""
    table = table_of(np.zeros((2, LAYOUT.size), np.float32))
    values = worth.worth(table)
    assert torch.isfinite(values).all()
    assert torch.isfinite(worth.picks(table, values)).all()
