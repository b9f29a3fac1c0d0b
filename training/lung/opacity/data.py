"""COVID slices with infection masks, and the random views a network trains on.

Targets are three planes: lung, opacity, consolidation.
"""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from training.datasets import rows_of
from training.lung.opacity.pseudo_lungs import pseudo_lungs

# The longest side of the body is read at this many pixels; a view in training is a part of it.
SIDE = 256
VIEW = 224


@dataclass
class Slice:
    """`grey` is 0 to 255; models of `folds` must not see it."""

    name: str
    folds: tuple[str, ...]
    grey: np.ndarray
    targets: np.ndarray


def grey_of(path: Path) -> np.ndarray:
    return np.asarray(Image.open(path).convert('L'))


def load_covid(root: Path) -> list[Slice]:
    slices = []
    for row in rows_of(root):
        grey, classes = grey_of(root / row['file']), grey_of(root / row['mask_classes'])
        lungs = pseudo_lungs(grey, classes > 0)
        targets = np.stack([lungs, classes > 0, classes == 2]).astype(np.uint8)
        slices.append(Slice(row['file'], (row['fold'],), grey, targets))
    return slices


def reduced(item: Slice, longest: int = 384) -> Slice:
    scale = longest / max(item.grey.shape)
    grey = cv2.resize(item.grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    targets = np.stack(
        [cv2.resize(t, grey.shape[::-1], interpolation=cv2.INTER_NEAREST) for t in item.targets]
    )
    return Slice(item.name, item.folds, grey, targets)


def normalise(grey: np.ndarray) -> np.ndarray:
    """1st to 99th percentile of an 8-bit picture become -1 to 1."""
    counts = np.cumsum(np.bincount(grey.ravel(), minlength=256)) / grey.size
    low, high = np.searchsorted(counts, [0.01, 0.99])
    return np.clip((grey.astype(np.float32) - low) / max(high - low, 1) * 2 - 1, -1.2, 1.2)


def random_light(grey: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Another window, noise, blur, JPEG: as screenshots differ."""
    x = grey.astype(np.float32) / 255
    x = np.clip((x - rng.uniform(-0.06, 0.1)) * np.exp(rng.uniform(-0.15, 0.3)), 0, 1) ** np.exp(
        rng.uniform(-0.4, 0.4)
    )
    if rng.random() < 0.25:
        x = cv2.GaussianBlur(x, (0, 0), rng.uniform(0.4, 1.3))
    if rng.random() < 0.4:
        x = x + rng.normal(0, rng.uniform(0.01, 0.06), x.shape)
    out = np.clip(x * 255, 0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        coded = cv2.imencode('.jpg', out, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 90))])[1]
        out = cv2.imdecode(coded, cv2.IMREAD_GRAYSCALE)
    return out


def random_view(
    item: Slice, rng: np.random.Generator, mirrored: float = 0.5
) -> tuple[np.ndarray, np.ndarray]:
    """Mirrored, turned, stretched part of VIEW pixels a side: picture (1, h, w), targets (3, h, w) 0 to 1."""
    grey = normalise(random_light(item.grey, rng))
    height, width = grey.shape
    scale = SIDE / max(height, width) * np.exp(rng.uniform(-0.4, 0.28))
    stretch = np.exp(rng.uniform(-0.12, 0.12))
    angle = rng.uniform(-0.3, 0.3) + (rng.integers(4) * np.pi / 2 if rng.random() < 0.2 else 0)
    mirror, flip = (-1 if rng.random() < mirrored else 1), (-1 if rng.random() < 0.1 else 1)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    matrix = turn @ np.diag([scale * stretch * mirror, scale / stretch * flip])
    reach = np.maximum(np.abs(matrix) @ np.array([width, height]) - VIEW, 20) / 2
    offset = VIEW / 2 + rng.uniform(-1, 1, 2) * reach - matrix @ np.array([width / 2, height / 2])
    affine = np.hstack([matrix, offset[:, None]]).astype(np.float32)
    edge = cv2.BORDER_REFLECT_101 if rng.random() < 0.15 else cv2.BORDER_CONSTANT
    if scale < 0.7:
        grey = cv2.GaussianBlur(grey, (0, 0), 0.35 / scale)
    view = cv2.warpAffine(grey, affine, (VIEW, VIEW), flags=cv2.INTER_LINEAR, borderMode=edge, borderValue=-1)
    target = np.stack(
        [
            cv2.warpAffine(t, affine, (VIEW, VIEW), flags=cv2.INTER_LINEAR, borderMode=edge, borderValue=0)
            for t in item.targets.astype(np.float32)
        ]
    )
    return view[None], target
