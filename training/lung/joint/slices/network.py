"""The network that sees whole slices: lungs, opacities and masses on one encoder."""

import torch
from torch import nn

from training.lung.opacity.network import ChestDecoder, OpacityNet


class ChestNet(nn.Module):
    """Picture (n, 1, h, w) → logits at half its size: lung, opacity, consolidation; and twice lung, mass:
    of lung windows, and of windows that show air black.
    """

    def __init__(self) -> None:
        super().__init__()
        self.opacity, self.chest, self.chest_soft = OpacityNet(), ChestDecoder(), ChestDecoder()

    def forward(self, picture: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        kept = self.opacity.encoder(picture.expand(-1, 3, -1, -1))
        return self.opacity.decode(kept), self.chest(*kept), self.chest_soft(*kept)
