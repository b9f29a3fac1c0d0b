"""Whole slices and what is outlined in them, on the device."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import torch

from training.lung.joint.store import decoded, load

# Longest side of what is kept of a slice, and of the body as the engine reads it.
KEPT, SIDE = 384, 256


def fitted(plane: np.ndarray, how: int) -> np.ndarray:
    """Reduced to KEPT, in the middle of a square."""
    scale = KEPT / max(plane.shape)
    size = max(1, round(plane.shape[1] * scale)), max(1, round(plane.shape[0] * scale))
    small = cv2.resize(plane, size, interpolation=how)
    out = np.zeros((KEPT, KEPT), np.uint8)
    top, left = (KEPT - size[1]) // 2, (KEPT - size[0]) // 2
    out[top : top + size[1], left : left + size[0]] = small
    return out


def planes_of(record: dict) -> tuple[np.ndarray, np.ndarray, dict]:
    """Picture, planes as bits (the seventh bit: within the picture), and what is known of it."""
    picture, lung = decoded(record['picture']), decoded(record['lung']) > 0
    nothing = np.zeros(picture.shape, bool)
    if record['kind'] == 'covid':
        opacity, dense = decoded(record['opacity']) > 0, decoded(record['dense']) > 0
        planes, box, mm = (
            (lung, nothing, ~opacity, opacity, dense, ~nothing),
            (slice(None), slice(None)),
            300 / max(picture.shape),
        )
    else:
        mass, known = decoded(record['mass']) > 0, decoded(record['known']) > 0
        rows0, rows1, columns0, columns1 = record['body']
        box, mm = (slice(rows0, rows1), slice(columns0, columns1)), record['mm']
        # Whether there are opacities beside the nodules is known of series that were looked through.
        planes = (
            lung,
            mass,
            known,
            nothing,
            nothing,
            (~nothing if record['source'] != 'msd_tumour' else nothing),
        )
    body = picture[box]
    limits = np.percentile(body, [1, 99])
    dark = float(np.median(picture[lung])) if lung.sum() > 200 else 85.0
    dense_grey = body[body > dark + 40]
    soft = float(np.percentile(dense_grey, 50)) if dense_grey.size > 100 else dark + 140
    kept = fitted(body, cv2.INTER_AREA)
    bits = np.zeros((KEPT, KEPT), np.uint8)
    for number, plane in enumerate((*planes, ~nothing)):
        bits |= (fitted(plane[box].astype(np.uint8), cv2.INTER_NEAREST) > 0).astype(np.uint8) << number
    facts = {
        'limits': limits,
        'levels': (dark, soft),
        'mm': mm * max(body.shape) / SIDE,
        'shape': np.array(body.shape) * SIDE / max(body.shape),
    }
    return kept, bits, facts


class Slices:
    def __init__(self, pack: Path, device):
        self.records, pictures, bits, facts = [], [], [], []
        with ThreadPoolExecutor(3) as pool:
            for record, (kept, planes, known) in pool.map(
                lambda record: (record, planes_of(record)), load(pack, ('slice', 'covid'))
            ):
                self.records.append({key: record[key] for key in ('source', 'case', 'fold', 'file', 'kind')})
                pictures.append(kept)
                bits.append(planes)
                facts.append(known)
        to = lambda values, kind=np.float32: torch.from_numpy(np.asarray(values, kind)).to(device)
        self.pictures, self.bits = to(np.stack(pictures), np.uint8), to(np.stack(bits), np.uint8)
        self.limits, self.levels = to([f['limits'] for f in facts]), to([f['levels'] for f in facts])
        # A pixel's side in mm where the body's longest side is SIDE; height and width there.
        self.mm, self.shape = to([f['mm'] for f in facts]), to([f['shape'] for f in facts])
        self.is_covid = to([r['kind'] == 'covid' for r in self.records])
