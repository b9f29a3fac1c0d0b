"""Generated pictures in the place of the data sets'."""

import csv
from pathlib import Path

import cv2
import numpy as np

COUNT = 10
RNG = np.random.default_rng(7)


def grain(shape: tuple[int, ...], spread: float) -> np.ndarray:
    return RNG.normal(0, spread, shape)


def ellipse(side: tuple[int, int], middle: tuple[int, int], axes: tuple[int, int]) -> np.ndarray:
    out = np.zeros(side, np.uint8)
    return cv2.ellipse(out, middle, axes, 0, 0, 360, 1, -1)


def head() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Grey (256, 256), inside the skull, bleeding."""
    side = (256, 256)
    skull, inside = ellipse(side, (128, 128), (94, 118)), ellipse(side, (128, 128), (86, 110))
    bleeding = ellipse(side, (int(RNG.integers(80, 176)), int(RNG.integers(80, 176))), (14, 10))
    ventricles = ellipse(side, (118, 120), (5, 22)) | ellipse(side, (138, 120), (5, 22))
    grey = 120.0 * inside + 255.0 * (skull & ~inside & 1) - 80.0 * ventricles + 40.0 * bleeding
    return np.clip(grey + grain(side, 5) * skull, 0, 255).astype(np.uint8), inside, bleeding & inside


def chest() -> tuple[np.ndarray, np.ndarray, tuple[int, int, int, int]]:
    """Grey (320, 400), a nodule's mask and box."""
    side = (320, 400)
    lungs = ellipse(side, (130, 160), (60, 100)) | ellipse(side, (270, 160), (60, 100))
    x, y = (int(v) for v in (RNG.integers(105, 155), RNG.integers(100, 220)))
    nodule = ellipse(side, (x, y), (9, 9))
    grey = 190.0 * ellipse(side, (200, 160), (180, 140)) - 150.0 * lungs + 140.0 * nodule * lungs
    return np.clip(grey + grain(side, 6), 0, 255).astype(np.uint8), nodule, (x - 9, y - 9, x + 10, y + 10)


def crop() -> tuple[np.ndarray, np.ndarray]:
    """A nodule in lung, and 60 times the number of its readers."""
    nodule = ellipse((128, 128), (64, 64), (12, 11))
    return np.clip(60 + 130 * nodule + grain((128, 128), 8), 0, 255).astype(np.uint8), 240 * nodule


def film() -> tuple[np.ndarray, np.ndarray]:
    """A breast at the left border; 1 breast, 2 muscle."""
    labels = ellipse((512, 320), (0, 280), (220, 210))
    labels[cv2.fillPoly(np.zeros_like(labels), [np.array([[0, 0], [90, 0], [0, 200]])], 1) > 0] = 2
    grey = 110.0 * (labels > 0) + 60.0 * (labels == 2) + 60.0 * ellipse((512, 320), (90, 300), (18, 18))
    return np.clip(grey + grain(grey.shape, 6) * (labels > 0), 0, 255).astype(np.uint8), labels


def cervix() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Colors (300, 400, 3), cervix, lesion."""
    side = (300, 400)
    whole, lesion = ellipse(side, (200, 150), (120, 110)), ellipse(side, (230, 130), (35, 25))
    rgb = np.array([150.0, 70, 70]) + whole[..., None] * [50, 60, 60] + lesion[..., None] * [40, 60, 60]
    return np.clip(rgb + grain((*side, 3), 6), 0, 255).astype(np.uint8), whole, lesion


def save(path: Path, picture: np.ndarray) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), picture[..., ::-1] if picture.ndim == 3 else picture)


def table(path: Path, rows: list[dict]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, 'w', newline='') as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
