"""Figures of the network that sees the whole slice, as the engine uses it → metrics.json (key `masses`).

`cache` as `export` fills it. The network saw none of these sources, nor did that of lungs and opacities. A
source whose masses were not read is left out. Regions narrower than 26 pixels of 512 are not its task: what
else is outlined in the slice is neither found nor missed.
"""

from pathlib import Path

import numpy as np

from training.datasets import lines_of, rows_of
from training.lung.spot.figures import MASS_FROM, boxes_of, told_of
from training.metrics import write_figures

SOURCES = ('petct_dx', 'msd_tumour', 'lidc_series', 'luna_normal')
MASS_MM = 30.0


def figures_of(rows: list[dict[str, str]], masses: dict[str, list[dict]]) -> dict:
    found, large, without, false = [], [], [], 0
    for row in rows:
        boxes, others = boxes_of(row.get('boxes')), boxes_of(row.get('other_boxes'))
        told = [told_of(mass, boxes, others) for mass in masses[row['file']]]
        labels = [label for label, _, score in told if score >= MASS_FROM]
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


def write_masses(data: Path, cache: Path) -> None:
    masses: dict = {'evaluated': 'the network of masses alone, as shipped; it saw none of these sources'}
    for source in SOURCES:
        read = {
            line['file']: line['masses']
            for path in sorted(cache.glob(f'*/{source}.masses.jsonl'))
            for line in lines_of(path)
        }
        if read:
            masses[source] = figures_of([row for row in rows_of(data / source) if row['file'] in read], read)
    write_figures('lung', {'masses': masses})
