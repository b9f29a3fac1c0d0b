"""What the frozen encoder sees around each spot of whole slices, for the head to learn from.

Reads what engine/whole-slices.ts wrote, SPOTS.jsonl and SPOTS.bin, and writes SPOTS.pkl: a record per
slice, (row of labels.csv, spots, features). Spots (n, 9) are highest and mean share of readers, logarithm
of the area, step, the box x0, y0, x1, y1 in the picture's pixels, and the share in an opacity. The nodule
network that finds them never saw fold 0.
"""

import pickle
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from training.datasets import rows_of
from training.lung.spot.figures import read_spots
from training.lung.spot.network import SIDE, Around


@torch.no_grad()
def features_of(around: Around, patches: np.ndarray) -> np.ndarray:
    """(n, 64, 64) at -1 to 1 → (n, width); enlarged as the engine does."""
    enlarged = F.interpolate(
        torch.from_numpy(patches)[:, None], (SIDE, SIDE), mode='bilinear', align_corners=False
    )
    return around(enlarged).numpy().astype(np.float32)


def write_features(data: Path, spots: Path) -> None:
    """DATA is the set, with labels.csv."""
    around, rows = Around().eval(), {row['file']: row for row in rows_of(data)}
    records = [
        (rows[file], found, features_of(around, patches) if len(found) else None)
        for file, found, patches in read_spots(spots)
    ]
    with open(f'{spots}.pkl', 'wb') as handle:
        pickle.dump(records, handle)
