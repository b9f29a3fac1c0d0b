"""Joins the fold networks into one ONNX: each reads the slice and its mirror image, the logits are averaged and calibrated.

`export.py CHECKPOINTS TARGET`: `planes` (1, 3, 160, 160) → `probabilities` (6: any, edh, sdh, sah, iph, ivh),
`map` (1600) and `position` (1). Without calibration.json the logits stay as they are.
"""
import json
import sys
from pathlib import Path

import torch
from torch import nn

from network import SIDE, TYPES, HaemorrhageNetwork


class Ensemble(nn.Module):
    def __init__(self, networks, calibration):
        super().__init__()
        self.networks = nn.ModuleList(networks)
        pairs = torch.tensor([calibration.get(name, [1.0, 0.0]) for name in ['any', *TYPES]])
        self.register_buffer('slope', pairs[:, 0])
        self.register_buffer('offset', pairs[:, 1])

    def forward(self, planes):
        both = torch.cat([planes, planes.flip(3)])
        read = [network(both) for network in self.networks]
        logits = sum(r[1].mean(0) for r in read) / len(read)
        maps = sum((r[0][0:1].sigmoid() + r[0][1:2].flip(3).sigmoid()) / 2 for r in read) / len(read)
        position = sum(r[2].mean() for r in read) / len(read)
        return (logits * self.slope + self.offset).sigmoid(), maps.flatten(), position.reshape(1)


def main():
    checkpoints, target = map(Path, sys.argv[1:3])
    networks = []
    for path in sorted(checkpoints.glob('fold-*.pt')):
        network = HaemorrhageNetwork()
        network.load_state_dict(torch.load(path))
        networks.append(network)
    file = checkpoints / 'calibration.json'
    model = Ensemble(networks, json.loads(file.read_text()) if file.exists() else {}).eval()
    target.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(model, (torch.zeros(1, 3, SIDE, SIDE),), str(target), input_names=['planes'],
                      output_names=['probabilities', 'map', 'position'], opset_version=17, dynamo=False)
    print(target, len(networks), 'networks', target.stat().st_size, 'bytes')


if __name__ == '__main__':
    main()
