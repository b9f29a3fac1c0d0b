"""What engine/prepare.ts leaves of a set: CACHE/canvas.bin and CACHE/index.csv."""

import csv
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from training.datasets import rows_of


def canvas_of(cache: Path) -> np.ndarray:
    """Grey and region of every slice, (n, 2, 256, 256) bytes."""
    return np.memmap(cache / 'canvas.bin', np.uint8, 'r').reshape(-1, 2, 256, 256)


def index_of(cache: Path) -> list[dict[str, str]]:
    with open(cache / 'index.csv', newline='') as file:
        return list(csv.DictReader(file))


def prepared(cache: Path, data: Path) -> Iterator[tuple[dict[str, str], np.ndarray, np.ndarray]]:
    """Label row, grey 0-255 and region of every slice."""
    labels = {row['file']: row for row in rows_of(data)}
    for row, (grey, region) in zip(index_of(cache), canvas_of(cache), strict=True):
        yield labels[row['file']], grey, region


def inside_of(region: np.ndarray) -> np.ndarray:
    """1 inside the skull."""
    return (region & 3 == 1).astype(np.uint8)
