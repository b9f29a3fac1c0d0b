"""How many films at once look to another detector or digitizer, and the network's three planes of them."""

import math

import numpy as np
import torch
from torch.nn import functional as F

from training.breast.network.views import COARSE, GLAND, HEIGHT, LOCAL_SIGMA, PECTORAL, WIDTH


def chances(n, device, low=0.0, high=1.0):
    return torch.rand(n, 1, 1, 1, device=device) * (high - low) + low


def gaussian(x, sigma, reach):
    """Blurs each picture (n, 1, h, w) by its own sigma (n), kernel of 2 × reach + 1."""
    n = len(x)
    place = torch.arange(-reach, reach + 1, device=x.device)[None].float()
    kernel = torch.exp(-0.5 * (place / sigma.view(n, 1).clamp(min=0.05)) ** 2)
    kernel = kernel / kernel.sum(1, keepdim=True)
    out = F.pad(x.transpose(0, 1), (reach, reach, reach, reach), mode='replicate')
    out = F.conv2d(out, kernel.view(n, 1, 1, -1), groups=n)
    return F.conv2d(out, kernel.view(n, 1, -1, 1), groups=n).transpose(0, 1)


def histogram(values, mask, bins):
    """Counts (n, bins) of values 0..1 within the mask."""
    n = len(values)
    index = (values * bins).long().clamp(0, bins - 1).view(n, -1)
    return torch.zeros(n, bins, device=values.device).scatter_add_(1, index, mask.view(n, -1).float())


def planes_of(grey, inside):
    """`network/views.py`, `planes_of`: the three planes of views (n, 1, h, w), -1 to 1, -1 outside."""
    peak = (grey * inside).amax((2, 3), keepdim=True).clamp(min=1e-6)
    g = (grey / peak).clamp(0, 1)
    shares = histogram(g, inside, 1024).cumsum(1) / inside.sum((1, 2, 3)).view(-1, 1)
    low, high = (
        (torch.searchsorted(shares, torch.full((len(g), 1), q, device=g.device)).float() / 1024).view(
            -1, 1, 1, 1
        )
        for q in (0.005, 0.995)
    )
    linear = ((g - low) / (high - low).clamp(min=1e-6)).clamp(0, 1)
    counts = histogram(linear, inside, 256)
    weight, total = counts.cumsum(1), (counts * torch.arange(256, device=g.device)).cumsum(1)
    mean = total[:, -1:]
    between = (mean * weight - total * weight[:, -1:]) ** 2 / (weight * (weight[:, -1:] - weight)).clamp(
        min=1
    )
    threshold = 0.5 * (between.argmax(1).float() + 1).view(-1, 1, 1, 1) / 256
    bright = (linear > threshold).float() * inside
    ranks = histogram(linear, bright, 256).cumsum(1) / bright.sum((1, 2, 3)).view(-1, 1).clamp(min=1)
    bins = (linear * 255).long().clamp(0, 255)
    rank = ranks.gather(1, bins.view(len(g), -1)).view_as(linear) * bright
    sigma = torch.full((len(g),), float(LOCAL_SIGMA), device=g.device)
    blurred, square = gaussian(linear, sigma, 48), gaussian(linear * linear, sigma, 48)
    local = (linear - blurred) / ((square - blurred * blurred).clamp(min=0).sqrt() + 0.03)
    planes = torch.cat([linear, rank, (0.5 + local / 6).clamp(0, 1)], 1)
    return (2 * planes - 1) * inside - (1 - inside)


def recolored(g, labels, is_ddsm):
    """`network/views.py`, `recolour`: contrast of another detector; g about 0..1."""
    n, device = len(g), g.device
    body = (labels > 0).float()

    def some(share):
        return (chances(n, device) < share).float()

    def sigma(low, high):
        return torch.rand(n, device=device) * (high - low) + low

    breast = gaussian(body, torch.full((n,), COARSE, device=device), 8)
    small, wide = [F.avg_pool2d(v, 8) for v in (g * body, body)], sigma(COARSE * 8 / 8, COARSE * 30 / 8)
    base = gaussian(small[0], wide, 16) / gaussian(small[1], wide, 16).clamp(min=0.05)
    base = F.interpolate(base, scale_factor=8.0, mode='bilinear', align_corners=False)
    level = (base * body).sum((2, 3), keepdim=True) / body.sum((2, 3), keepdim=True).clamp(min=1)
    flat = g - chances(n, device, 0.2, 0.9) * (base - level)
    sharp = (
        flat
        + some(0.5)
        * chances(n, device, 0.3, 1.2)
        * (flat - gaussian(flat, sigma(COARSE, 4 * COARSE), 24))
        * breast
    )
    gland = gaussian((labels == GLAND).float(), sigma(COARSE * 1.5, COARSE * 4), 24)
    sharp = sharp + some(0.3) * is_ddsm * chances(n, device, 0.02, 0.15) * gland
    g = torch.lerp(g, g * (1 - breast) * chances(n, device) + sharp * breast, some(0.35))
    muscle = gaussian((labels == PECTORAL).float(), sigma(COARSE * 0.6, COARSE * 2.5), 16)
    changed = g + muscle * chances(n, device, -0.35, 0.25)
    g = torch.lerp(g, changed * (1 - muscle) + muscle * changed.clamp(min=0.1), some(0.35))
    width = 5
    inner = -F.max_pool2d(-body, 2 * width + 1, 1, width)
    line = gaussian(body - inner, torch.full((n,), 1.2, device=device), 5)
    line[..., :8] = 0
    return (g + some(0.2) * chances(n, device, 0.05, 0.4) * line).clamp(min=0)


def tape(g, labels, rng):
    """Film labels, tape and scanner lines: bright things that are background."""
    peak = g.amax((2, 3))
    for n in np.nonzero(rng.random(len(g)) < 0.35)[0]:
        for _ in range(rng.integers(1, 4)):
            w, h = int(rng.integers(6, 52)), int(rng.integers(6, 44))
            x, y = int(rng.integers(0, WIDTH - w)), int(rng.integers(0, HEIGHT - h))
            patch = torch.full((1, 1, h, w), float(rng.uniform(0.3, 1.1)), device=g.device)
            if rng.random() < 0.6:
                patch = patch * F.avg_pool2d((torch.rand(1, 1, h, w, device=g.device) < 0.5).float(), 3, 1, 1)
            free = (labels[n, :, y : y + h, x : x + w] == 0).float()
            region = g[n, :, y : y + h, x : x + w]
            g[n, :, y : y + h, x : x + w] = torch.lerp(region, patch[0] * peak[n].view(1, 1, 1), free)
    return g


def jpeg(g, quality):
    """What a JPEG of each quality (n) leaves of pictures 0..1 whose sides are multiples of 8."""
    n, _, h, w = g.shape
    k = torch.arange(8, device=g.device).float()
    basis = torch.cos((2 * k[None] + 1) * k[:, None] * math.pi / 16) * 0.5
    basis[0] = basis[0] / math.sqrt(2)
    blocks = (g * 255 - 128).view(n, h // 8, 8, w // 8, 8).permute(0, 1, 3, 2, 4)
    spectrum = basis @ blocks @ basis.T
    # About the luminance table of the standard (Annex K): finer steps for slow waves.
    table = 12 + 6 * (k[:, None] + k[None]) + 1.2 * k[:, None] * k[None]
    step = (
        (table[None] * torch.where(quality < 50, 50 / quality, 2 - quality / 50).view(n, 1, 1))
        .clamp(min=1)
        .view(n, 1, 1, 8, 8)
    )
    back = basis.T @ (torch.round(spectrum / step) * step) @ basis
    return ((back.permute(0, 1, 3, 2, 4).reshape(n, 1, h, w) + 128) / 255).clamp(0, 1)
