"""A plain U-Net with batch norm, plus an optional head that scores the whole picture."""

import torch
from torch import nn
from torch.nn import functional as F


def _block(inputs: int, outputs: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, padding=1, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
        nn.Conv2d(outputs, outputs, 3, padding=1, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class UNet(nn.Module):
    """`channels[i]` feature maps at 1/2^i of the input; logits out, no sigmoid.

    With `picture_scores` > 0 the forward pass returns (maps, scores): the scores read mean and
    maximum of the deepest features.
    """

    def __init__(self, inputs: int, outputs: int, channels: tuple[int, ...], picture_scores: int = 0):
        super().__init__()
        pairs = zip((inputs, *channels[:-1]), channels, strict=True)
        self.down = nn.ModuleList([_block(a, b) for a, b in pairs])
        self.up = nn.ModuleList([_block(b + a, a) for a, b in zip(channels, channels[1:])])
        self.head = nn.Conv2d(channels[0], outputs, 1)
        self.scores = None
        if picture_scores:
            self.scores = nn.Sequential(nn.Dropout(0.3), nn.Linear(2 * channels[-1], picture_scores))

    def forward(self, x: torch.Tensor):
        kept = []
        for level, block in enumerate(self.down):
            x = block(x if level == 0 else F.max_pool2d(x, 2))
            kept.append(x)
        deepest = x
        for level in range(len(self.up) - 1, -1, -1):
            x = F.interpolate(x, scale_factor=2.0, mode='nearest')
            x = self.up[level](torch.cat([x, kept[level]], 1))
        maps = self.head(x)
        if self.scores is None:
            return maps
        pooled = torch.cat([deepest.mean((2, 3)), deepest.amax((2, 3))], 1)
        return maps, self.scores(pooled)
