"""Policies against each other."""

from card_envs.arena.matches import play
from card_envs.arena.records import Record, read_records
from card_envs.arena.replay import Departure, Position, replay
from card_envs.arena.summary import Difference, MatchResult

__all__ = ["Departure", "Difference", "MatchResult", "Position", "Record", "play", "read_records", "replay"]
