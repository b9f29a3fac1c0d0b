"""Stores the midline network as ONNX: `crop` (1, 2, 128, 96) → `moved`, `spread` (1, 32)."""

from pathlib import Path

import torch

from training.brain_ct.midline.midline_network import MidlineNetwork
from training.export import export, loaded


def write(network, target):
    example = torch.rand(1, 2, 128, 96) * 2 - 1
    export(network, example, ('crop', ['moved', 'spread']), target, free='nothing', half=True)


def write_midline(checkpoint: Path, target: Path) -> None:
    write(loaded(MidlineNetwork(), checkpoint), target)
