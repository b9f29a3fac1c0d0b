"""Joins networks into one ONNX: each reads the slice and its mirror image, the logits are averaged and
calibrated.

Reads CHECKPOINTS/NAME-*.pt and calibration.json of evaluate.py: `planes` (1, 3, 224,
224) → `probabilities` (6: any, edh, sdh, sah, iph, ivh), `map` (784), `position` (1) and `levels` (5).
"""

import json
from pathlib import Path

import torch
from torch import nn

from training.brain_ct.hemorrhage.network import SIDE, TYPES, HaemorrhageNetwork
from training.export import export, loaded

OUTPUTS = ['probabilities', 'map', 'position', 'levels']


class Ensemble(nn.Module):
    def __init__(self, networks, calibration):
        super().__init__()
        self.networks = nn.ModuleList(networks)
        pairs = torch.tensor([calibration[name] for name in ['any', *TYPES]])
        self.register_buffer('slope', pairs[:, 0])
        self.register_buffer('offset', pairs[:, 1])

    def forward(self, planes):
        both = torch.cat([planes, planes.flip(3)])
        maps, logits, positions, levels = zip(*(network(both) for network in self.networks), strict=True)
        mean = lambda parts: sum(parts) / len(parts)
        place = mean([(one[0].sigmoid() + one[1].flip(2).sigmoid()) / 2 for one in maps])
        chances = (mean([one.mean(0) for one in logits]) * self.slope + self.offset).sigmoid()
        return (
            chances,
            place.flatten(),
            mean([one.mean() for one in positions]).reshape(1),
            mean([one.softmax(1).mean(0) for one in levels]),
        )


def write(model, target):
    example = torch.rand(1, 3, SIDE, SIDE) * 2 - 1
    export(model, example, ('planes', OUTPUTS), target, free='nothing', half=True)


def write_joined(checkpoints: Path, target: Path, name: str) -> None:
    networks = [loaded(HaemorrhageNetwork(), path) for path in sorted(checkpoints.glob(f'{name}-*.pt'))]
    calibration = json.loads((checkpoints / 'calibration.json').read_text())
    write(Ensemble(networks, calibration), target)
