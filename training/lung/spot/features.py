"""What the frozen encoder sees around each spot of whole slices, for the head to learn from.

    npx tsx training/lung/engine/whole-slices.ts ../shared/datasets/lung/luna_slices training/lung/cache/luna_slices
    python -m training.lung.spot.features --data ../shared/datasets/lung/luna_slices --spots training/lung/cache/luna_slices

Reads what engine/whole-slices.ts wrote, SPOTS.jsonl and SPOTS.bin, and writes SPOTS.pkl: a record per
slice, (row of labels.csv, spots, features). Spots (n, 9) are highest and mean share of readers, logarithm
of the area, step, the box x0, y0, x1, y1 in the picture's pixels, and the share in an opacity. The nodule
network that finds them never saw fold 0.
"""

import argparse
import json
import pickle
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from training.lung.crops.data import crop_rows
from training.lung.spot.network import SIDE, Around

PATCH, COLUMNS = 64, 9


@torch.no_grad()
def features_of(around: Around, patches: np.ndarray) -> np.ndarray:
    """(n, 64, 64) at -1 to 1 → (n, width); enlarged as the engine does."""
    enlarged = F.interpolate(
        torch.from_numpy(patches)[:, None], (SIDE, SIDE), mode='bilinear', align_corners=False
    )
    return around(enlarged).numpy().astype(np.float32)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument('--data', type=Path, required=True, help='folder of the set, with labels.csv')
    parser.add_argument('--spots', type=Path, required=True)
    args = parser.parse_args()
    torch.set_num_threads(1)
    around = Around().eval()
    rows = {row['file']: row for row in crop_rows(args.data)}
    records = []
    with open(f'{args.spots}.jsonl') as lines, open(f'{args.spots}.bin', 'rb') as patches:
        for line in map(json.loads, lines):
            spots = np.array(line['spots'], np.float32).reshape(-1, COLUMNS)
            pixels = np.frombuffer(patches.read(4 * PATCH * PATCH * len(spots)), np.float32)
            features = features_of(around, pixels.reshape(-1, PATCH, PATCH).copy()) if len(spots) else None
            records.append((rows[line['file']], spots, features))
    with open(f'{args.spots}.pkl', 'wb') as handle:
        pickle.dump(records, handle)


if __name__ == '__main__':
    main()
