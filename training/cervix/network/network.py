"""U-Net on the first twelve blocks of EfficientNet-Lite0 (`training/efficientnet_lite.py`)."""

import torch
from torch import nn
from torch.nn import functional as F

from training.blocks import joined
from training.efficientnet_lite import Encoder

POOLED = 192 + 112 + 112


class CervixNet(nn.Module):
    """View → maps at a quarter of its size (logits: cervix, lesion, junction), picture scores (logits)."""

    def __init__(self) -> None:
        super().__init__()
        self.encoder = Encoder()
        self.up = nn.ModuleList([joined(192 + 112, 96), joined(96 + 40, 64), joined(64 + 24, 48)])
        self.head = nn.Conv2d(48, 3, 1)
        self.scores = nn.Sequential(nn.Dropout(0.4), nn.Linear(POOLED, 3))

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return self.read(*self.encoder.early(x))

    def read(self, quarter: torch.Tensor, eighth: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        middle, deepest = self.encoder.late(eighth)
        out = deepest
        for join, skip in zip(self.up, (middle, eighth, quarter), strict=True):
            out = join(torch.cat([F.interpolate(out, scale_factor=2.0, mode='nearest'), skip], 1))
        maps = self.head(out)
        return maps, self.scores(self.pool(maps, deepest, middle))

    def pool(self, maps: torch.Tensor, deepest: torch.Tensor, middle: torch.Tensor) -> torch.Tensor:
        """Means over the cervix (deepest and middle level) and over the lesion (middle level) as the maps
        see them.
        """
        weights = F.avg_pool2d(torch.sigmoid(maps[:, :2].detach()), 4) + 1e-3
        cervix, lesion = weights[:, :1], weights[:, 1:]
        coarse = F.avg_pool2d(cervix, 2)
        parts = [(deepest, coarse), (middle, cervix), (middle, lesion)]
        return torch.cat([(x * w).sum((2, 3)) / w.sum((2, 3)) for x, w in parts], 1)

    def train(self, mode: bool = True) -> 'CervixNet':
        """The encoder's normalisation keeps its ImageNet statistics: batches are small."""
        super().train(mode)
        self.encoder.eval()
        return self
