"""Views of spots: turned, shifted, in other windows and kernels; and nodules of crops laid into lungs of
slices.
"""

import math

import torch
from torch.nn import functional as F

from training.lung.joint.draw import chance, kernels, uniform
from training.lung.joint.spots.windows import KEPT, Windows
from training.lung.spot.network import SIDE

# What the network sees of a window, pixels at the spot's scale.
SHOWN = 64


def grid_of(
    count: int, device, turn: torch.Tensor, zoom: torch.Tensor, shift: torch.Tensor, mirror: torch.Tensor
) -> torch.Tensor:
    """Where each pixel of a SIDE view lies in the KEPT window, -1 to 1; shift in pixels of the window."""
    base = SHOWN / KEPT / zoom
    theta = torch.stack(
        [
            torch.stack([base * turn.cos() * mirror, -base * turn.sin(), shift[:, 0] / (KEPT / 2)], 1),
            torch.stack([base * turn.sin() * mirror, base * turn.cos(), shift[:, 1] / (KEPT / 2)], 1),
        ],
        1,
    )
    return F.affine_grid(theta, [count, 1, SIDE, SIDE], align_corners=False)


def random_grid(count: int, device, reach: float) -> torch.Tensor:
    flat = lambda low, high: uniform(count, low, high, device).flatten()
    mirror = torch.where(flat(0, 1) < 0.5, -1.0, 1.0)
    shift = torch.stack([flat(-reach, reach), flat(-reach, reach)], 1)
    return grid_of(count, device, flat(-math.pi, math.pi), torch.exp(flat(-0.25, 0.25)), shift, mirror)


def scaled(view: torch.Tensor, limits: torch.Tensor) -> torch.Tensor:
    low, high = limits[:, 0].view(-1, 1, 1, 1), limits[:, 1].view(-1, 1, 1, 1)
    return (view - low) / (high - low).clamp(min=1) * 2 - 1


def cut_to(view: torch.Tensor, grid: torch.Tensor, boxes: torch.Tensor) -> torch.Tensor:
    """Beyond the body nothing is shown."""
    x, y = grid[..., 0] * KEPT / 2, grid[..., 1] * KEPT / 2
    left, top, right, bottom = (boxes[:, k].view(-1, 1, 1) for k in range(4))
    inside = (x >= left) & (x < right) & (y >= top) & (y < bottom)
    return torch.where(inside[:, None], view, torch.full_like(view, -1.0))


def lit(view: torch.Tensor) -> torch.Tensor:
    """Another window, kernel, noise."""
    count, device = len(view), view.device
    view = kernels(view)
    unit = (view + 1) / 2
    # Windows in which the lungs are dark or black.
    soft = chance(count, 0.15, device)
    unit = torch.where(
        soft > 0, (unit - uniform(count, 0.1, 0.6, device)) * uniform(count, 1.0, 1.6, device), unit
    )
    gamma = torch.exp(uniform(count, -0.35, 0.35, device))
    unit = torch.where(unit > 0, unit.clamp(min=1e-4) ** gamma, unit)
    unit = unit * uniform(count, 0.75, 1.25, device) + uniform(count, -0.08, 0.08, device)
    floor = torch.where(soft > 0, torch.zeros_like(soft), torch.full_like(soft, -0.25))
    return (torch.maximum(unit, floor) * 2 - 1).clamp(-1.5, 1.5)


def hollow(view: torch.Tensor, share: float) -> torch.Tensor:
    """Now and then air in the middle."""
    count, _, side, _ = view.shape
    device = view.device
    y = torch.arange(side, device=device).view(1, 1, -1, 1) - side / 2 - uniform(count, -2, 2, device)
    x = torch.arange(side, device=device).view(1, 1, 1, -1) - side / 2 - uniform(count, -2, 2, device)
    hole = torch.sigmoid((uniform(count, 1.5, 5, device) - torch.hypot(x.float(), y.float())) * 1.5) * chance(
        count, share, device
    )
    dark = view.amin((2, 3), keepdim=True)
    return view * (1 - hole) + (dark + 0.2) * hole


def laid(data: Windows, grounds: torch.Tensor, nodules: torch.Tensor) -> torch.Tensor:
    """Nodules of crops in lungs of slices."""
    count, device = len(grounds), grounds.device
    grid = random_grid(count, device, 10.0)
    ground = F.grid_sample(data.grounds[grounds][:, None].float(), grid, align_corners=False)
    grid = random_grid(count, device, 2.5)
    nodule = F.grid_sample(
        data.nodules[nodules][:, None].float(), grid, align_corners=False, padding_mode='border'
    )
    share = F.grid_sample(data.nodule_shares[nodules][:, None].float(), grid, align_corners=False)
    near = F.max_pool2d((share > 0.1).float(), 7, 1, 3)
    weight = F.avg_pool2d(F.avg_pool2d(near, 5, 1, 2), 5, 1, 2)
    lung, soft = (data.ground_levels[grounds][:, k].view(-1, 1, 1, 1) for k in (0, 1))
    grey = (lung + nodule * (soft - lung)).clamp(0, 255)
    view = ground * (1 - weight) + torch.maximum(ground, grey) * weight
    return scaled(view, data.ground_limits[grounds])
