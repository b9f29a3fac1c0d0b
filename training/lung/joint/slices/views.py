"""Random views of slices: turned, stretched, mirrored."""

import math

import torch
from torch.nn import functional as F

from training.lung.joint.draw import uniform
from training.lung.joint.slices.planes import SIDE, Slices

# Side of a view; it is drawn twice as fine.
VIEW = 224


def theta_of(shape: torch.Tensor, device) -> tuple[torch.Tensor, torch.Tensor]:
    """Random views: from places in the view to places in the kept square, and how much they enlarge."""
    count = len(shape)
    flat = lambda low, high: uniform(count, low, high, device).flatten()
    scale = torch.exp(flat(-0.4, 0.28))
    stretch = torch.exp(flat(-0.12, 0.12))
    turn = flat(-0.3, 0.3) + (flat(0, 1) < 0.15).float() * torch.floor(flat(0, 4)) * math.pi / 2
    mirror = torch.where(flat(0, 1) < 0.1, -1.0, 1.0)
    flip = torch.where(flat(0, 1) < 0.05, -1.0, 1.0)
    # From pixels of the body at SIDE to pixels of the view.
    a = turn.cos() * scale * stretch * mirror
    b = -turn.sin() * scale / stretch * flip
    c = turn.sin() * scale * stretch * mirror
    d = turn.cos() * scale / stretch * flip
    reach_x = ((a.abs() * shape[:, 1] + b.abs() * shape[:, 0] - VIEW).clamp(min=20)) / 2
    reach_y = ((c.abs() * shape[:, 1] + d.abs() * shape[:, 0] - VIEW).clamp(min=20)) / 2
    shift_x, shift_y = flat(-1, 1) * reach_x, flat(-1, 1) * reach_y
    det = a * d - b * c
    inverse = (d / det, -b / det, -c / det, a / det)
    ratio = VIEW / SIDE
    theta = torch.stack(
        [
            torch.stack(
                [
                    inverse[0] * ratio,
                    inverse[1] * ratio,
                    (inverse[0] * -shift_x + inverse[1] * -shift_y) / (SIDE / 2),
                ],
                1,
            ),
            torch.stack(
                [
                    inverse[2] * ratio,
                    inverse[3] * ratio,
                    (inverse[2] * -shift_x + inverse[3] * -shift_y) / (SIDE / 2),
                ],
                1,
            ),
        ],
        1,
    )
    return theta, scale


def views_of(data: Slices, rows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Grey (n, 1, VIEW, VIEW), planes with the picture's extent (n, 7, …), and mm per pixel (n)."""
    device = rows.device
    theta, scale = theta_of(data.shape[rows], device)
    grid = F.affine_grid(theta, [len(rows), 1, 2 * VIEW, 2 * VIEW], align_corners=False)
    picture = F.grid_sample(data.pictures[rows][:, None].float(), grid, align_corners=False)
    bits = data.bits[rows][:, None]
    planes = torch.cat([(bits >> number) & 1 for number in range(7)], 1).float()
    drawn = F.grid_sample(planes, grid, align_corners=False)
    return F.avg_pool2d(picture, 2), F.avg_pool2d(drawn, 2), data.mm[rows] / scale
