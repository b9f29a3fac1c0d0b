"""How wide a nodule is found against the readers' outlines, on whole slices of patients that the nodule
network never saw → metrics.json.

    python -m training.lung.nodule.diameters --data ../shared/datasets/lung

Fold 0 of luna_slices, resampled pictures of 1 mm. Truth: mean of long and short axis of what two or more of
four readers outline. The window is centred on the nodule as the engine centres it on its spot. Half of the
patients chose the rim of nodule-region.ts, the others measure it.
"""

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
from scipy import ndimage

from training.lung.crops.data import AGREEMENT_STEP, crop_rows
from training.lung.crops.size import mean_diameter
from training.lung.spot.figures import boxes_of
from training.metrics import interval, mean, median

# Longest side at which the engine reads a slice, pixels.
PICTURE_SIDE = 512
SIDE, REACH, PEAK_REACH, LEAST = 80, 5, 6, 0.04
# As nodule-region.ts: share of readers from which a pixel belongs to the nodule (and part of the highest
# share), and the soft rim.
CORE, RIMS, WIDTH = 0.4, (0.3, 0.25, 0.2, 0.15), 2
# Ends of Fleischner's size classes, mm.
CLASSES = (6, 8)


def session(path: Path) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(str(path), options, providers=['CPUExecutionProvider'])


def shares_around(picture: np.ndarray, x: float, y: float, nodule) -> np.ndarray:
    framed = np.pad(picture, SIDE, constant_values=np.percentile(picture, 1))
    left, top = (round(v - SIDE / 2) + SIDE for v in (x, y))
    window = framed[top : top + SIDE, left : left + SIDE]
    low, high = np.percentile(window, (1, 99))
    scaled = np.clip((window - low) / max(high - low, 1) * 2 - 1, -1.5, 1.5).astype(np.float32)
    return nodule.run(None, {'picture': scaled[None, None]})[0][0, 0]


def region_at(share: np.ndarray, threshold: float) -> np.ndarray | None:
    """As regionAt of nodule-region.ts, around the middle."""
    ys, xs = np.mgrid[:SIDE, :SIDE]
    far = np.hypot(ys - SIDE / 2, xs - SIDE / 2)
    peak = share[far <= PEAK_REACH].max()
    labels, count = ndimage.label(share > min(threshold, max(LEAST, threshold * peak)), np.ones((3, 3)))
    distances = [far[labels == number].min() for number in range(1, count + 1)]
    if not distances or min(distances) > REACH:
        return None
    return ndimage.binary_fill_holes(labels == 1 + int(np.argmin(distances)))


def with_rim(share: np.ndarray, rim: float) -> np.ndarray | None:
    """As softRegionAt of nodule-region.ts."""
    core, wide = region_at(share, CORE), region_at(share, rim)
    if core is None or wide is None:
        return core
    disc = np.hypot(*np.mgrid[-WIDTH : WIDTH + 1, -WIDTH : WIDTH + 1]) <= WIDTH
    return ndimage.binary_fill_holes(core | (wide & ndimage.binary_dilation(core, disc)))


def measured(root: Path, row: dict, nodule) -> list[tuple[float, list[float]]]:
    """Of each nodule its true diameter and those found, without a rim and with each (0: no region), in mm."""
    picture = cv2.imread(str(root / row['file']), cv2.IMREAD_GRAYSCALE).astype(np.float32)
    scale = PICTURE_SIDE / max(picture.shape)
    mm = float(row['mm_per_pixel'])
    counts = cv2.imread(str(root / row['agreement']), cv2.IMREAD_GRAYSCALE) / AGREEMENT_STEP
    method = cv2.INTER_LINEAR if scale > 1 else cv2.INTER_AREA
    slice_, found = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=method), []
    for x0, y0, x1, y1 in boxes_of(row['boxes']):
        part = counts[max(0, int(y0) - 2) : int(y1) + 3, max(0, int(x0) - 2) : int(x1) + 3] >= 2
        share = shares_around(slice_, (x0 + x1) / 2 * scale, (y0 + y1) / 2 * scale, nodule)
        regions = [region_at(share, CORE), *(with_rim(share, rim) for rim in RIMS)]
        if part.any():
            sizes = [0.0 if region is None else mean_diameter(region) * mm / scale for region in regions]
            found.append((mean_diameter(part) * mm, sizes))
    return found


def figures(truth: np.ndarray, found: np.ndarray, cases: list[str]) -> dict:
    """Of the nodules that were outlined; a class is one of Fleischner's size classes."""
    classes = [np.digitize(np.round(mm, 1), CLASSES) for mm in (truth, found)]
    return {
        'nodules': len(truth),
        'found_to_true_median': interval(list(found / truth), cases, median),
        'error_mm_median': interval(list(np.abs(found - truth)), cases, median),
        'other_size_class': interval(list((classes[0] != classes[1]).astype(float)), cases, mean),
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument('--data', type=Path, required=True)
    parser.add_argument('--model', type=Path, default=Path('analyses/lung/model'))
    args = parser.parse_args()
    root, nodule = args.data / 'luna_slices', session(args.model / 'nodule.onnx')
    pairs = [
        (row['case'], *pair)
        for row in crop_rows(root)
        if row['fold'] == '0'
        for pair in measured(root, row, nodule)
    ]
    pairs = [pair for pair in pairs if min(pair[2]) > 0]
    truth, found = np.array([p[1] for p in pairs]), np.array([p[2] for p in pairs])
    cases = [p[0] for p in pairs]
    number = {case: index for index, case in enumerate(sorted(set(cases)))}
    chooses = np.array([number[case] % 2 == 0 for case in cases])
    off = [abs(np.median(column[chooses] / truth[chooses]) - 1) for column in found.T[1:]]
    best = int(np.argmin(off))
    print('rim from share', RIMS[best], dict(zip(RIMS, np.round(off, 3), strict=True)))
    rest = [case for case, chose in zip(cases, chooses, strict=True) if not chose]
    path = args.model / 'metrics.json'
    metrics = json.loads(path.read_text())
    metrics['diameters'] = {
        'evaluated': 'resampled LUNA16 slices of fold 0; the other half of its patients chose the rim',
        'with_the_rim': figures(truth[~chooses], found[~chooses, 1 + best], rest),
        'without_it': figures(truth[~chooses], found[~chooses, 0], rest),
    }
    path.write_text(json.dumps(metrics, indent=2) + '\n')
    print(json.dumps(metrics['diameters'], indent=1))


if __name__ == '__main__':
    main()
