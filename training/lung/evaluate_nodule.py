"""Out-of-fold figures of the nodule network → analyses/lung/model/metrics.json (key `nodule_crops`).

    python -m training.lung.evaluate_nodule --data … --folds 0

Only folds whose model was trained without them may be named. As the engine does, the region nearest to the
centre of the crop counts as the nodule; crops without a consensus (one reader only) have no Dice.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch
from scipy import ndimage

from training.lung.data import READERS, crop_rows, load_crops, normalise
from training.lung.train_nodule import build
from training.metrics import calibration_error, dice, interval, mean, median

# As in analyses/lung/engine/nodule-region.ts.
THRESHOLD = 0.4
PART_OF_PEAK = 0.4
LEAST_THRESHOLD = 0.04
REACH = 8
# LIDC scans have 0.5 to 0.9 mm pixels; the crops do not say. 5 mm are about 7 pixels.
SMALL_AREA = 38


def central_region(share: np.ndarray) -> np.ndarray:
    ys, xs = np.mgrid[: share.shape[0], : share.shape[1]]
    peak = share[np.hypot(ys - 64, xs - 64) <= REACH].max()
    threshold = min(THRESHOLD, max(LEAST_THRESHOLD, PART_OF_PEAK * peak))
    labels, count = ndimage.label(share > threshold, structure=np.ones((3, 3)))
    best, nearest = None, REACH + 1e-9
    for number in range(1, count + 1):
        ys, xs = np.nonzero(labels == number)
        distance = np.hypot(ys - 64, xs - 64).min()
        if distance < nearest:
            best, nearest = number, distance
    return ndimage.binary_fill_holes(labels == best) if best else np.zeros_like(share, bool)


def mean_diameter(mask: np.ndarray) -> float:
    ys, xs = np.nonzero(mask)
    if len(ys) == 0:
        return 0.0
    xx, yy, xy = xs.var() + 1 / 12, ys.var() + 1 / 12, ((xs - xs.mean()) * (ys - ys.mean())).mean()
    spread = np.hypot(xx - yy, 2 * xy)
    return float(2 * (np.sqrt((xx + yy + spread) / 2) + np.sqrt(max(0, (xx + yy - spread) / 2))))


def reader_pairs(counts: np.ndarray, areas: list[int]) -> tuple[float, float]:
    """Sum of pairwise overlaps and of pairwise areas among the readers that marked the nodule."""
    readers = sum(a > 0 for a in areas)
    return float((counts * (counts - 1) / 2).sum()), float((readers - 1) * sum(areas))


@torch.no_grad()
def collect(root: Path, folds: list[str], checkpoints: Path) -> list[dict]:
    found = []
    for fold in folds:
        model = build()
        model.load_state_dict(torch.load(checkpoints / f"nodule-{fold}.pt"))
        model.eval()
        rows = [row for row in crop_rows(root) if row["fold"] == fold]
        pictures, shares = load_crops(root, rows)
        for i, row in enumerate(rows):
            share = torch.sigmoid(model(normalise(pictures[i : i + 1])))[0, 0].numpy()
            found.append({"row": row, "share": share, "truth": shares[i, 0].numpy()})
    return found


def figures_of(found: list[dict]) -> dict:
    consensus = [f for f in found if int(f["row"]["area_2of4"]) > 0]
    cases = [f["row"]["case"] for f in consensus]
    masks = [(central_region(f["share"]), f["truth"] >= 0.5) for f in consensus]
    dices = [dice(a, b) for a, b in masks]
    errors = [abs(mean_diameter(a) - mean_diameter(b)) for a, b in masks]
    large = [i for i, f in enumerate(consensus) if int(f["row"]["area_2of4"]) >= SMALL_AREA]
    pairs = [
        reader_pairs(np.rint(f["truth"] * READERS), [int(a) for a in f["row"]["area_readers"].split("|")])
        for f in consensus
    ]
    near = [ndimage.binary_dilation(f["truth"] > 0, iterations=6) for f in found]
    predicted = np.concatenate([f["share"][m] for f, m in zip(found, near)])
    observed = np.concatenate([f["truth"][m] for f, m in zip(found, near)])
    return {
        "dice_consensus": interval(dices, cases, mean),
        "dice_consensus_from_38_px": interval([dices[i] for i in large], [cases[i] for i in large], mean),
        "dice_consensus_median": interval(dices, cases, median),
        "dice_between_readers_pooled": interval(
            pairs, cases, lambda p: 2 * sum(a for a, _ in p) / max(1.0, sum(b for _, b in p))
        ),
        "diameter_error_px_median": interval(errors, cases, median),
        "missed_share": interval([float(not a.any()) for a, _ in masks], cases, mean),
        "reader_share_ece_within_6_px": round(calibration_error(predicted, observed), 4),
        "reader_share_ece_whole_crop": round(
            calibration_error(
                np.concatenate([f["share"].ravel() for f in found]),
                np.concatenate([f["truth"].ravel() for f in found]),
            ),
            4,
        ),
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--folds", default="0")
    parser.add_argument("--checkpoints", type=Path, default=Path("training/lung/checkpoints"))
    parser.add_argument("--out", type=Path, default=Path("analyses/lung/model/metrics.json"))
    args = parser.parse_args()
    torch.set_num_threads(1)
    found = collect(args.data, args.folds.split(","), args.checkpoints)
    figures = {
        "evaluated": f"out of fold, fold {args.folds} of 0-4: each model never saw the patients it is measured on",
        "crops": len(found),
        **figures_of(found),
    }
    known = json.loads(args.out.read_text()) if args.out.exists() else {}
    args.out.write_text(json.dumps({**known, "nodule_crops": figures}, indent=2) + "\n")
    print(json.dumps(figures, indent=1))
