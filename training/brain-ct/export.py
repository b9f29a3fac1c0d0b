"""Joins the networks of all patients into one ONNX: each reads the slice and its mirror image, the logits are averaged and calibrated.

`export.py CHECKPOINTS TARGET` (CHECKPOINTS/fold-all-*.pt): `planes` (1, 3, 224, 224) → `probabilities` (6: any, edh, sdh, sah, iph, ivh),
`map` (784) and `position` (1). The networks share their first blocks; weights are stored in half precision, reckoned with in full.
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
from evaluate import MIDDLE
from half import halved
from network import SIDE, TYPES
from predict import network_of


class Ensemble(nn.Module):
    def __init__(self, networks, calibration):
        super().__init__()
        self.networks = nn.ModuleList(networks)
        pairs = torch.tensor([calibration[name] for name in ['any', *TYPES]])
        self.register_buffer('slope', pairs[:, 0])
        self.register_buffer('offset', pairs[:, 1])
        self.level = calibration['level']

    def forward(self, planes):
        eighth = self.networks[0].early(torch.cat([planes, planes.flip(3)]))
        read = [network.read(eighth) for network in self.networks]
        logits = sum(one[1].mean(0) for one in read) / len(read)
        place = sum((one[0][0].sigmoid() + one[0][1].flip(2).sigmoid()) / 2 for one in read) / len(read)
        position = sum(one[2].mean() for one in read) / len(read)
        level = torch.stack([self.level * (position - MIDDLE).abs(), *[position * 0] * len(TYPES)])
        return ((logits - level) * self.slope + self.offset).sigmoid(), place.flatten(), position.reshape(1)


def main():
    checkpoints, target = map(Path, sys.argv[1:3])
    paths = sorted(checkpoints.glob('fold-all-*.pt'))
    model = Ensemble([network_of(path) for path in paths], json.loads((checkpoints / 'calibration.json').read_text())).eval()
    example = torch.rand(1, 3, SIDE, SIDE) * 2 - 1
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        torch.onnx.export(model, (example,), str(target), input_names=['planes'],
                          output_names=['probabilities', 'map', 'position'], opset_version=17, dynamo=False)
    onnx.save(absorb_pads(halved(onnx.load(target))), target)
    given = onnxruntime.InferenceSession(str(target)).run(None, {'planes': example.numpy()})
    with torch.no_grad():
        for wanted, value in zip(model(example), given, strict=True):
            np.testing.assert_allclose(wanted.numpy(), value, atol=2e-2)
    print(target, len(paths), 'networks', f'{target.stat().st_size / 1e6:.2f} MB')


if __name__ == '__main__':
    main()
