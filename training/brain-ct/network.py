"""The haemorrhage network: 160 x 160, three planes, a 40 x 40 map, six slice logits and the place in the scan. 0.35 M weights."""
import torch
from torch import nn
from torch.nn import functional

SIDE, MAP = 160, 40
TYPES = ['edh', 'sdh', 'sah', 'iph', 'ivh']


def step(inputs, outputs, stride=1):
    return nn.Sequential(nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True))


class HaemorrhageNetwork(nn.Module):
    """`planes` → map logits (n, 1, 40, 40), slice logits (n, 6: any and TYPES), position (n, 1: 0 skull base, 1 vertex)."""

    def __init__(self):
        super().__init__()
        self.first = nn.Sequential(step(3, 12, 2), step(12, 16))
        self.quarter = nn.Sequential(step(16, 32, 2), step(32, 32), step(32, 32))
        self.eighth = nn.Sequential(step(32, 64, 2), step(64, 64), step(64, 64))
        self.deep = nn.Sequential(step(64, 96, 2), step(96, 96))
        self.from_deep, self.from_eighth = nn.Conv2d(96, 64, 1), nn.Conv2d(64, 32, 1)
        self.joined = nn.Sequential(step(32, 32), nn.Dropout2d(0.1))
        self.map = nn.Conv2d(32, 1, 1)
        self.position = nn.Sequential(nn.Linear(96, 32), nn.ReLU(), nn.Linear(32, 1))
        self.slice = nn.Linear(64 + 32 + 3, 1 + len(TYPES))
        nn.init.constant_(self.map.bias, -3.0)

    def forward(self, planes):
        quarter = self.quarter(self.first(planes))
        eighth = self.eighth(quarter)
        deep = self.deep(eighth)
        wide = torch.relu(self.from_deep(functional.interpolate(deep, scale_factor=2.0, mode='nearest')) + eighth)
        fine = torch.relu(self.from_eighth(functional.interpolate(wide, scale_factor=2.0, mode='nearest')) + quarter)
        fine = self.joined(fine)
        logits = self.map(fine)
        flat = logits.flatten(1)
        attention = flat.softmax(1)[:, None]
        seen = (fine.flatten(2) * attention).sum(2)
        around = (functional.interpolate(wide, scale_factor=2.0, mode='nearest').flatten(2) * attention).sum(2)
        tops = torch.topk(flat, 64, dim=1).values
        peaks = torch.stack([tops[:, :4].mean(1), tops[:, :16].mean(1), tops.mean(1)], 1)
        return logits, self.slice(torch.cat([around, seen, peaks], 1)), self.position(deep.mean((2, 3)))
