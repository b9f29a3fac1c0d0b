"""Is a spot a nodule or a mass? EfficientNet-Lite0 with its ImageNet weights untouched looks at 64 pixels
around it, a small head decides.

Inputs: patch (n, 1, 96, 96), body scaled to -1..1; facts (n, 4): highest and mean share of readers,
logarithm of the area, step. Output: probability (n).
"""

import torch
from torch import nn
from torch.nn import functional as F

from training.efficientnet_lite import Encoder, load_imagenet
from training.learning import descend, one_cycle

SIDE = 96
FACTS = 4
HIDDEN = 48


def around(encoder: Encoder, patch: torch.Tensor) -> torch.Tensor:
    """What it sees of a patch: the centre at strides 4, 8 and 16, the whole at strides 8, 16 and 32."""
    _, fourth, eighth, sixteenth, deepest = encoder(patch.expand(-1, 3, -1, -1))
    centres = [x[:, :, a : a + 2, a : a + 2] for x, a in ((fourth, 11), (eighth, 5), (sixteenth, 2))]
    return torch.cat([x.mean((2, 3)) for x in (*centres, eighth, sixteenth, deepest)], 1)


class Around(nn.Module):
    """Patch → what the frozen encoder sees."""

    def __init__(self) -> None:
        super().__init__()
        self.encoder = Encoder()
        load_imagenet(self.encoder)

    def forward(self, patch: torch.Tensor) -> torch.Tensor:
        return around(self.encoder, patch)


class SpotHead(nn.Module):
    """Facts and features → logit."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.register_buffer('mean', torch.zeros(width))
        self.register_buffer('scale', torch.ones(width))
        self.hidden, self.last, self.facts = (
            nn.Linear(width, HIDDEN),
            nn.Linear(HIDDEN, 1),
            nn.Linear(FACTS, 1),
        )

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        x = ((seen - self.mean) / self.scale).clamp(-4, 4)
        hidden = F.relu(self.hidden(F.dropout(x, 0.3, self.training)))
        return (self.last(F.dropout(hidden, 0.4, self.training)) + self.facts(x[:, :FACTS]))[:, 0]


class SpotNetwork(nn.Module):
    """Mean of several heads."""

    def __init__(self, heads: list[SpotHead]) -> None:
        super().__init__()
        self.around, self.heads = Around(), nn.ModuleList(heads)

    def logit(self, patch: torch.Tensor, facts: torch.Tensor) -> torch.Tensor:
        seen = torch.cat([facts, self.around(patch)], 1)
        return torch.stack([head(seen) for head in self.heads]).mean(0)


def fit(seen: torch.Tensor, labels: torch.Tensor, seed: int, passes: int, batch: int = 64) -> SpotHead:
    torch.manual_seed(seed)
    head = SpotHead(seen.shape[1])
    head.mean.copy_(seen.mean(0))
    head.scale.copy_(seen.std(0).clamp(min=1e-3))
    steps = passes * -(-len(labels) // batch)
    optimiser = torch.optim.AdamW(head.parameters(), 2e-3, weight_decay=0.1)
    schedule = one_cycle(optimiser, 2e-3, steps, 0.3)
    head.train()
    for _ in range(passes):
        for rows in torch.randperm(len(labels)).split(batch):
            loss = F.binary_cross_entropy_with_logits(head(seen[rows]), labels[rows])
            descend(loss, schedule)
    return head.eval()
