"""The modality network: 128 x 128, three planes (grey, red-green, blue-yellow), five kinds. About 95,000 weights."""
import torch
from torch import nn

KINDS = ['mammogram', 'headCt', 'chestCt', 'cervix', 'other']
SIDE = 128


def step(inputs, outputs, stride):
    return nn.Sequential(nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True))


class ModalityNetwork(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            step(3, 12, 2), step(12, 24, 2), step(24, 32, 1), step(32, 48, 2), step(48, 48, 1), step(48, 72, 2), nn.Dropout2d(0.1))
        self.head = nn.Linear(144, len(KINDS))

    def forward(self, planes):
        maps = self.features(planes)
        mean, peak = maps.mean((2, 3)), maps.amax((2, 3))
        return self.head(torch.cat([mean, peak], 1))
