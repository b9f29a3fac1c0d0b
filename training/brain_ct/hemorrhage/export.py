"""Joins networks into one ONNX: each reads the slice and its mirror image, the logits are averaged and
calibrated.

    python -m training.brain_ct.hemorrhage.export CHECKPOINTS TARGET [NAME]

Reads CHECKPOINTS/NAME-*.pt (by default fold-all) and calibration.json of evaluate.py: `planes` (1, 3, 224,
224) → `probabilities` (6: any, edh, sdh, sah, iph, ivh), `map` (784), `position` (1) and `levels` (5).
"""

import json
import sys
from pathlib import Path

import torch
from torch import nn

from training.brain_ct.hemorrhage.network import SIDE, TYPES, HaemorrhageNetwork
from training.export import export

OUTPUTS = ['probabilities', 'map', 'position', 'levels']


def network_of(path):
    network = HaemorrhageNetwork()
    network.load_state_dict(torch.load(path))
    return network.eval()


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


def main():
    checkpoints, target = map(Path, sys.argv[1:3])
    paths = sorted(checkpoints.glob(f'{sys.argv[3] if len(sys.argv) > 3 else "fold-all"}-*.pt'))
    calibration = json.loads((checkpoints / 'calibration.json').read_text())
    write(Ensemble([network_of(path) for path in paths], calibration), target)
    print(len(paths), 'networks')


if __name__ == '__main__':
    main()
