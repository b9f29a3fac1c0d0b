"""Checkpoint → analyses/lung/model/nodule.onnx: `picture` (n, 1, h, w) → `share` (n, 1, h, w), 0 to 1; h and
w are multiples of 8.

    python -m training.lung.nodule.export CHECKPOINT TARGET
"""

import sys
from pathlib import Path

import torch

from training.export import export
from training.lung.nodule.train import build


class Share(torch.nn.Module):
    def __init__(self, network: torch.nn.Module):
        super().__init__()
        self.network = network

    def forward(self, picture: torch.Tensor) -> torch.Tensor:
        return torch.sigmoid(self.network(picture))


def write(network: torch.nn.Module, path: Path) -> None:
    export(Share(network), torch.randn(1, 1, 128, 128), ('picture', ['share']), path, free='size')


if __name__ == '__main__':
    trained = build()
    trained.load_state_dict(torch.load(sys.argv[1]))
    write(trained, Path(sys.argv[2]))
