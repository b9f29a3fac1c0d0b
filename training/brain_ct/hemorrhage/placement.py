"""Where the slices of a batch lie: turned, scaled, moved and bent at random, on the device that trains."""

import math

import torch
from torch.nn import functional

from training.brain_ct.hemorrhage.draws import chance, uniform


def placement(count, device):
    """Rotation, size, shift and mirroring (n, 2, 3); the engine stands most heads upright."""
    turns = torch.rand(count, device=device)
    spread = torch.where(turns < 0.8, 6.0, torch.where(turns < 0.93, 25.0, 80.0))
    turn = (torch.rand(count, device=device) * 2 - 1) * spread * math.pi / 180
    size = 1 / (torch.rand(count, device=device) * 0.22 + 0.86)
    squeeze = torch.rand(count, device=device) * 0.16 + 0.92
    mirror = torch.where(torch.rand(count, device=device) < 0.5, -1.0, 1.0)
    shift = (torch.rand(count, 2, device=device) * 2 - 1) * 7 / 128
    return matrix(turn, size * squeeze * mirror, size, shift)


def matrix(turn, width, height, shift):
    cos, sin = torch.cos(turn), torch.sin(turn)
    return torch.stack(
        [
            torch.stack([cos * width, -sin * height, shift[:, 0]], 1),
            torch.stack([sin * width, cos * height, shift[:, 1]], 1),
        ],
        1,
    )


def nudged(place):
    """The same placement as a picture in another window would get it: a little off."""
    count, device = len(place), place.device
    turn = torch.randn(count, device=device) * 1.2 * math.pi / 180
    size = 1 + torch.randn(count, device=device) * 0.012
    beside = matrix(turn, size, size, torch.randn(count, 2, device=device) * 1.2 / 128)
    whole = torch.cat([place, torch.tensor([0.0, 0, 1], device=device).expand(count, 1, 3)], 1)
    return beside @ whole


def bent(count, device):
    """Smooth displacements (n, 256, 256, 2) of up to some pixels, on half of the pictures."""
    coarse = (
        torch.randn(count, 2, 6, 6, device=device)
        * uniform(count, 0, 2.2 / 128, device)[..., None]
        * chance(count, 0.5, device)[..., None]
    )
    return functional.interpolate(coarse, size=(256, 256), mode='bicubic', align_corners=False).permute(
        0, 2, 3, 1
    )


def placed(place, bend, grey, region):
    """Pictures and regions (n, 256, 256, numbers) moved alike."""
    grid = functional.affine_grid(place, (len(grey), 1, 256, 256), align_corners=False) + bend
    grey = functional.grid_sample(grey[:, None], grid, mode='bilinear', align_corners=False)[:, 0]
    region = functional.grid_sample(region[:, None].float(), grid, mode='nearest', align_corners=False)[:, 0]
    return grey, region.to(torch.uint8)
