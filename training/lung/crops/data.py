"""LIDC-IDRI nodule crops: pictures, share of readers, and the random views a network trains on."""

import math
from pathlib import Path

import numpy as np
import torch
from PIL import Image
from skimage.filters import threshold_otsu
from torch.nn import functional as F

SIDE = 128
READERS = 4
# `agreement` pictures hold 60 x number of readers.
AGREEMENT_STEP = 60
# What lung and soft tissue of a crop are taken for.
LUNG_HU, SOFT_HU = -850.0, 40.0


def load_crops(root: Path, rows: list[dict[str, str]]) -> tuple[torch.Tensor, torch.Tensor]:
    """Pictures and reader shares, both (n, 1, 128, 128): 0..255 and 0..1."""
    pictures = np.stack([np.asarray(Image.open(root / row['file']).convert('L')) for row in rows])
    agreement = np.stack([np.asarray(Image.open(root / row['agreement']).convert('L')) for row in rows])
    shares = agreement.astype(np.float32) / (AGREEMENT_STEP * READERS)
    return torch.from_numpy(pictures).float()[:, None], torch.from_numpy(shares)[:, None]


def normalise(pictures: torch.Tensor) -> torch.Tensor:
    """1st to 99th percentile of each picture become -1 to 1: the crops carry no Hounsfield scale."""
    flat = pictures.flatten(1)
    low = torch.quantile(flat, 0.01, dim=1)[:, None, None, None]
    high = torch.quantile(flat, 0.99, dim=1)[:, None, None, None]
    return ((pictures - low) / (high - low).clamp(min=1.0) * 2 - 1).clamp(-1.5, 1.5)


def random_views(
    pictures: torch.Tensor, shares: torch.Tensor, side: int, generator: torch.Generator
) -> tuple[torch.Tensor, torch.Tensor]:
    """Turned, mirrored, scaled and shifted windows of `side` pixels, with other contrast and noise.

    The shift matters: every source crop has its nodule in the centre, and a third of the views is
    moved far enough that the nodule lies at the border or outside.
    """
    count = pictures.shape[0]

    def uniform(low: float, high: float) -> torch.Tensor:
        return torch.rand(count, generator=generator) * (high - low) + low

    angle = uniform(-math.pi, math.pi)
    zoom = torch.exp(uniform(math.log(0.75), math.log(1.35)))
    mirror = torch.where(uniform(0, 1) < 0.5, -1.0, 1.0)
    far = uniform(0, 1) < 0.33
    reach = torch.where(far, torch.tensor(0.85), torch.tensor(0.45))
    base = side / SIDE / zoom
    theta = torch.stack(
        [
            torch.stack([base * angle.cos() * mirror, -base * angle.sin(), uniform(-1, 1) * reach], 1),
            torch.stack([base * angle.sin() * mirror, base * angle.cos(), uniform(-1, 1) * reach], 1),
        ],
        1,
    )
    grid = F.affine_grid(theta, [count, 1, side, side], align_corners=False)
    view = F.grid_sample(pictures, grid, padding_mode='reflection', align_corners=False)
    target = F.grid_sample(shares, grid, padding_mode='reflection', align_corners=False)
    view = (normalise(view) + 1) / 2
    gamma = torch.exp(uniform(-0.5, 0.5))[:, None, None, None]
    view = view.clamp(min=0) ** gamma * 2 - 1
    view = view * uniform(0.6, 1.3)[:, None, None, None] + uniform(-0.25, 0.25)[:, None, None, None]
    noise = torch.randn(view.shape, generator=generator) * uniform(0.0, 0.08)[:, None, None, None]
    return (view + noise).clamp(-1.5, 1.5), target.clamp(0, 1)


def nodule_hu(root: Path, row: dict[str, str]) -> tuple[np.ndarray, np.ndarray]:
    """A crop in Hounsfield units by its own lung and soft tissue, and the share of readers."""
    grey = np.asarray(Image.open(root / row['file']).convert('L')).astype(np.float32)
    share = np.asarray(Image.open(root / row['agreement']).convert('L')) / (4.0 * AGREEMENT_STEP)
    cut = threshold_otsu(grey)
    soft, lung = np.median(grey[grey > cut]), np.median(grey[grey <= cut])
    return LUNG_HU + (grey - lung) / max(soft - lung, 1) * (SOFT_HU - LUNG_HU), share
