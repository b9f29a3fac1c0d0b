"""Writes the shipped gate: frozen encoder and head, `planes` (n, 3, 160, 160) → `probabilities` (n, 5)."""

from pathlib import Path

import torch

from training.export import export, loaded
from training.modality.network import SIDE, Head, ModalityNetwork, frozen_features


def write(network: ModalityNetwork, path: Path) -> None:
    export(network, torch.rand(1, 3, SIDE, SIDE) * 2 - 1, ('planes', ['probabilities']), path)


def write_modality(checkpoint: Path, target: Path) -> None:
    write(ModalityNetwork(frozen_features(), loaded(Head(), checkpoint)).eval(), target)
