"""Whole slices with known nodules: held-out LIDC nodules blended into slices of the Lung-PET-CT-Dx series.

    python -m training.lung.crops.compose --lidc … --series … --fold 0 --out training/lung/runs/composed

Writes 8-bit lung-window PNGs (width 1500, level -600), masks, and labels.csv with box, area and diameter of
each nodule. Slices with the tumour and slices nearly without lung are left out. Grey of a crop is brought to
Hounsfield units by its own lung and soft-tissue levels.
"""

import argparse
import csv
from pathlib import Path

import numpy as np
import pydicom
from PIL import Image
from scipy import ndimage
from skimage.filters import threshold_otsu

from training.lung.crops.data import AGREEMENT_STEP, crop_rows
from training.lung.crops.size import mean_diameter

LUNG_HU, SOFT_HU = -850.0, 40.0
LEAST_AREA = 38


def lungs_of(hu: np.ndarray) -> np.ndarray:
    labels, count = ndimage.label(hu < -400)
    border = set(np.unique(np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])))
    keep = np.zeros(count + 1, bool)
    for number in range(1, count + 1):
        region = labels == number
        ys = np.nonzero(region)[0]
        keep[number] = (
            number not in border
            and region.sum() > 2000
            and ys.max() < 0.8 * hu.shape[0]
            and hu[region].mean() > -930
        )
    return ndimage.binary_closing(keep[labels], iterations=4)


def nodule_hu(root: Path, row: dict[str, str]) -> tuple[np.ndarray, np.ndarray]:
    grey = np.asarray(Image.open(root / row['file']).convert('L')).astype(np.float32)
    share = np.asarray(Image.open(root / row['agreement']).convert('L')) / (4.0 * AGREEMENT_STEP)
    cut = threshold_otsu(grey)
    soft, lung = np.median(grey[grey > cut]), np.median(grey[grey <= cut])
    return LUNG_HU + (grey - lung) / max(soft - lung, 1) * (SOFT_HU - LUNG_HU), share


def compose(
    hu: np.ndarray, lungs: np.ndarray, nodule: np.ndarray, share: np.ndarray, rng: np.random.Generator
):
    """The slice with the nodule in quiet lung away from the wall; None where it does not fit."""
    reach = int(np.ceil(np.sqrt((share > 0).sum() / np.pi))) + 4
    quiet = ndimage.gaussian_filter(hu, 3) < -780
    places = np.argwhere(ndimage.binary_erosion(lungs, iterations=reach) & quiet)
    if len(places) == 0:
        return None
    y, x = places[rng.integers(len(places))]
    weight = np.clip(
        ndimage.gaussian_filter(ndimage.binary_dilation(share > 0, iterations=2).astype(float), 1.2), 0, 1
    )
    out, truth = hu.copy(), np.zeros(hu.shape, bool)
    window = (slice(max(0, y - 64), y + 64), slice(max(0, x - 64), x + 64))
    part = tuple(
        slice(max(0, 64 - c), max(0, 64 - c) + (w.stop - w.start))
        for c, w in ((y, window[0]), (x, window[1]))
    )
    height, width = (min(out.shape[a], window[a].stop) - window[a].start for a in (0, 1))
    part = (slice(part[0].start, part[0].start + height), slice(part[1].start, part[1].start + width))
    w = weight[part]
    out[window] = out[window] * (1 - w) + np.maximum(out[window], nodule[part]) * w
    truth[window] = share[part] >= 0.5
    return out, truth


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--lidc', type=Path, required=True)
    parser.add_argument('--series', type=Path, required=True)
    parser.add_argument('--fold', default='0')
    parser.add_argument('--count', type=int, default=60)
    parser.add_argument('--out', type=Path, default=Path('training/lung/runs/composed'))
    args = parser.parse_args()
    rng = np.random.default_rng(5)
    args.out.mkdir(parents=True, exist_ok=True)
    slices = []
    with open(args.series / 'labels.csv', newline='') as file:
        for row in csv.DictReader(file):
            data = pydicom.dcmread(args.series / row['file'])
            hu = data.pixel_array * float(data.RescaleSlope) + float(data.RescaleIntercept)
            lungs = lungs_of(hu)
            if row['boxes'] == '-' and lungs.mean() > 0.04:
                slices.append((hu.astype(np.float32), lungs))
    rows = [
        r
        for r in crop_rows(args.lidc)
        if r['fold'] == args.fold and r['role'] == 'largest' and int(r['area_2of4']) >= LEAST_AREA
    ]
    table = []
    for number in rng.permutation(len(rows)):
        if len(table) == args.count:
            break
        hu, lungs = slices[len(table) % len(slices)]
        placed = compose(hu, lungs, *nodule_hu(args.lidc, rows[number]), rng)
        if placed is None:
            continue
        picture, truth = placed
        name = f'{len(table):03d}'
        Image.fromarray(np.clip((picture + 1350) / 1500 * 255, 0, 255).astype(np.uint8)).save(
            args.out / f'{name}.png'
        )
        Image.fromarray(truth.astype(np.uint8) * 255).save(args.out / f'{name}_mask.png')
        ys, xs = np.nonzero(truth)
        table.append(
            [
                f'{name}.png',
                rows[number]['file'],
                xs.min(),
                ys.min(),
                np.ptp(xs) + 1,
                np.ptp(ys) + 1,
                truth.sum(),
                round(mean_diameter(truth), 2),
            ]
        )
    with open(args.out / 'labels.csv', 'w', newline='') as file:
        csv.writer(file).writerows(
            [['file', 'nodule', 'x', 'y', 'width', 'height', 'area', 'diameter'], *table]
        )
    print(len(slices), 'slices,', len(table), 'composed')
