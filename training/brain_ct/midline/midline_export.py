"""Stores the midline network as ONNX: `crop` (1, 2, 128, 96) → `moved`, `spread` (1, 32).

python -m training.brain_ct.midline.midline_export CHECKPOINT TARGET
"""

import sys
from pathlib import Path

import torch

from training.brain_ct.midline.midline_network import MidlineNetwork
from training.export import export


def write(network, target):
    example = torch.rand(1, 2, 128, 96) * 2 - 1
    export(network, example, ('crop', ['moved', 'spread']), target, free='nothing', half=True)


if __name__ == '__main__':
    trained = MidlineNetwork()
    trained.load_state_dict(torch.load(sys.argv[1]))
    write(trained, Path(sys.argv[2]))
