"""Exports the networks as ONNX, opset 17.

`checkpoints/breast-fold{0..4}.onnx` for the measurement, in which the networks of a fold's two seeds read
every film together (mean log-odds), and the shipped `breast.onnx`, in which those of three folds do. They
share their first blocks; its weights are stored in half precision. `shipped-fold{0..2}.onnx` are its three
networks alone, which read their folds as films never seen.
"""

from pathlib import Path

import torch
from torch import nn

from training.breast.network.network import BreastNetwork
from training.breast.network.views import HEIGHT, WIDTH
from training.breast.truth import CHECKPOINTS
from training.export import export, loaded
from training.pipeline import ANALYSES, FOLDS

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
    return loaded(BreastNetwork(), CHECKPOINTS / f'breast-fold{fold}-{seed}.pt')


def write(model: nn.Module, path: Path, half: bool = False) -> None:
    example = torch.rand(1, 3, HEIGHT, WIDTH) * 2 - 1
    export(model, example, ('image', ['tissue', 'lesion', 'film']), path, free='nothing', half=half)


def write_networks() -> None:
    for fold in FOLDS:
        write(Together([network_of(fold, seed) for seed in SEEDS]), CHECKPOINTS / f'breast-fold{fold}.onnx')
    shipped = [network_of(*one) for one in JOINED]
    write(Together(shipped), ANALYSES / 'breast/model/breast.onnx', half=True)
    for (fold, _), network in zip(JOINED, shipped, strict=True):
        write(Together([network]), CHECKPOINTS / f'shipped-fold{fold}.onnx', half=True)
