"""Random numbers for every slice of a batch, on its device."""

import torch


def uniform(count, low, high, device):
    return torch.rand(count, 1, 1, device=device) * (high - low) + low


def normal(count, spread, device):
    return torch.randn(count, 1, 1, device=device) * spread


def chance(count, share, device):
    return torch.rand(count, 1, 1, device=device) < share
