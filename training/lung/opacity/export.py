"""Checkpoint → analyses/lung/model/opacity.onnx: `picture` (n, 1, h, w), sides multiples of 32, scaled as
`training.lung.opacity.data.normalise` → `maps` (n, 3, h/2, w/2), 0 to 1: lung, opacity, consolidation.

    python -m training.lung.opacity.export --fold all
"""

import argparse
from pathlib import Path

import torch

from training.export import export
from training.lung.opacity.network import OpacityNet


class Probabilities(torch.nn.Module):
    def __init__(self, network: torch.nn.Module):
        super().__init__()
        self.network = network

    def forward(self, picture: torch.Tensor) -> torch.Tensor:
        return torch.sigmoid(self.network(picture))


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--fold', default='all')
    parser.add_argument('--checkpoints', type=Path, default=Path('training/lung/checkpoints'))
    parser.add_argument('--out', type=Path, default=Path('analyses/lung/model/opacity.onnx'))
    args = parser.parse_args()
    network = OpacityNet()
    network.load_state_dict(torch.load(args.checkpoints / f'opacity-{args.fold}.pt'))
    export(
        Probabilities(network), torch.randn(1, 1, 256, 256), ('picture', ['maps']), args.out, free_size=True
    )
