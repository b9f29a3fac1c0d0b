"""Writes the shipped gate: frozen encoder, head and level, `planes` (n, 3, 160, 160) → `probabilities` (n, 5),
`lung_level` (n, 1).
"""

from pathlib import Path

import torch
from torch import nn

from training.export import export, loaded
from training.modality.network import SIDE, WIDTH, Head, ModalityNetwork, frozen_features


def write(network: ModalityNetwork, path: Path) -> None:
    export(network, torch.rand(1, 3, SIDE, SIDE) * 2 - 1, ('planes', ['probabilities', 'lung_level']), path)


def write_modality(head: Path, level: Path, target: Path) -> None:
    heads = loaded(Head(), head), loaded(nn.Linear(WIDTH, 1), level)
    write(ModalityNetwork(frozen_features(), *heads).eval(), target)
