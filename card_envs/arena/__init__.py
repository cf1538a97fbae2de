"""Policies against each other."""

from card_envs.arena.matches import MatchResult, play

__all__ = ["MatchResult", "play"]
