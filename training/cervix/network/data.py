"""Pictures of all sources, each in the middle of a square canvas at its true shape, with masks and picture
labels.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from PIL import Image

from training.datasets import rows_of
from training.pipeline import ANALYSES, folder_of

CACHE, CHECKPOINTS = (folder_of('cervix') / name for name in ('cache', 'checkpoints'))
READING = ANALYSES / 'cervix/model/reading.json'
# Side of the canvas: larger than the network reads, so that a close view still has detail.
CANVAS = 352
MASKS = ('mask_cervix', 'mask_lesion', 'mask_scj')
# The AnnoCerv copies are squeezed to a square; the originals are 3:2.
ANNOCERV_SHAPE = 2976 / 1984


@dataclass
class Pictures:
    """`shares`: width and height of the picture in its canvas; `known` says which masks carry a label;
    `scores`: an acetowhite lesion is present, VIA is not negative, Swede score is 5 or more.
    """

    folds: list[str]
    images: torch.Tensor
    masks: torch.Tensor
    shares: torch.Tensor
    known: torch.Tensor
    scores: torch.Tensor
    score_known: torch.Tensor


def _place(shape: float) -> tuple[int, int, int, int]:
    """Left, top, width and height in the canvas of a picture whose width is `shape` times its height."""
    width = CANVAS if shape >= 1 else round(CANVAS * shape)
    height = CANVAS if shape <= 1 else round(CANVAS / shape)
    return (CANVAS - width) // 2, (CANVAS - height) // 2, width, height


def _image(path: Path, shape: float) -> np.ndarray:
    left, top, width, height = _place(shape)
    out = np.zeros((CANVAS, CANVAS, 3), np.uint8)
    with Image.open(path) as picture:
        out[top : top + height, left : left + width] = picture.convert('RGB').resize(
            (width, height), Image.Resampling.BOX
        )
    return out.transpose(2, 0, 1)


def _mask(path: Path | None, shape: float) -> np.ndarray:
    out = np.zeros((CANVAS, CANVAS), np.uint8)
    if path is None:
        return out
    left, top, width, height = _place(shape)
    with Image.open(path) as picture:
        full = picture.convert('L').point(lambda v: 255 if v else 0)
        out[top : top + height, left : left + width] = (
            np.asarray(full.resize((width, height), Image.Resampling.BOX)) > 127
        )
    return out


def _closed(row: dict[str, str]) -> bool:
    return bool(row['filled']) and row['outline_kind'] in ('closed', 'closable')


def _pictures(
    root: Path, rows: list[dict], shapes: list[float], files: list[list[str]], labels: list[tuple]
) -> Pictures:
    masks = [
        np.stack([_mask(root / f if f else None, s) for f in row])
        for row, s in zip(files, shapes, strict=True)
    ]
    known, scores, score_known = (torch.tensor([label[i] for label in labels]).float() for i in range(3))
    return Pictures(
        [row['fold'] for row in rows],
        torch.from_numpy(
            np.stack([_image(root / row['file'], s) for row, s in zip(rows, shapes, strict=True)])
        ),
        torch.from_numpy(np.stack(masks)),
        torch.tensor([[_place(s)[2] / CANVAS, _place(s)[3] / CANVAS] for s in shapes]),
        known,
        scores,
        score_known,
    )


def load_via(root: Path) -> Pictures:
    rows = rows_of(root)
    # An empty cell for the junction means "not visible or not drawn": it teaches nothing.
    labels = [
        (
            (bool(row['mask_cervix']), True, bool(row['mask_scj'])),
            (bool(row['mask_lesion']), row['via'] in ('Positive', 'Suspicious of cancer'), False),
            (True, bool(row['via']), False),
        )
        for row in rows
    ]
    shapes = [int(row['width']) / int(row['height']) for row in rows]
    return _pictures(root, rows, shapes, [[row[key] for key in MASKS] for row in rows], labels)


def load_annocerv(root: Path) -> Pictures:
    rows = rows_of(root)
    labels = [
        (
            (False, _closed(row) or row['has_acetowhite'] == '0', False),
            (row['has_acetowhite'] == '1', False, int(row['swede_score'] or 0) >= 5),
            (True, False, row['swede_score'] != ''),
        )
        for row in rows
    ]
    files = [['', row['filled'] if _closed(row) else '', ''] for row in rows]
    return _pictures(root, rows, [ANNOCERV_SHAPE] * len(rows), files, labels)


LOADERS = {'via': load_via, 'annocerv': load_annocerv}
