"""Checkpoints → ONNX: the shipped `analyses/cervix/model/cervix.onnx`, and the networks of the folds.

`picture` (n, 3, side, side), normalised as `training.cervix.network.views.normalise` → `maps` (n, 3, side /
4, side / 4): cervix, lesion, junction, each 0 to 1; `scores` (n, 3), logits: lesion present, VIA not
negative, Swede score 5 or more.
"""

from pathlib import Path

import torch

from training.cervix.network.data import CHECKPOINTS
from training.cervix.network.network import CervixNet
from training.cervix.network.views import SIDE
from training.export import export, loaded
from training.pipeline import ANALYSES, FOLDS


class Shipped(torch.nn.Module):
    def __init__(self, network: torch.nn.Module):
        super().__init__()
        self.network = network

    def forward(self, picture: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        maps, scores = self.network(picture)
        return torch.sigmoid(maps), scores


def write(network: torch.nn.Module, path: Path) -> None:
    export(
        Shipped(network), torch.randn(1, 3, SIDE, SIDE), ('picture', ['maps', 'scores']), path, free='size'
    )


def write_networks() -> None:
    targets = {fold: CHECKPOINTS / f'cervix-{fold}.onnx' for fold in FOLDS}
    for fold, target in {**targets, 'all': ANALYSES / 'cervix/model/cervix.onnx'}.items():
        write(loaded(CervixNet(), CHECKPOINTS / f'cervix-{fold}.pt'), target)
