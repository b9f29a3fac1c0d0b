"""The hemorrhage network: EfficientNet-Lite0 from ImageNet, a map of the bleeding, six slice logits, the
place in the scan, the level.
"""

import torch
from torch import nn
from torch.nn import functional

from training.blocks import joined
from training.efficientnet_lite import Encoder

# The network sees the middle of the 256 x 256 canvas, at full resolution.
SIDE, MAP, MARGIN = 224, 28, 16
TYPES = ['edh', 'sdh', 'sah', 'iph', 'ivh']
WIDTH, LEVEL_COUNT = 64, 5


class HaemorrhageNetwork(nn.Module):
    """`planes` (n, 3, 224, 224) → map logits (n, 1, 28, 28), slice logits (n, 6: any and TYPES), position
    (n, 1: 0 skull base, 1 vertex), level logits (n, 5, from the base to the vertex).
    """

    def __init__(self):
        super().__init__()
        self.encoder = Encoder()
        self.lateral = nn.ModuleList([nn.Conv2d(width, WIDTH, 1) for width in (192, 112, 40)])
        self.joined = joined(WIDTH, WIDTH)
        self.map = nn.Conv2d(WIDTH, 1, 1)
        self.position = nn.Sequential(nn.Linear(192, 32), nn.ReLU(), nn.Linear(32, 1))
        self.slice = nn.Sequential(nn.Dropout(0.3), nn.Linear(WIDTH + 112 + 3, 1 + len(TYPES)))
        self.level = nn.Linear(192 + 2 * 112, LEVEL_COUNT)
        nn.init.constant_(self.map.bias, -3.0)

    def told(self, eighth, x, middle):
        wide = self.lateral[1](middle) + functional.interpolate(
            self.lateral[0](x), scale_factor=2.0, mode='nearest'
        )
        fine = self.lateral[2](eighth) + functional.interpolate(wide, scale_factor=2.0, mode='nearest')
        fine = self.joined(torch.relu(fine))
        logits = self.map(fine)
        flat = logits.flatten(1)
        attention = flat.softmax(1).view_as(logits)
        seen = (fine * attention).sum((2, 3))
        around = (middle * functional.avg_pool2d(attention, 2) * 4).sum((2, 3))
        tops = torch.topk(flat, 48, dim=1).values
        peaks = torch.stack([tops[:, :3].mean(1), tops[:, :12].mean(1), tops.mean(1)], 1)
        slice_logits = self.slice(torch.cat([seen, around, peaks], 1))
        return logits, slice_logits, self.position(x.mean((2, 3))), self.level(level_features(x, middle))

    def forward(self, planes):
        _, eighth = self.encoder.early(planes)
        middle, x = self.encoder.late(eighth)
        return self.told(eighth, x, middle)


def level_features(x, middle):
    """Means of the last block over the slice, of the middle one over its front and its back half."""
    half = middle.shape[2] // 2
    return torch.cat([x.mean((2, 3)), middle[:, :, :half].mean((2, 3)), middle[:, :, half:].mean((2, 3))], 1)


def peak_of(logits):
    """Mean logit of the map's eight brightest places (n)."""
    return torch.topk(logits.flatten(1), 8, dim=1).values.mean(1)
