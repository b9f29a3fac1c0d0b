"""Exports networks of `train.py` as ONNX: each of FILE whose name begins with KIND, as OUT/cervix-{rest of
its name}.onnx.

    python -m training.cervix.end_to_end.export PACK FILE.xz KIND OUT
"""

import argparse
from pathlib import Path

import torch

from training import deltas
from training.cervix.network.export import Shipped
from training.cervix.network.network import CervixNet
from training.cervix.network.views import SIDE
from training.export import export


def network_of(parts: bytes, base: dict) -> CervixNet:
    state = deltas.unpacked(parts, base)
    network = CervixNet()
    network.load_state_dict({f'encoder.{k}' if k in base else k: v for k, v in state.items()})
    return network.eval()


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('pack', type=Path)
    parser.add_argument('file', type=Path)
    parser.add_argument('kind')
    parser.add_argument('out', type=Path)
    args = parser.parse_args()
    base = torch.load(args.pack / 'imagenet.pt', weights_only=True)
    for name, parts in deltas.read(args.file)['models'].items():
        if name.startswith(args.kind):
            path = args.out / f'cervix-{name.removeprefix("fold-")}.onnx'
            export(
                Shipped(network_of(parts, base)),
                torch.randn(1, 3, SIDE, SIDE),
                ('picture', ['maps', 'scores']),
                path,
                free_size=True,
            )
