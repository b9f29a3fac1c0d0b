"""Writes the shipped gate: frozen encoder and head, `planes` (n, 3, 160, 160) → `probabilities` (n, 5).

python -m training.modality.export training/modality/checkpoints/all.pt analyses/modality/model/modality.onnx
"""

import argparse
from pathlib import Path

import torch

from training.export import export
from training.modality.network import SIDE, Head, ModalityNetwork, frozen_features

if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('checkpoint', type=Path)
    parser.add_argument('target', type=Path)
    args = parser.parse_args()
    head = Head()
    head.load_state_dict(torch.load(args.checkpoint))
    model = ModalityNetwork(frozen_features(), head).eval()
    export(model, torch.rand(1, 3, SIDE, SIDE) * 2 - 1, ('planes', ['probabilities']), args.target)
