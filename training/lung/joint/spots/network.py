"""The network that tells nodules and masses from other spots."""

import torch
from torch import nn
from torch.nn import functional as F

from training.efficientnet_lite import Encoder

# Side of the input, and how many facts of a spot stand beside it.
SIDE, FACTS = 96, 4
HIDDEN = 64


class SpotNet(nn.Module):
    """Patch (n, 1, 96, 96), facts (n, 4) → logit. The centre at strides 4, 8 and 16, the whole at strides
    8, 16 and 32.
    """

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

    def seen(self, patch: torch.Tensor) -> torch.Tensor:
        _, fourth, eighth, sixteenth, deepest = self.encoder(patch.expand(-1, 3, -1, -1))
        centres = [x[:, :, a : a + 2, a : a + 2] for x, a in ((fourth, 11), (eighth, 5), (sixteenth, 2))]
        return torch.cat([x.mean((2, 3)) for x in (*centres, eighth, sixteenth, deepest)], 1)

    def forward(
        self, patch: torch.Tensor, facts: torch.Tensor, known: torch.Tensor | None = None
    ) -> torch.Tensor:
        x = self.norm(self.seen(patch))
        hidden = F.relu(self.hidden(F.dropout(x, 0.3, self.training)))
        told = ((facts - self.facts_mean) / self.facts_scale).clamp(-3, 3)
        if known is not None:
            told = told * known
        return (self.last(F.dropout(hidden, 0.3, self.training)) + self.facts(told))[:, 0]
