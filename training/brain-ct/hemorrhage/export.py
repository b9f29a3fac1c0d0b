"""Joins the networks of all patients into one ONNX: each reads the slice and its mirror image, the logits are averaged and calibrated.

`export.py CHECKPOINTS TARGET` (CHECKPOINTS/fold-all-*.pt, level-head.pt of level_train.py on the first of them): `planes` (1, 3, 224, 224)
→ `probabilities` (6: any, edh, sdh, sah, iph, ivh), `map` (784), `position` (1) and `levels` (5). The networks share their first blocks;
weights are stored in half precision, reckoned with in full.
"""
import json
import sys
import warnings
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from torch import nn

from absorb_pads import absorb_pads
from half import halved
from level_train import head_of, level_features
from network import SIDE, TYPES
from predict import network_of

OUTPUTS = ['probabilities', 'map', 'position', 'levels']


class Ensemble(nn.Module):
    def __init__(self, networks, calibration, head):
        super().__init__()
        self.networks = nn.ModuleList(networks)
        self.head = head
        pairs = torch.tensor([calibration[name] for name in ['any', *TYPES]])
        self.register_buffer('slope', pairs[:, 0])
        self.register_buffer('offset', pairs[:, 1])

    def forward(self, planes):
        eighth = self.networks[0].early(torch.cat([planes, planes.flip(3)]))
        deep, read = [], []
        for network in self.networks:
            deep.append(network.deep(eighth))
            read.append(network.told(eighth, *deep[-1]))
        logits = sum(one[1].mean(0) for one in read) / len(read)
        place = sum((one[0][0].sigmoid() + one[0][1].flip(2).sigmoid()) / 2 for one in read) / len(read)
        position = sum(one[2].mean() for one in read) / len(read)
        levels = self.head(level_features(*deep[0])).softmax(1).mean(0)
        return (logits * self.slope + self.offset).sigmoid(), place.flatten(), position.reshape(1), levels


def main():
    checkpoints, target = map(Path, sys.argv[1:3])
    paths = sorted(checkpoints.glob('fold-all-*.pt'))
    calibration = json.loads((checkpoints / 'calibration.json').read_text())
    model = Ensemble([network_of(path) for path in paths], calibration, head_of(checkpoints / 'level-head.pt')).eval()
    example = torch.rand(1, 3, SIDE, SIDE) * 2 - 1
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        torch.onnx.export(model, (example,), str(target), input_names=['planes'],
                          output_names=OUTPUTS, opset_version=17, dynamo=False)
    onnx.save(absorb_pads(halved(onnx.load(target))), target)
    given = onnxruntime.InferenceSession(str(target)).run(None, {'planes': example.numpy()})
    with torch.no_grad():
        for wanted, value in zip(model(example), given, strict=True):
            np.testing.assert_allclose(wanted.numpy(), value, atol=2e-2)
    print(target, len(paths), 'networks', f'{target.stat().st_size / 1e6:.2f} MB')


if __name__ == '__main__':
    main()
