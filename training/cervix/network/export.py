"""Checkpoint → ONNX: the shipped `analyses/cervix/model/cervix.onnx`, or the network of one fold.

`picture` (n, 3, side, side), normalised as `training.cervix.network.views.normalise` → `maps` (n, 3, side /
4, side / 4): cervix, lesion, junction, each 0 to 1; `scores` (n, 3), logits: lesion present, VIA not
negative, Swede score 5 or more.

    python -m training.cervix.network.export --fold all --out analyses/cervix/model/cervix.onnx
"""

import argparse
from pathlib import Path

import torch

from training.cervix.network.network import CervixNet
from training.cervix.network.views import SIDE
from training.export import export


class Shipped(torch.nn.Module):
    def __init__(self, network: torch.nn.Module):
        super().__init__()
        self.network = network

    def forward(self, picture: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        maps, scores, _ = self.network(picture)
        return torch.sigmoid(maps), scores


def write(network: torch.nn.Module, path: Path) -> None:
    export(
        Shipped(network), torch.randn(1, 3, SIDE, SIDE), ('picture', ['maps', 'scores']), path, free='size'
    )


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--fold', default='all')
    parser.add_argument('--checkpoints', type=Path, default=Path('training/cervix/checkpoints'))
    parser.add_argument('--out', type=Path)
    args = parser.parse_args()
    trained = CervixNet()
    trained.load_state_dict(torch.load(args.checkpoints / f'cervix-{args.fold}.pt'))
    write(trained, args.out or args.checkpoints / f'cervix-{args.fold}.onnx')
