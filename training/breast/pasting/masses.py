"""Masses of one film lifted out and laid into another, in training folds only."""

import cv2
import numpy as np

from training.breast.network.films import ADIPOSE, GLAND, PECTORAL, STORED_HEIGHT
from training.breast.truth import MASS_CLASSES


def lifted(item, circle, rng):
    """What a place adds to its surroundings: grey less a quadratic fitted to the ring around it, fading out
    at 1.2 radii.
    """
    x, y, r = circle
    half = int(np.ceil(1.35 * r))
    x0, y0 = int(x) - half, int(y) - half
    if x0 < 0 or y0 < 0 or x0 + 2 * half >= item['grey'].shape[1] or y0 + 2 * half >= STORED_HEIGHT:
        return None
    patch = item['grey'][y0 : y0 + 2 * half, x0 : x0 + 2 * half]
    inside = item['labels'][y0 : y0 + 2 * half, x0 : x0 + 2 * half]
    v, u = (np.mgrid[0 : 2 * half, 0 : 2 * half] - half + 0.5) / r
    distance = np.hypot(u, v)
    terms = np.stack([np.ones_like(u), u, v, u * u, v * v, u * v], -1)
    ring = (distance > 0.95) & (distance < 1.3) & (inside > 0) & (inside != PECTORAL)
    if ring.mean() < 0.15:
        return None
    fitted, *_ = np.linalg.lstsq(terms[ring], patch[ring], rcond=None)
    lift = (patch - terms @ fitted) * np.clip((1.2 - distance) / 0.3, 0, 1)
    angle, size = rng.uniform(0, 360), rng.uniform(0.7, 1.3)
    turn = cv2.getRotationMatrix2D((half, half), angle, 1)
    lift = cv2.warpAffine(lift.astype(np.float32), turn, (2 * half, 2 * half))
    if rng.random() < 0.5:
        lift = lift[:, ::-1]
    side = max(6, int(2 * half * size))
    return cv2.resize(np.ascontiguousarray(lift), (side, side), interpolation=cv2.INTER_AREA), r * size


def with_pasted(item, source, rng, real=True):
    """The film with a mass of `source` at another place (or, `real` false, with a normal place of it, which
    is no mass).
    """
    masses = [c for c in source['circles'] if c[3] in MASS_CLASSES and c[2] < 60]
    if not masses:
        return item
    x, y, r, name, severity = masses[rng.integers(len(masses))]
    if not real:
        free = np.argwhere(breast_of(source))
        y, x = free[rng.integers(len(free))]
        if any(np.hypot(x - cx, y - cy) < cr + r for cx, cy, cr, *_ in source['circles']):
            return item
    found = lifted(source, (x, y, r), rng)
    if found is None:
        return item
    lift, radius = found
    half = lift.shape[0] // 2
    depth = cv2.distanceTransform(breast_of(item).astype(np.uint8), cv2.DIST_L2, 3)
    depth[:half], depth[-half - 1 :], depth[:, :half], depth[:, -half - 1 :] = 0, 0, 0, 0
    places = np.argwhere(depth > 0.6 * radius)
    if len(places) == 0:
        return item
    cy, cx = places[rng.integers(len(places))]
    grey = item['grey'].copy()
    region = grey[cy - half : cy - half + lift.shape[0], cx - half : cx - half + lift.shape[1]]
    region += lift[: region.shape[0], : region.shape[1]] * rng.uniform(0.7, 1.2)
    circles = [*item['circles'], (float(cx), float(cy), radius, name, severity)] if real else item['circles']
    return {**item, 'grey': np.clip(grey, 0, 255), 'circles': circles, 'abnormal': -1, 'malignant': -1}


def breast_of(item):
    return (item['labels'] == ADIPOSE) | (item['labels'] == GLAND)
