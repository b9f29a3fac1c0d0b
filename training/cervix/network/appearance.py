"""The untouched ImageNet encoder as ONNX: what a picture looks like, in 736 numbers, for logistic models
over them.

`picture` (n, 3, 224, 224), normalised as `training.cervix.network.views.normalise` → `appearance` (n, 736):
mean and standard deviation of every channel at strides 4, 8, 16 and 32.

    python -m training.cervix.network.appearance
"""

import argparse
from pathlib import Path

import torch

from training.cervix.network.network import CervixNet
from training.cervix.network.views import SIDE
from training.efficientnet_lite import load_imagenet
from training.export import export


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


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--out', type=Path, default=Path('analyses/cervix/model/appearance.onnx'))
    network = CervixNet()
    load_imagenet(network.encoder)
    export(
        Appearance(network.encoder),
        torch.randn(1, 3, SIDE, SIDE),
        ('picture', ['appearance']),
        parser.parse_args().out,
    )
