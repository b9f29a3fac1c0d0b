"""The network that tells nodules and masses from other spots."""

import torch
from torch import nn
from torch.nn import functional as F

from training.efficientnet_lite import Encoder
from training.lung.spot.network import FACTS, around

HIDDEN = 64


class SpotNet(nn.Module):
    """Patch (n, 1, 96, 96), facts (n, 4) → logit."""

    def __init__(self) -> None:
        super().__init__()
        self.encoder = Encoder()
        width = 24 + 40 + 112 + 40 + 112 + 192
        self.norm = nn.BatchNorm1d(width)
        self.hidden, self.last, self.facts = (
            nn.Linear(width, HIDDEN),
            nn.Linear(HIDDEN, 1),
            nn.Linear(FACTS, 1),
        )
        for name in ('facts_mean', 'facts_scale'):
            self.register_buffer(name, torch.ones(FACTS))

    def forward(
        self, patch: torch.Tensor, facts: torch.Tensor, known: torch.Tensor | None = None
    ) -> torch.Tensor:
        x = self.norm(around(self.encoder, patch))
        hidden = F.relu(self.hidden(F.dropout(x, 0.3, self.training)))
        told = ((facts - self.facts_mean) / self.facts_scale).clamp(-3, 3)
        if known is not None:
            told = told * known
        return (self.last(F.dropout(hidden, 0.3, self.training)) + self.facts(told))[:, 0]
