"""Decoders on EfficientNet-Lite0: chest slice → lung, opacity, consolidation; and → lung, mass.

Under the decoders of masses the encoder stays as ImageNet left it, so that the features of a view are
computed once.
"""

import torch
from torch import nn
from torch.nn import functional as F

from training.efficientnet_lite import DEEPEST_WIDTH, KEPT_WIDTHS, Encoder

# Of the joins at strides 16, 8, 4; the stride-2 features are added at the end.
WIDTHS = (96, 64, 48)
MAPS = ('lung', 'opacity', 'consolidation')
CHEST_MAPS = ('lung', 'mass')
# Channels and stride of the features that a decoder reads.
FEATURES = tuple(zip((*KEPT_WIDTHS, DEEPEST_WIDTH), (2, 4, 8, 16, 32)))


def _norm(width: int) -> list[nn.Module]:
    return [nn.BatchNorm2d(width), nn.ReLU(inplace=True)]


def _join(inputs: int, outputs: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 1, bias=False),
        *_norm(outputs),
        nn.Conv2d(outputs, outputs, 5, padding=2, groups=outputs, bias=False),
        *_norm(outputs),
        nn.Conv2d(outputs, outputs, 1, bias=False),
        *_norm(outputs),
    )


class OpacityNet(nn.Module):
    """Picture (n, 1, h, w), sides multiples of 32 → logits of MAPS at half its size."""

    def __init__(self) -> None:
        super().__init__()
        self.encoder = Encoder()
        below = (DEEPEST_WIDTH, *WIDTHS[:-1])
        skips = reversed(KEPT_WIDTHS[1:])
        self.up = nn.ModuleList(
            [_join(b + skip, out) for b, skip, out in zip(below, skips, WIDTHS, strict=True)]
        )
        self.coarse = nn.Sequential(nn.Dropout2d(0.1), nn.Conv2d(WIDTHS[-1], 24, 1))
        self.fine = nn.Sequential(nn.Conv2d(KEPT_WIDTHS[0], 24, 1, bias=False), nn.BatchNorm2d(24))
        self.head = nn.Conv2d(24, len(MAPS), 1)

    def decode(self, kept: list[torch.Tensor]) -> torch.Tensor:
        """From the features at strides 2, 4, 8, 16 and 32."""
        finest, *skips, out = kept
        for join, skip in zip(self.up, reversed(skips), strict=True):
            out = join(torch.cat([F.interpolate(out, scale_factor=2.0, mode='nearest'), skip], 1))
        out = F.interpolate(self.coarse(out), scale_factor=2.0, mode='bilinear') + self.fine(finest)
        return self.head(F.relu(out))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.decode(self.encoder(x.expand(-1, 3, -1, -1)))


class ChestDecoder(OpacityNet):
    """Features of the encoder at strides 2, 4, 8, 16 and 32 → logits of CHEST_MAPS at half the picture's
    size.
    """

    def __init__(self) -> None:
        super().__init__()
        del self.encoder
        self.head = nn.Conv2d(self.head.in_channels, len(CHEST_MAPS), 1)

    def forward(self, *kept: torch.Tensor) -> torch.Tensor:
        return self.decode(list(kept))
