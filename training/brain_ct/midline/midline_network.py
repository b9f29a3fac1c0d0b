"""The midline network: by how much the brain's midline has moved in 32 bands from front to back, and how
sure it is.
"""

import torch
from torch import nn
from torch.nn import functional

from training.blocks import joined


class Side(nn.Module):
    """Crop and mirror image (n, 4, 128, 96) → movement and log spread of 32 bands (n, 2, 32)."""

    def __init__(self):
        super().__init__()
        self.fine = nn.Sequential(joined(4, 16, stride=2), joined(16, 24, stride=2), joined(24, 24))
        self.middle = nn.Sequential(joined(24, 40, stride=2), joined(40, 40))
        self.coarse = nn.Sequential(joined(40, 64, stride=2), joined(64, 64))
        self.lateral = nn.ModuleList([nn.Conv2d(width, 32, 1) for width in (24, 40, 64)])
        self.across = nn.Conv2d(32, 64, (1, 24))
        self.down = nn.Sequential(
            nn.Conv1d(64, 48, 5, padding=2),
            nn.ReLU(),
            nn.Dropout(0.1),
            nn.Conv1d(48, 32, 5, padding=2),
            nn.ReLU(),
            nn.Conv1d(32, 2, 3, padding=1),
        )

    def forward(self, x):
        fine = self.fine(x)
        middle = self.middle(fine)
        wide = self.lateral[1](middle) + functional.interpolate(
            self.lateral[2](self.coarse(middle)), scale_factor=2.0, mode='nearest'
        )
        rows = torch.relu(
            self.lateral[0](fine) + functional.interpolate(wide, scale_factor=2.0, mode='nearest')
        )
        return self.down(torch.relu(self.across(rows)).squeeze(3))


class MidlineNetwork(nn.Module):
    """`crop` (n, 2, 128, 96; density and region, -1 to 1) → movement (n, 32, of the inner width), log
    spread (n, 32).

    The mirror image is read too and counts the other way round, so a head that is its own mirror image has
    not moved.
    """

    def __init__(self):
        super().__init__()
        self.side = Side()

    def forward(self, crop):
        other = crop.flip(3)
        own, mirrored = self.side(
            torch.cat([torch.cat([crop, other], 1), torch.cat([other, crop], 1)])
        ).chunk(2)
        return (own[:, 0] - mirrored[:, 0]) / 20, (own[:, 1] + mirrored[:, 1]) / 2 - 4
