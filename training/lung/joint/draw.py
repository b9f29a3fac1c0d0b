"""Drawing on batches: noise, light, windows, masses; all tensors (n, 1, h, w)."""

import math

import torch
from torch.nn import functional as F


def uniform(count: int, low: float, high: float, device) -> torch.Tensor:
    return (torch.rand(count, device=device) * (high - low) + low).view(-1, 1, 1, 1)


def chance(count: int, share: float, device) -> torch.Tensor:
    """1 with this probability, else 0."""
    return (torch.rand(count, device=device) < share).float().view(-1, 1, 1, 1)


def noise(count: int, side: int, cell: float, device) -> torch.Tensor:
    """Smooth noise of variance one: values `cell` pixels apart, interpolated."""
    coarse = torch.randn(count, 1, max(2, round(side / cell)), max(2, round(side / cell)), device=device)
    out = F.interpolate(coarse, (side, side), mode='bicubic', align_corners=False)
    return out / out.std((2, 3), keepdim=True).clamp(min=1e-4)


def blurred(picture: torch.Tensor, sigma: float) -> torch.Tensor:
    reach = max(1, math.ceil(2.5 * sigma))
    kernel = torch.exp(
        -0.5 * (torch.arange(-reach, reach + 1, device=picture.device, dtype=picture.dtype) / sigma) ** 2
    )
    kernel = kernel / kernel.sum()
    padded = F.pad(picture, (reach, reach, reach, reach), mode='replicate')
    return F.conv2d(F.conv2d(padded, kernel.view(1, 1, 1, -1)), kernel.view(1, 1, -1, 1))


def dilated(mask: torch.Tensor, radius: int) -> torch.Tensor:
    """By a square: a max along rows, then along columns."""
    side = 2 * radius + 1
    return F.max_pool2d(F.max_pool2d(mask, (1, side), 1, (0, radius)), (side, 1), 1, (radius, 0))


def eroded(mask: torch.Tensor, radius: int) -> torch.Tensor:
    return 1 - dilated(1 - mask, radius)


def kernels(picture: torch.Tensor) -> torch.Tensor:
    """Softer or sharper, as reconstruction kernels differ, and noisier; the batch in random halves. Units
    of the picture: -1 to 1.
    """
    count, _, side, _ = picture.shape
    device = picture.device
    smooth = blurred(picture, float(torch.empty(1).uniform_(0.5, 1.2)))
    soften = uniform(count, 0, 1, device) * chance(count, 0.35, device)
    sharpen = uniform(count, 0, 1.6, device) * chance(count, 0.35, device) * (soften == 0)
    picture = picture + (smooth - picture) * soften + (picture - smooth) * sharpen
    grain = torch.randn_like(picture)
    coarse = noise(count, side, 2.0, device)
    grain = torch.where(chance(count, 0.5, device) > 0, grain, coarse)
    return picture + grain * uniform(count, 0, 0.09, device) * chance(count, 0.5, device)


def lobed(count: int, side: int, x: torch.Tensor, y: torch.Tensor, radius: torch.Tensor) -> torch.Tensor:
    """Ellipses with an uneven border; x, y, radius (n)."""
    device = x.device
    turn = uniform(count, 0, math.pi, device)
    short = uniform(count, 0.6, 1, device)
    rows = torch.arange(side, device=device, dtype=torch.float32).view(1, 1, -1, 1) - y.view(-1, 1, 1, 1)
    columns = torch.arange(side, device=device, dtype=torch.float32).view(1, 1, 1, -1) - x.view(-1, 1, 1, 1)
    along = columns * turn.cos() + rows * turn.sin()
    across = rows * turn.cos() - columns * turn.sin()
    r = radius.view(-1, 1, 1, 1).clamp(min=1)
    border = 1 - 0.15 * noise(count, side, 9, device) - 0.06 * noise(count, side, 3, device)
    return (torch.hypot(along / r, across / (r * short)) < border).float()


def place_in(zone: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """A random pixel of each zone (weights, not negative): x, y, and whether there is one."""
    side = zone.shape[-1]
    flat = zone.flatten(1)
    is_any = flat.sum(1) > 0
    index = torch.multinomial(flat + (~is_any).float()[:, None], 1)[:, 0]
    return (index % side).float(), (index // side).float(), is_any.float()
