"""The breast network: EfficientNet-Lite0 from ImageNet, with maps of tissue and lesions and scores of the
whole film.
"""

import torch
from torch import nn
from torch.nn import functional as F

from training.blocks import joined
from training.efficientnet_lite import Encoder, load_imagenet

TISSUES = 4
LESIONS = ('mass', 'malignant')
SCORES = ('abnormal', 'malignant', 'above_fatty', 'dense')
POOLED = 192 + 112 + 112


class BreastNetwork(nn.Module):
    """Input (n, 3, h, w) → tissue logits (n, 4, h / 4, w / 4), lesion logits (n, 2, h / 4, w / 4), film
    logits (n, 4).
    """

    def __init__(self):
        super().__init__()
        self.encoder = Encoder()
        self.deep = joined(192 + 112, 64, 1)
        self.middle = joined(64 + 40, 48)
        self.fine = joined(48 + 24, 32)
        self.tissue = nn.Conv2d(32, TISSUES, 1)
        self.lesion = nn.Conv2d(32, len(LESIONS), 1)
        self.scores = nn.Sequential(nn.Dropout(0.5), nn.Linear(POOLED, len(SCORES)))
        nn.init.constant_(self.lesion.bias, -4.0)

    def read(self, quarter, eighth):
        sixteenth, x = self.encoder.late(eighth)
        up = self.decoded(quarter, eighth, sixteenth, x)
        tissue, lesion = self.tissue(up), self.lesion(up)
        return tissue, lesion, self.scores(self.pooled(tissue, x, sixteenth))

    def decoded(self, quarter, eighth, sixteenth, deepest):
        up = self.deep(torch.cat([F.interpolate(deepest, scale_factor=2.0, mode='nearest'), sixteenth], 1))
        up = self.middle(torch.cat([F.interpolate(up, scale_factor=2.0, mode='nearest'), eighth], 1))
        return self.fine(torch.cat([F.interpolate(up, scale_factor=2.0, mode='nearest'), quarter], 1))

    def pooled(self, tissue, deepest, sixteenth):
        """Means over breast and over gland as the maps see them."""
        shares = F.avg_pool2d(torch.softmax(tissue.detach(), 1)[:, 1:3], 4) + 1e-3
        breast, gland = shares.sum(1, keepdim=True), shares[:, 1:]
        parts = [(deepest, F.avg_pool2d(breast, 2)), (sixteenth, breast), (sixteenth, gland)]
        return torch.cat([(x * w).sum((2, 3)) / w.sum((2, 3)) for x, w in parts], 1)

    def forward(self, x):
        return self.read(*self.encoder.early(x))

    def train(self, mode=True):
        """The encoder's normalisation keeps the statistics it was given: batches are small."""
        super().train(mode)
        self.encoder.eval()
        return self


def started():
    network = BreastNetwork()
    load_imagenet(network.encoder)
    return network
