"""Parts that several networks are built of."""

from torch import nn


def joined(inputs: int, outputs: int, kernel: int = 3, stride: int = 1) -> nn.Sequential:
    """Convolution, normalisation, ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


def block(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    """Two of them."""
    return nn.Sequential(*joined(inputs, outputs, 3, stride), *joined(outputs, outputs))
