"""Whatever chooses moves. A policy sees what a seat sees, many seats at a time."""

from card_envs.policies.base import Policy, random_keys
from card_envs.policies.registry import make_policy

__all__ = ["Policy", "make_policy", "random_keys"]
