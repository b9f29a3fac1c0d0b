"""The untouched ImageNet encoder as ONNX: what a picture looks like, in 736 numbers, for logistic models
over them.

`picture` (n, 3, 224, 224), normalised as `training.cervix.network.views.normalise` → `appearance` (n, 736):
mean and standard deviation of every channel at strides 4, 8, 16 and 32.
"""

from pathlib import Path

import torch

from training.cervix.network.network import CervixNet
from training.cervix.network.views import SIDE
from training.efficientnet_lite import load_imagenet
from training.export import export
from training.pipeline import ANALYSES


class Appearance(torch.nn.Module):
    def __init__(self, encoder: torch.nn.Module):
        super().__init__()
        self.encoder = encoder

    def forward(self, picture: torch.Tensor) -> torch.Tensor:
        quarter, eighth = self.encoder.early(picture)
        parts = []
        for level in (quarter, eighth, *self.encoder.late(eighth)):
            mean = level.mean((2, 3), keepdim=True)
            spread = ((level - mean) ** 2).mean((2, 3))
            parts += [mean.flatten(1), (spread + 1e-6).sqrt()]
        return torch.cat(parts, 1)


def write(network: CervixNet, path: Path) -> None:
    example = torch.randn(1, 3, SIDE, SIDE)
    export(Appearance(network.encoder), example, ('picture', ['appearance']), path)


def write_appearance() -> None:
    untouched = CervixNet()
    load_imagenet(untouched.encoder)
    write(untouched, ANALYSES / 'cervix/model/appearance.onnx')
