"""The packed films as tensors, and what can be laid into them: masses lifted out, normal places, drawn
masses.
"""

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch

from training.breast.truth import MASS_CLASSES

ROWS = COLUMNS = 640  # of the stored films; narrower ones end in air
SOFTENED = 0.6  # sigma, before the reduction to the network's input
MOST_CIRCLES = 10
PATCH, SPAN = 96, 1.35  # of a lifted place: pixels across, half width in radii
NORMAL_PLACES, DRAWN = 3, 160
PECTORAL = 3
MASS, NORMAL, MADE = 0, 1, 2


@dataclass
class Films:
    facts: list
    grey: torch.Tensor  # (n, 1, 640, 640) uint8
    labels: torch.Tensor  # (n, 1, 640, 640) uint8
    circles: torch.Tensor  # (n, 10, 5): x, y, radius (0: none), mass or not, malignant (1, 0, -1 unknown)
    columns: np.ndarray  # of each film
    deep: list  # places within breast and gland, deepest first, and their depths
    reach: list  # rows of the muscle's end, last column of the breast below each row
    lifts: torch.Tensor  # (m, 1, 96, 96) half
    lift_facts: np.ndarray  # (m, 4): film, kind, malignant, radius


def circles_of(facts):
    out = np.zeros((MOST_CIRCLES, 5), np.float32)
    for k, (x, y, r, name, severity) in enumerate(facts['circles'][:MOST_CIRCLES]):
        out[k] = x, y, r, name in MASS_CLASSES, {'M': 1, 'B': 0}.get(severity, -1)
    return out


def lifted(grey, labels, x, y, r):
    """What a place adds to its surroundings: grey less a quadratic fitted to the ring around it, fading out
    at 1.2 radii.
    """
    scale = PATCH / (2 * SPAN * r)
    cut = np.array([[scale, 0, PATCH / 2 - scale * x], [0, scale, PATCH / 2 - scale * y]])
    patch = cv2.warpAffine(
        grey.astype(np.float32), cut, (PATCH, PATCH), flags=cv2.INTER_LINEAR, borderValue=-1
    )
    inside = cv2.warpAffine(labels, cut, (PATCH, PATCH), flags=cv2.INTER_NEAREST)
    v, u = (np.mgrid[0:PATCH, 0:PATCH] - PATCH / 2 + 0.5) * (2 * SPAN / PATCH)
    distance = np.hypot(u, v)
    ring = (distance > 0.95) & (distance < 1.3) & (inside > 0) & (inside != PECTORAL)
    if ring.mean() < 0.15 or patch.min() < 0:
        return None
    terms = np.stack([np.ones_like(u), u, v, u * u, v * v, u * v], -1)
    fitted, *_ = np.linalg.lstsq(terms[ring], patch[ring], rcond=None)
    return (patch - terms @ fitted) * np.clip((1.2 - distance) / 0.3, 0, 1)


def drawn(rng):
    """A mass of no film: round to lobed, sharp to soft, sometimes with lines running outward; peak between
    6 and 45 of 255.
    """
    v, u = (np.mgrid[0:PATCH, 0:PATCH] - PATCH / 2 + 0.5) * (2 * SPAN / PATCH)
    angle, distance = np.arctan2(v, u), np.hypot(u, v)
    edge = rng.uniform(0.65, 0.95) * (
        1 + sum(rng.normal(0, 0.25 / k) * np.cos(k * angle + rng.uniform(0, 6.3)) for k in range(2, 7))
    )
    soft = rng.uniform(0.06, 0.35)
    out = 1 / (1 + np.exp((distance - edge) / soft)) * (1 - 0.4 * rng.random() * distance**2)
    if rng.random() < 0.4:
        for _ in range(rng.integers(6, 18)):
            toward, thin = rng.uniform(0, 6.3), rng.uniform(0.02, 0.06)
            across = np.abs(np.sin(angle - toward)) * distance
            out = out + rng.uniform(0.1, 0.5) * np.exp(-((across / thin) ** 2)) * (
                np.cos(angle - toward) > 0
            ) * np.clip(1.25 - distance, 0, 1)
    out = out * (1 + 0.15 * cv2.GaussianBlur(rng.normal(0, 6, out.shape).astype(np.float32), (0, 0), 4))
    return out * np.clip((1.3 - distance) / 0.3, 0, 1) * rng.uniform(6, 45), rng.uniform(9, 40)


def lifts_of(facts, greys, labels, rng):
    patches, known = [], []
    radii = [c[2] for f in facts for c in f['circles'] if c[3] in MASS_CLASSES and c[2] < 60]
    for n, f in enumerate(facts):
        for x, y, r, name, severity in f['circles']:
            patch = lifted(greys[n], labels[n], x, y, r) if name in MASS_CLASSES and r < 60 else None
            if patch is not None:
                patches.append(patch)
                known.append((n, MASS, {'M': 1, 'B': 0}.get(severity, -1), r))
        free = np.argwhere((labels[n] > 0) & (labels[n] != PECTORAL))
        for y, x in free[rng.integers(len(free), size=NORMAL_PLACES)]:
            r = radii[rng.integers(len(radii))]
            far = all(np.hypot(x - cx, y - cy) > cr + r for cx, cy, cr, *_ in f['circles'])
            patch = lifted(greys[n], labels[n], x, y, r) if far and not f['unplaced'] else None
            if patch is not None:
                patches.append(patch)
                known.append((n, NORMAL, 0, r))
    for _ in range(DRAWN):
        patch, r = drawn(rng)
        patches.append(patch)
        known.append((-1, MADE, -1, r))
    return np.stack(patches).astype(np.float16), np.array(known, np.float32)


def depths_of(labels):
    inside = (labels > 0) & (labels != PECTORAL)
    depth = cv2.distanceTransform(np.pad(inside, 1).astype(np.uint8), cv2.DIST_L2, 3)[1:-1, 1:-1]
    flat = np.argsort(-depth, axis=None)[: int(inside.sum())]
    return np.stack(np.unravel_index(flat, depth.shape), 1).astype(np.int16), depth.reshape(-1)[flat]


def reach_of(labels):
    rows = np.nonzero((labels == PECTORAL).any(1))[0]
    columns = np.where((labels > 0).any(1), labels.shape[1] - np.argmax((labels > 0)[:, ::-1], 1), 0)
    return int(rows.max()) if len(rows) else -1, np.maximum.accumulate(columns[::-1])[::-1]


def load(folder: Path, device) -> Films:
    facts = json.loads((folder / 'films.json').read_text())
    greys = [cv2.imread(str(folder / f'{n}.jpg'), cv2.IMREAD_GRAYSCALE) for n in range(len(facts))]
    labels = [cv2.imread(str(folder / f'{n}.png'), cv2.IMREAD_GRAYSCALE) for n in range(len(facts))]
    lifts, known = lifts_of(facts, greys, labels, np.random.default_rng(3))
    soft = [cv2.GaussianBlur(g, (0, 0), SOFTENED) for g in greys]
    whole = [
        np.stack([np.pad(a, ((0, 0), (0, COLUMNS - a.shape[1]))) for a in part])[:, None]
        for part in (soft, labels)
    ]
    return Films(
        facts,
        torch.from_numpy(whole[0]).to(device),
        torch.from_numpy(whole[1]).to(device),
        torch.from_numpy(np.stack([circles_of(f) for f in facts])).to(device),
        np.array([g.shape[1] for g in greys]),
        [depths_of(a) for a in labels],
        [reach_of(a) for a in labels],
        torch.from_numpy(lifts[:, None]).to(device),
        known,
    )
