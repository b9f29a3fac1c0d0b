"""Joins networks into one ONNX: each reads the slice and its mirror image, the logits are averaged and
calibrated.

`export.py CHECKPOINTS TARGET [NAME]` (CHECKPOINTS/NAME-*.pt, by default fold-all, and calibration.json of
evaluate.py): `planes` (1, 3, 224, 224) → `probabilities` (6: any, edh, sdh, sah, iph, ivh), `map` (784),
`position` (1) and `levels` (5). Weights are stored in half precision, reckoned with in full.
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
from network import SIDE, TYPES, HaemorrhageNetwork

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


def main():
    checkpoints, target = map(Path, sys.argv[1:3])
    paths = sorted(checkpoints.glob(f'{sys.argv[3] if len(sys.argv) > 3 else "fold-all"}-*.pt'))
    calibration = json.loads((checkpoints / 'calibration.json').read_text())
    model = Ensemble([network_of(path) for path in paths], calibration).eval()
    example = torch.rand(1, 3, SIDE, SIDE) * 2 - 1
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        torch.onnx.export(
            model,
            (example,),
            str(target),
            input_names=['planes'],
            output_names=OUTPUTS,
            opset_version=17,
            dynamo=False,
        )
    onnx.save(absorb_pads(halved(onnx.load(target))), target)
    given = onnxruntime.InferenceSession(str(target)).run(None, {'planes': example.numpy()})
    with torch.no_grad():
        for wanted, value in zip(model(example), given, strict=True):
            np.testing.assert_allclose(wanted.numpy(), value, atol=2e-2)
    print(target, len(paths), 'networks', f'{target.stat().st_size / 1e6:.2f} MB')


if __name__ == '__main__':
    main()
