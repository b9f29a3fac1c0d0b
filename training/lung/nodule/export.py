"""Checkpoint → analyses/lung/model/nodule.onnx: `picture` (n, 1, h, w) → `share` (n, 1, h, w), 0 to 1;
h and w are multiples of 8.

    python -m training.lung.nodule.export --fold all
"""

import argparse
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


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--fold', default='all')
    parser.add_argument('--checkpoints', type=Path, default=Path('training/lung/checkpoints'))
    parser.add_argument('--out', type=Path, default=Path('analyses/lung/model/nodule.onnx'))
    args = parser.parse_args()
    network = build()
    network.load_state_dict(torch.load(args.checkpoints / f'nodule-{args.fold}.pt'))
    export(Share(network), torch.randn(1, 1, 128, 128), ('picture', ['share']), args.out, free_size=True)
