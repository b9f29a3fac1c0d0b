"""Exports the networks as ONNX, opset 17.

    python -m training.breast.network.export

`checkpoints/breast-fold{0..4}.onnx` for the measurement, in which the networks of a fold's two seeds read
every film together (mean log-odds), and the shipped `breast.onnx`, in which those of three folds do. They
share their first blocks; its weights are stored in half precision.
"""

import warnings
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from torch import nn

from training.absorb_pads import absorb_pads
from training.breast.network.network import BreastNetwork
from training.breast.network.views import HEIGHT, WIDTH
from training.half import halved

BREAST = Path(__file__).resolve().parents[1]
CHECKPOINTS = BREAST / 'checkpoints'
SHIPPED = BREAST.parents[1] / 'analyses/breast/model/breast.onnx'
# As many as the time for one film allows.
JOINED = ((0, 0), (1, 1), (2, 0))
SEEDS = (0, 1)


class Together(nn.Module):
    def __init__(self, networks):
        super().__init__()
        self.networks = nn.ModuleList(networks)

    def forward(self, image):
        early = self.networks[0].encoder.early(image)
        read = [network.read(*early) for network in self.networks]
        return tuple(sum(part) / len(read) for part in zip(*read))


def network_of(fold, seed):
    network = BreastNetwork()
    network.load_state_dict(torch.load(CHECKPOINTS / f'breast-fold{fold}-{seed}.pt'))
    return network.eval()


def write(model, path, half=False):
    example = torch.rand(1, 3, HEIGHT, WIDTH) * 2 - 1
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        torch.onnx.export(
            model.eval(),
            (example,),
            str(path),
            input_names=['image'],
            output_names=['tissue', 'lesion', 'film'],
            opset_version=17,
            dynamo=False,
        )
    if half:
        onnx.save(absorb_pads(halved(onnx.load(path))), path)
    given = onnxruntime.InferenceSession(str(path)).run(None, {'image': example.numpy()})
    with torch.no_grad():
        for wanted, value in zip(model(example), given, strict=True):
            np.testing.assert_allclose(wanted.numpy(), value, atol=5e-2 if half else 1e-3)
    print(path, f'{path.stat().st_size / 1e6:.2f} MB', flush=True)


if __name__ == '__main__':
    for fold in range(5):
        write(Together([network_of(fold, seed) for seed in SEEDS]), CHECKPOINTS / f'breast-fold{fold}.onnx')
    write(Together([network_of(*one) for one in JOINED]), SHIPPED, half=True)
