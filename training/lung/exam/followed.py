"""How far a spot runs on through the slices of its series, in its own diameters: a vessel does, a nodule
does not (tried, not shipped).

    python -m training.lung.exam.followed --cache training/lung/cache --models training/lung/runs/models

A blob of the spot's width is followed to the next slice, at a moved centre, while half of its contrast is
left. Spots are those that networks name that never saw the patient; nodules and masses are also followed
from the readers' boxes, and pasted balls from their own. What missing slices cut short is counted apart.
`cache` and `models`: as for spot/figures.py.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import pydicom
from scipy import ndimage

from training.lung.crops.data import crop_rows
from training.lung.exam.left_out import SERIES
from training.lung.exam.pasted import DATA, luna, outlines, paste
from training.lung.spot.figures import REPORT_FROM, boxes_of, load, model_of

GAPS_MM = {'luna_normal': 3.75, 'petct_dx': 8.0, 'lidc_series': 2.5}
# Contrast that must be left; least of a spot, HU; most diameters that are followed.
LEFT, LEAST, MOST = 0.5, 20, 5
FAR = (2, 3, 4)


def blob(plane: np.ndarray, x: float, y: float, radius: float, reach: int) -> np.ndarray:
    """How much a blob of this radius stands out, (2 reach + 1) a side around the place."""
    edge = reach + int(3 * radius) + 2
    part = np.pad(plane, edge, mode='edge')[
        round(y) : round(y) + 2 * edge + 1, round(x) : round(x) + 2 * edge + 1
    ]
    found = ndimage.gaussian_filter(part, 0.6 * radius, truncate=2.5) - ndimage.gaussian_filter(
        part, 1.3 * radius, truncate=2.2
    )
    return found[edge - reach : edge + reach + 1, edge - reach : edge + reach + 1]


def followed(volume: np.ndarray, orders: list[int], start: int, box: tuple, gap: float) -> tuple[float, bool]:
    """Length in diameters, and whether missing slices cut it short. `gap`: pixels from slice to slice."""
    x0, y0, x1, y1 = box
    radius = min(20, max(1.5, (x1 - x0 + y1 - y0) / 4))
    reach = int(min(10, max(2, np.ceil(0.8 * gap))))
    own = max(LEAST, blob(volume[start], (x0 + x1) / 2, (y0 + y1) / 2, radius, 1).max())
    slices, is_cut = 1, False
    for way in (-1, 1):
        x, y, at = (x0 + x1) / 2, (y0 + y1) / 2, start
        while slices * gap < MOST * 2 * radius:
            at += way
            if not 0 <= at < len(volume) or abs(orders[at] - orders[at - way]) != 1:
                is_cut = True
                break
            seen = blob(volume[at], x, y, radius, reach) / own
            dy, dx = (place - reach for place in np.unravel_index(seen.argmax(), seen.shape))
            if seen.max() < LEFT:
                break
            x, y, slices = (
                float(np.clip(x + dx, 0, volume.shape[2] - 1)),
                float(np.clip(y + dy, 0, volume.shape[1] - 1)),
                slices + 1,
            )
    return slices * gap / (2 * radius), is_cut


def stack_of(source: str, case: str | None) -> tuple[np.ndarray, list[int], list[dict], float]:
    """Planes from the base up, their numbers, their rows, and pixels from slice to slice."""
    own = [row for row in crop_rows(DATA / source) if case in (None, row['case'])]
    own.sort(key=lambda row: -int(row['slice_order']))
    if source == 'luna_normal':
        volume, pixel, _ = luna(case)
        orders = list(range(len(own)))
    else:
        files = [pydicom.dcmread(DATA / source / row['file']) for row in own]
        volume = [
            file.pixel_array * float(file.RescaleSlope) + float(file.RescaleIntercept) for file in files
        ]
        pixel, orders = float(files[0].PixelSpacing[0]), [int(row['slice_order']) for row in own]
    smooth = np.stack([ndimage.gaussian_filter(np.clip(plane, -1000, 200), 0.7) for plane in volume])
    return smooth, orders, own, GAPS_MM[source] / pixel


def summary(lengths: list[tuple[float, bool]]) -> dict:
    whole = [length for length, is_cut in lengths if not is_cut]
    return {
        'marks': len(lengths),
        'not_cut': len(whole),
        **{f'beyond_{far}': int(sum(length > far for length in whole)) for far in FAR},
    }


def named(cache: Path, models: Path, rows: list[dict], source: str) -> dict[str, list[tuple[tuple, int]]]:
    """Box and label of what is named by networks that never saw the patient, by file."""
    slices = load(DATA, cache, models, source, model_of(rows[0], source))
    return {
        one['file']: [
            (box, label)
            for box, (label, _), p in zip(one['spots'], one['labels'], one['scores'], strict=True)
            if p >= REPORT_FROM
        ]
        for one in slices
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument('--cache', type=Path, required=True)
    parser.add_argument('--models', type=Path, required=True)
    args = parser.parse_args()
    for name, case in SERIES.items():
        source = name.split()[0]
        volume, orders, rows, gap = stack_of(source, case)
        marks = named(args.cache, args.models, rows, source)
        spots = [(at, box, label) for at, row in enumerate(rows) for box, label in marks.get(row['file'], [])]
        told = [
            [followed(volume, orders, at, box, gap) for at, box, own in spots if own == label]
            for label in (0, 1)
        ]
        boxes = [
            followed(volume, orders, at, box, gap)
            for at, row in enumerate(rows)
            for box in boxes_of(row.get('boxes'))
        ]
        if source == 'luna_normal':
            raw, pixel, _ = luna(case)
            laid = paste(raw, pixel, GAPS_MM[source], np.random.default_rng(0), list(outlines()))
            middles = [(sorted(one['slices'])[len(one['slices']) // 2], one) for one in laid]
            boxes = [
                followed(np.clip(raw, -1000, 200), orders, at, one['slices'][at], gap) for at, one in middles
            ]
        figures = {
            'named_false': summary(told[0]),
            'named_true': summary(told[1]),
            'boxes_of_true': summary(boxes),
        }
        print(name, json.dumps(figures), flush=True)


if __name__ == '__main__':
    main()
