"""Whole series read as exams by networks that never saw them: what is named on slices with and without a
nodule.

    python -m training.lung.exam.left_out --models training/lung/runs/models --out training/lung/runs/exams

`models` holds the networks of each model of joint/store.py (run.sh). Every third slice of luna_normal is
laid 3.75 mm from the next. Writes metrics.json (key `exam`, `left_out`).
"""

import argparse
import json
from pathlib import Path

import numpy as np

from training.lung.crops.data import crop_rows
from training.lung.exam.pasted import DATA, luna
from training.lung.spot.figures import LARGE_MM, OPAQUE, boxes_of, diameters_of, label_of, model_of
from training.pasted_exams import read, record, write

SLAB_MM = 3.75
SERIES = {
    'luna_normal 0513': 'LIDC-IDRI-0513',
    'luna_normal 0745': 'LIDC-IDRI-0745',
    'petct_dx A0002': None,
    'lidc_series 0063': 'LIDC-IDRI-0063',
}


def stack_of(source: str, case: str | None, out: Path) -> tuple[Path, dict[str, dict]]:
    """Folder of the slices, and the row of each by the name of its file."""
    own = [row for row in crop_rows(DATA / source) if case in (None, row['case'])]
    if source != 'luna_normal':
        return DATA / source / 'images', {Path(row['file']).stem: row for row in own}
    own.sort(key=lambda row: -int(row['slice_order']))
    if not out.exists():
        volume, pixel, _ = luna(case)
        write(out, volume, pixel, SLAB_MM)
    return out, {f'{n + 1:03}': row for n, row in enumerate(own)}


def figures_of(exam: dict, rows: dict[str, dict]) -> dict:
    found = [one for one in exam['findings'] if one['found'] and one['type'] in ('nodule', 'mass')]
    boxes = {name: boxes_of(row.get('boxes')) for name, row in rows.items()}
    told: dict[str, list[tuple[int, int]]] = {name: [] for name in rows}
    is_true = []
    for lesion in found:
        labels = []
        for mark in lesion['slices']:
            spot, box, name = np.zeros(OPAQUE), mark['box'], Path(mark['file']).stem
            spot[4:] = (box['x'], box['y'], box['x'] + box['width'], box['y'] + box['height'])
            labels.append(label_of(spot, boxes[name], []))
            told[name].append(labels[-1])
        is_true.append(any(label != 0 for label, _ in labels))
    hits = [
        (mm, (1, n) in told[name])
        for name, row in rows.items()
        for n, mm in enumerate(diameters_of(row, boxes[name]))
    ]
    large = [hit for mm, hit in hits if mm >= LARGE_MM]
    without = [any(label >= 0 for label, _ in told[name]) for name in rows if not boxes[name]]
    figures = {
        'slices_without': len(without),
        'named_on_slices_without': round(float(np.mean(without)), 3),
        'false_lesions': is_true.count(False),
    }
    return figures | (
        {'nodules_from_6_mm': len(large), 'sensitivity_from_6_mm': round(float(np.mean(large)), 3)}
        if large
        else {}
    )


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--models', type=Path, required=True)
    parser.add_argument('--out', type=Path, required=True)
    args = parser.parse_args()
    figures: dict = {'evaluated': 'networks that never saw the patient; luna_normal: every third slice'}
    for name, case in SERIES.items():
        source, short = name.split()
        (args.out / short).mkdir(parents=True, exist_ok=True)
        stack, rows = stack_of(source, case, args.out / short / 'stack')
        models = args.models / model_of(next(iter(rows.values())), source)
        figures[name.replace(' ', '_')] = figures_of(
            read('lung', stack, args.out / short / 'read', models), rows
        )
        print(name, json.dumps(figures[name.replace(' ', '_')]), flush=True)
    record('lung', 'left_out', figures)
