"""The small U-Net of the region inside an open skull: three planes in, one map at half their size out."""

import torch
from torch import nn
from torch.nn import functional

from training.blocks import block

WIDTHS = (16, 24, 40, 56)


class SmallUNet(nn.Module):
    """`planes` (n, 3, 128, 128) → logits (n, 1, 64, 64)."""

    def __init__(self):
        super().__init__()
        self.down = nn.ModuleList([block(before, after, 2) for before, after in zip((3, *WIDTHS), WIDTHS)])
        self.up = nn.ModuleList([block(WIDTHS[k] + WIDTHS[k - 1], WIDTHS[k - 1]) for k in (3, 2, 1)])
        self.out = nn.Conv2d(WIDTHS[0], 1, 1)
        nn.init.constant_(self.out.bias, -2.5)

    def forward(self, planes):
        seen, x = [], planes
        for one in self.down:
            x = one(x)
            seen.append(x)
        for one, beside in zip(self.up, reversed(seen[:-1])):
            x = one(torch.cat([functional.interpolate(x, scale_factor=2.0, mode='nearest'), beside], 1))
        return self.out(x)
