"""U-Net on the first twelve blocks of EfficientNet-Lite0 (`training/efficientnet_lite.py`)."""

import torch
from torch import nn
from torch.nn import functional as F

from training.efficientnet_lite import Encoder

POOLED = 192 + 112 + 112


def _join(inputs: int, outputs: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, padding=1, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class CervixNet(nn.Module):
    """View → maps at a quarter of its size (logits: cervix, lesion, junction), picture scores (logits),
    pooled features.
    """

    def __init__(self, maps: int = 3, scores: int = 3) -> None:
        super().__init__()
        self.encoder = Encoder()
        self.up = nn.ModuleList([_join(192 + 112, 96), _join(96 + 40, 64), _join(64 + 24, 48)])
        self.head = nn.Conv2d(48, maps, 1)
        self.scores = nn.Sequential(nn.Dropout(0.4), nn.Linear(POOLED, scores))

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        return self.read(*self.encoder.early(x))

    def read(
        self, quarter: torch.Tensor, eighth: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        middle, deepest = self.encoder.late(eighth)
        out = self.decoded(quarter, eighth, middle, deepest)
        maps = self.head(out)
        pooled = self.pool(maps, deepest, middle)
        return maps, self.scores(pooled), pooled

    def decoded(
        self, quarter: torch.Tensor, eighth: torch.Tensor, middle: torch.Tensor, deepest: torch.Tensor
    ) -> torch.Tensor:
        out = deepest
        for join, skip in zip(self.up, (middle, eighth, quarter), strict=True):
            out = join(torch.cat([F.interpolate(out, scale_factor=2.0, mode='nearest'), skip], 1))
        return out

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
