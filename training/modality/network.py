"""The modality network: a frozen EfficientNet-Lite0 (first twelve blocks, ImageNet weights) and a small
head, five kinds.

Input (n, 3, 160, 160): red, green, blue, -1 to 1, as `training/modality/augment.py` makes it.
"""

import torch
from torch import nn
from torch.nn import functional as F

from training.efficientnet_lite import DEEPEST_WIDTH, KEPT_WIDTHS, Encoder, load_imagenet

KINDS = ['mammogram', 'headCt', 'chestCt', 'cervix', 'other']
SIDE = 160
# Mean and peak of the deepest level, means of strides 16 and 8.
WIDTH = 2 * DEEPEST_WIDTH + KEPT_WIDTHS[3] + KEPT_WIDTHS[2]
HIDDEN = 96


class Features(nn.Module):
    """Picture → what the frozen encoder sees in it, (n, WIDTH)."""

    def __init__(self) -> None:
        super().__init__()
        self.encoder = Encoder()

    def forward(self, picture: torch.Tensor) -> torch.Tensor:
        _, _, eighth, sixteenth, deepest = self.encoder(picture)
        means = [x.mean((2, 3)) for x in (deepest, sixteenth, eighth)]
        return torch.cat([deepest.amax((2, 3)), *means], 1)


class Head(nn.Module):
    """Features → logits of the kinds. `mean` and `scale` standardise; `fit_scale` takes them from the
    training.
    """

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer('mean', torch.zeros(WIDTH))
        self.register_buffer('scale', torch.ones(WIDTH))
        self.hidden, self.last = nn.Linear(WIDTH, HIDDEN), nn.Linear(HIDDEN, len(KINDS))

    def fit_scale(self, features: torch.Tensor) -> None:
        self.mean.copy_(features.mean(0))
        self.scale.copy_(features.std(0).clamp(min=1e-3))

    def standardized(self, features: torch.Tensor) -> torch.Tensor:
        return ((features - self.mean) / self.scale).clamp(-5, 5)

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        x = F.dropout(self.standardized(features), 0.2, self.training)
        x = F.dropout(F.relu(self.hidden(x)), 0.3, self.training)
        return self.last(x)


class ModalityNetwork(nn.Module):
    """Picture → probabilities of the kinds; probability that a CT slice shows lung."""

    def __init__(self, features: Features, head: Head, level: nn.Linear) -> None:
        super().__init__()
        self.features, self.head, self.level = features, head, level

    def forward(self, picture: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        features = self.features(picture)
        level = self.level(self.head.standardized(features))
        return self.head(features).softmax(1), level.sigmoid()


def frozen_features() -> Features:
    features = Features()
    load_imagenet(features.encoder)
    return features.eval()
