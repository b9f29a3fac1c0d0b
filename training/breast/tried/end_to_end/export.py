"""Exports networks of `train.py` as ONNX.

    python -m training.breast.tried.end_to_end.export PACK FILE.xz KIND OUT [--joined]

Each of `KIND`-0 … as OUT/breast-fold{0…}.onnx; with --joined the mean of those of the folds 0 to 2, in half
precision, as OUT/breast.onnx.
"""

import argparse
from pathlib import Path

import torch
from torch import nn

from training import deltas
from training.breast.network.export import write
from training.breast.network.network import BreastNetwork

JOINED = (0, 1, 2)


class Mean(nn.Module):
    """Networks that share nothing, their logits averaged."""

    def __init__(self, networks):
        super().__init__()
        self.networks = nn.ModuleList(networks)

    def forward(self, image):
        return tuple(
            sum(part) / len(self.networks)
            for part in zip(*(network(image) for network in self.networks), strict=True)
        )


def network_of(parts, base):
    state = deltas.unpacked(parts, base)
    network = BreastNetwork()
    network.load_state_dict({f'encoder.{k}' if k in base else k: v for k, v in state.items()})
    return network.eval()


def main(args):
    base = torch.load(args.pack / 'imagenet.pt', weights_only=True)
    models = {
        name: parts
        for name, parts in deltas.read(args.file)['models'].items()
        if name.startswith(f'{args.kind}-')
    }
    networks = {int(name.rsplit('-', 1)[1]): network_of(parts, base) for name, parts in models.items()}
    args.out.mkdir(parents=True, exist_ok=True)
    for fold, network in networks.items():
        write(network, args.out / f'breast-fold{fold}.onnx')
    if args.joined:
        write(Mean([networks[fold] for fold in JOINED]), args.out / 'breast.onnx', half=True)


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('pack', type=Path)
    parser.add_argument('file', type=Path)
    parser.add_argument('kind')
    parser.add_argument('out', type=Path)
    parser.add_argument('--joined', action='store_true')
    main(parser.parse_args())
