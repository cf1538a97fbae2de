"""Spanish-table card games as fast, exact reinforcement-learning environments.

Importing this registers every game with Gymnasium and with PettingZoo. It imports neither torch nor
Stable-Baselines3.
"""

from card_envs.registration import register_all

__version__ = "0.1.0"

register_all()
