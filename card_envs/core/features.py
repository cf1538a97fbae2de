"""What the games' torch encodings share. Nothing else in `core` imports torch, or this."""

from __future__ import annotations

import torch
from torch import Tensor


def one_hot(counts: Tensor, size: int) -> Tensor:
    """float32 [..., size]: 1 at each count, all zero where it is below 0, or `size` or more."""
    return (counts.unsqueeze(-1) == torch.arange(size, device=counts.device)).float()
