"""Figures of the network that sees the whole slice, as the engine uses it → metrics.json (key `masses`).

    python -m training.lung.chest.evaluate --data ../shared/datasets/lung --cache training/lung/cache

`cache` as `evaluate` fills it. The network saw none of these sources, nor did that of lungs and opacities.
A source whose masses were not read is left out. Regions narrower than 26 pixels of 512 are not its task:
what else is outlined in the slice is neither found nor missed.
"""

import argparse
from pathlib import Path

import numpy as np

from training.lung.crops.data import crop_rows
from training.lung.spot.figures import MASS_FROM, OPAQUE, boxes_of, label_of, masses_of
from training.metrics import write_figures

SOURCES = ('petct_dx', 'msd_tumour', 'lidc_series', 'luna_normal')
MASS_MM = 30.0


def told(mass: dict, boxes: list, others: list) -> int:
    """1 on an outlined nodule or mass, 0 elsewhere, -1 at the rim of one."""
    spot = np.zeros(OPAQUE)
    spot[4:] = mass['box']
    return label_of(spot, boxes, others)[0]


def figures_of(rows: list[dict[str, str]], masses: dict[str, list[dict]]) -> dict:
    found, large, without, false = [], [], [], 0
    for row in rows:
        boxes, others = boxes_of(row.get('boxes')), boxes_of(row.get('other_boxes'))
        labels = [told(mass, boxes, others) for mass in masses[row['file']] if mass['score'] >= MASS_FROM]
        false += labels.count(0)
        if not boxes:
            without.append(bool(labels))
            continue
        found.append(1 in labels)
        mm = float(row.get('mm_per_pixel') or row.get('spacing_mm') or 'nan')
        if any(max(x1 - x0, y1 - y0) * mm >= MASS_MM for x0, y0, x1, y1 in boxes):
            large.append(1 in labels)
    figures: dict = {'slices': len(rows), 'false_per_slice': round(false / len(rows), 3)}
    parts = (
        ('slices_from_30_mm', 'named_from_30_mm', large),
        ('slices_with', 'named_on_slices_with', found),
        ('slices_without', 'named_on_slices_without', without),
    )
    for count, name, values in parts:
        if values:
            figures |= {count: len(values), name: round(float(np.mean(values)), 3)}
    return figures


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--data', type=Path, required=True)
    parser.add_argument('--cache', type=Path, required=True)
    args = parser.parse_args()
    masses: dict = {'evaluated': 'the network of masses alone, as shipped; it saw none of these sources'}
    for source in SOURCES:
        read = {
            file: found
            for path in sorted(args.cache.glob(f'*/{source}.masses.jsonl'))
            for file, found in masses_of(path).items()
        }
        if not read:
            continue
        masses[source] = figures_of(
            [row for row in crop_rows(args.data / source) if row['file'] in read], read
        )
        print(source, masses[source])
    write_figures('lung', {'masses': masses})
