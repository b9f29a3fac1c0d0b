"""Exports the networks as ONNX, opset 17.

    python -m training.breast.network.export

`checkpoints/breast-fold{0..4}.onnx` for the measurement, in which the networks of a fold's two seeds read
every film together (mean log-odds), and the shipped `breast.onnx`, in which those of three folds do. They
share their first blocks; its weights are stored in half precision.
"""

from pathlib import Path

import torch
from torch import nn

from training.breast.network.network import BreastNetwork
from training.breast.network.views import HEIGHT, WIDTH
from training.export import export

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
    export(model, example, ('image', ['tissue', 'lesion', 'film']), path, free='nothing', half=half)


if __name__ == '__main__':
    for fold in range(5):
        write(Together([network_of(fold, seed) for seed in SEEDS]), CHECKPOINTS / f'breast-fold{fold}.onnx')
    write(Together([network_of(*one) for one in JOINED]), SHIPPED, half=True)
