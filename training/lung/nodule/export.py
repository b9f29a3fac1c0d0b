"""Checkpoint → analyses/lung/model/nodule.onnx: `picture` (n, 1, h, w) → `share` (n, 1, h, w), 0 to 1; h and
w are multiples of 8.
"""

from pathlib import Path

import torch

from training.export import export, loaded
from training.lung.nodule.network import UNet


class Share(torch.nn.Module):
    def __init__(self, network: torch.nn.Module):
        super().__init__()
        self.network = network

    def forward(self, picture: torch.Tensor) -> torch.Tensor:
        return torch.sigmoid(self.network(picture))


def write(network: torch.nn.Module, path: Path) -> None:
    export(Share(network), torch.randn(1, 1, 128, 128), ('picture', ['share']), path, free='size')


def write_nodule(checkpoint: Path, target: Path) -> None:
    write(loaded(UNet(), checkpoint), target)
