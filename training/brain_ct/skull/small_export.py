"""Stores a small U-Net as ONNX: `planes` (1, 3, 128, 128) → OUTPUT (4096), probabilities."""

from pathlib import Path

import torch
from torch import nn

from training.brain_ct.skull.small_unet import SmallUNet
from training.export import export, loaded


class Chance(nn.Module):
    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, planes):
        return self.network(planes).sigmoid().flatten()


def write(network, target, output):
    example = torch.rand(1, 3, 128, 128) * 2 - 1
    export(Chance(network), example, ('planes', [output]), target, free='nothing', half=True)


def write_small(checkpoint: Path, target: Path, output: str) -> None:
    write(loaded(SmallUNet(), checkpoint), target, output)
