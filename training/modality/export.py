"""Writes the shipped gate: frozen encoder and head, `planes` (n, 3, 160, 160) → `probabilities` (n, 5).

python -m training.modality.export training/modality/checkpoints/all.pt analyses/modality/model/modality.onnx
"""

import sys
from pathlib import Path

import torch

from training.export import export
from training.modality.network import SIDE, Head, ModalityNetwork, frozen_features


def write(network: ModalityNetwork, path: Path) -> None:
    export(network, torch.rand(1, 3, SIDE, SIDE) * 2 - 1, ('planes', ['probabilities']), path)


if __name__ == '__main__':
    head = Head()
    head.load_state_dict(torch.load(sys.argv[1]))
    write(ModalityNetwork(frozen_features(), head).eval(), Path(sys.argv[2]))
