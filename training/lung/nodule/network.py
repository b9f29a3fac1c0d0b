"""A plain U-Net with batch norm."""

import torch
from torch import nn
from torch.nn import functional as F

from training.blocks import block


class UNet(nn.Module):
    """`channels[i]` feature maps at 1/2^i of the input; one plane in, logits of one out."""

    def __init__(self, channels: tuple[int, ...] = (16, 32, 64, 128)):
        super().__init__()
        pairs = zip((1, *channels[:-1]), channels, strict=True)
        self.down = nn.ModuleList([block(a, b) for a, b in pairs])
        self.up = nn.ModuleList([block(b + a, a) for a, b in zip(channels, channels[1:])])
        self.head = nn.Conv2d(channels[0], 1, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        kept = []
        for level, down in enumerate(self.down):
            x = down(x if level == 0 else F.max_pool2d(x, 2))
            kept.append(x)
        for level in range(len(self.up) - 1, -1, -1):
            x = F.interpolate(x, scale_factor=2.0, mode='nearest')
            x = self.up[level](torch.cat([x, kept[level]], 1))
        return self.head(x)
