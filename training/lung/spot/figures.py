"""Figures of the spots of whole slices → metrics.json (key `spots`), and the rows of the alarm budget's
curve.

Each slice is read by the networks of the model that never saw it (joint/store.py): `cache/MODEL` holds what
engine/whole-slices.ts wrote with them, `models/MODEL` the networks. The nodule network that finds the spots
never saw fold 0 of luna_slices alone, so the other folds have figures of their own.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import onnxruntime

from training.datasets import lines_of, rows_of
from training.export import session_of
from training.lung.joint.store import LEFT_OUT
from training.metrics import write_figures

SOURCES = ('petct_dx', 'lidc_series', 'msd_tumour', 'luna_normal', 'luna_slices')
# As in analyses/lung/engine/operating-point.ts.
REPORT_FROM = 0.5
MASS_FROM = 0.5
# Columns of a spot: facts; box; what opacities add to the logit of its probability.
FACTS, SHIFT, COLUMNS = 4, 8, 9
PATCH, SIDE = 64, 96
RATES = (0.25, 0.5, 1, 2, 4)
# Nodules from this diameter on have a figure of their own.
LARGE_MM = 6.0


def boxes_of(cell: str | None) -> list[tuple[float, ...]]:
    return (
        [tuple(map(float, box.split(','))) for box in cell.split('|')] if cell not in ('-', '', None) else []
    )


def label_of(spot: np.ndarray, boxes: list, others: list) -> tuple[int, int]:
    """1 on a nodule, 0 elsewhere, -1 on its rim or on a finding of one or two readers; and which nodule."""
    x0, y0, x1, y1 = spot[4:SHIFT]
    for index, (left, top, right, bottom) in enumerate(boxes + others):
        reach = [max(right - left, 8) / 2, max(bottom - top, 8) / 2]
        if (
            abs((x0 + x1) / 2 - (left + right) / 2) <= reach[0]
            and abs((y0 + y1) / 2 - (top + bottom) / 2) <= reach[1]
        ):
            is_part = max(x1 - x0, y1 - y0) < 0.35 * max(right - left, bottom - top)
            return (-1 if is_part or index >= len(boxes) else 1), (index if index < len(boxes) else -1)
        if min(x1, right) > max(x0, left) and min(y1, bottom) > max(y0, top):
            return -1, -1
    return 0, -1


def diameters_of(row: dict[str, str], boxes: list) -> list[float]:
    """The readers' in mm, else the longer side of the box; nan where no pixel size is known."""
    if row.get('diameters_mm', '-') not in ('-', ''):
        return [float(one) for one in row['diameters_mm'].split('|')]
    mm = float(row.get('mm_per_pixel') or row.get('spacing_mm') or 'nan')
    return [max(x1 - x0, y1 - y0) * mm for x0, y0, x1, y1 in boxes]


def read_spots(path: Path) -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
    """What engine/whole-slices.ts wrote: file, spots (n, COLUMNS) and patches (n, 64, 64) of every slice."""
    with open(f'{path}.bin', 'rb') as patches:
        for line in lines_of(Path(f'{path}.jsonl')):
            spots = np.array(line['spots'], np.float32).reshape(-1, COLUMNS)
            pixels = np.frombuffer(patches.read(4 * PATCH * PATCH * len(spots)), np.float32)
            yield line['file'], spots, pixels.reshape(-1, PATCH, PATCH).copy()


def told_of(mass: dict, boxes: list, others: list) -> tuple[int, int, float]:
    """As label_of, and its score."""
    spot = np.zeros(SHIFT)
    spot[4:] = mass['box']
    return *label_of(spot, boxes, others), mass['score']


def probabilities(
    session: onnxruntime.InferenceSession, patches: np.ndarray, facts: np.ndarray
) -> np.ndarray:
    enlarged = np.stack(
        [cv2.resize(patch, (SIDE, SIDE), interpolation=cv2.INTER_LINEAR) for patch in patches]
    )[:, None]
    return session.run(None, {'patch': enlarged, 'facts': np.ascontiguousarray(facts)})[0]


def load(data: Path, cache: Path, models: Path, source: str, model: str) -> list[dict]:
    """The slices of a source that a model never saw, as it reads them."""
    path, slices = cache / model / source, []
    if not path.with_suffix('.jsonl').exists():
        return []
    masses = {one['file']: one['masses'] for one in lines_of(path.with_suffix('.masses.jsonl'))}
    rows = {row['file']: row for row in rows_of(data / source)}
    session = session_of(models / model / 'lung' / 'model' / 'spot.onnx')
    for file, spots, pixels in read_spots(path):
        row = rows[file]
        boxes, others = boxes_of(row.get('boxes')), boxes_of(row.get('other_boxes'))
        scores = probabilities(session, pixels, spots[:, :FACTS]) if len(spots) else np.zeros(0)
        slices.append(
            {
                'source': source,
                'case': row['case'],
                'fold': row.get('fold', '-'),
                'file': row['file'],
                'boxes': boxes,
                'mm': diameters_of(row, boxes),
                'masses': [told_of(mass, boxes, others) for mass in masses[row['file']]],
                'is_doubtful': bool(others) and not boxes,
                'labels': [label_of(spot, boxes, others) for spot in spots],
                'spots': [tuple(spot[FACTS:SHIFT]) for spot in spots],
                'raw': scores,
                'scores': scores / (scores + (1 - scores) * np.exp(-spots[:, SHIFT])),
            }
        )
    return slices


def left_out_slices(data: Path, cache: Path, models: Path) -> dict[str, list[dict]]:
    return {
        source: [
            one for model in LEFT_OUT if model != '0' for one in load(data, cache, models, source, model)
        ]
        for source in SOURCES
    }


def marks_of(one: dict, masses: bool) -> list[tuple[int, int, float]]:
    """Label, which nodule, score."""
    spots = [(label, hit, float(p)) for (label, hit), p in zip(one['labels'], one['scores'], strict=True)]
    return spots + (one['masses'] if masses else [])


def free_response(slices: list[dict], masses: bool) -> dict:
    best, false = [], []
    for one in slices:
        marks = marks_of(one, masses)
        best += [
            max((p for _, hit, p in marks if hit == index), default=0.0) for index in range(len(one['boxes']))
        ]
        false += [p for label, _, p in marks if label == 0]
    false.sort(reverse=True)
    if not best:
        return {}
    limits = {
        rate: false[int(rate * len(slices))] if rate * len(slices) < len(false) else 0.0 for rate in RATES
    }
    return {
        f'sensitivity_at_{rate}_false_per_slice': round(float(np.mean([s > limit for s in best])), 3)
        for rate, limit in limits.items()
    }


def figures_of(slices: list[dict]) -> dict:
    figures: dict = {
        'slices': len(slices),
        'nodules': sum(len(one['boxes']) for one in slices),
        **free_response(slices, masses=False),
    }
    figures |= reported(slices, masses=False)
    # Masses of a source that were not read are no figure.
    if any(one['masses'] for one in slices):
        both = free_response(slices, masses=True) | reported(slices, masses=True)
        figures |= {f'with_masses_{name}': value for name, value in both.items()}
    return figures


def reported(slices: list[dict], masses: bool) -> dict:
    """What is named by spots, with `masses` as the engine reports it."""
    hits, named = [], {True: [], False: []}
    for one in slices:
        score = one['scores']
        told = [told for told, p in zip(one['labels'], score) if p >= REPORT_FROM]
        told += [(label, hit) for label, hit, p in one['masses'] if masses and p >= MASS_FROM]
        hits += [(mm, (1, index) in told) for index, mm in enumerate(one['mm'])]
        named[bool(one['boxes'])].append(any(label >= 0 for label, _ in told))
    large = [hit for mm, hit in hits if mm >= LARGE_MM]
    parts = {'sensitivity_as_reported': [hit for _, hit in hits], 'sensitivity_from_6_mm': large}
    parts |= {'named_on_slices_with': named[True], 'named_on_slices_without': named[False]}
    counted = {'nodules_from_6_mm': len(large)} if large else {}
    return counted | {name: round(float(np.mean(part)), 3) for name, part in parts.items() if part}


def alarm_row(one: dict) -> dict:
    """The likeliest spot or mass speaks for its slice, as in the engine's reading: a mass that spots lie in
    has the highest score of them.
    """
    likeliest = max([*one['scores'].tolist(), *(score for _, _, score in one['masses'])], default=0.0)
    return {
        'source': one['source'],
        'case': one['case'],
        'isWith': bool(one['boxes']),
        'score': round(100 * likeliest, 2),
    }


def parts_of(slices: dict[str, list[dict]]) -> dict[str, list[dict]]:
    """By source; of luna_slices fold 0 and the others apart."""
    luna = slices['luna_slices']
    others = {source: own for source, own in slices.items() if source != 'luna_slices'}
    return {
        'luna_slices': [s for s in luna if s['fold'] == '0'],
        **others,
        'luna_slices_folds_1_to_4': [s for s in luna if s['fold'] != '0'],
    }


def write_spot_figures(data: Path, cache: Path, models: Path, alarms: Path) -> None:
    """ALARMS is for engine/alarm-curve.ts."""
    parts = parts_of(left_out_slices(data, cache, models))
    figures = {name: figures_of(own) for name, own in parts.items()}
    evaluated = 'networks that never saw the source (luna_normal: the patient; luna_slices: the fold); what finds the spots never saw fold 0'
    write_figures('lung', {'spots': {'evaluated': evaluated, 'report_from': REPORT_FROM, **figures}})
    measured = [one for name, own in parts.items() if name in SOURCES for one in own]
    alarms.write_text(json.dumps([alarm_row(one) for one in measured if not one['is_doubtful']]))
