"""Calcification clusters laid into films without one, since the films show only eighteen: writes
cache/clusters.

Every such film is written twice, once with the spots of a film of its own fold, once with drawn ones, so
that a picture belongs to one fold alone. `engine/measure-clusters.ts` measures them, `calibrate.py` learns
from them beside the real ones.
"""

import json
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from training.breast.truth import DATA, mias
from training.datasets import rows_of
from training.pipeline import FOLDS, folder_of

FOLDER = folder_of('breast') / 'cache/clusters'
ROOT = DATA / 'breast/mias'
BREAST = 1
# Lengths in pixels of the films, 0.2 mm.
LARGEST_RADIUS = 60.0
LEAST_DEPTH = 18.0
# A spot is lifted where it stands out by so many standard deviations of its surroundings; half of that is
# left behind.
STANDS_OUT = 1.2
# Drawn clusters: how many spots, radius, width of a spot, and its height over the grain of the film.
SPOTS, RADIUS, SPOT_SIGMA, HEIGHT = (5, 26), (6, 30), 0.75, (3, 14)


def film(file, masks):
    grey = np.asarray(Image.open(ROOT / file))[..., 0].astype(np.float32)
    return grey, np.asarray(Image.open(ROOT / masks[file])) == BREAST


def distances(half):
    v, u = np.mgrid[0 : 2 * half, 0 : 2 * half].astype(np.float32) - half + 0.5
    return u, v


def lifted(grey, circle, rng):
    """The bright spots in a circle above what lies around them, turned, mirrored and scaled; and their
    radius.
    """
    x, y, r = circle[:3]
    r = min(r, LARGEST_RADIUS)
    half = int(r * 1.15) + 6
    wide = np.pad(grey, 2 * half, mode='edge')
    left, top = int(x) + half, int(y) + half
    patch = wide[top : top + 2 * half, left : left + 2 * half]
    around = cv2.GaussianBlur(cv2.medianBlur(patch.astype(np.uint8), 5).astype(np.float32), (0, 0), 2.0)
    distance = np.hypot(*distances(half)) / r
    spots = patch - around
    spread = spots[distance < 1.1].std()
    spots = np.where(spots > STANDS_OUT * spread, spots - STANDS_OUT / 2 * spread, 0) * np.clip(
        (1.1 - distance) / 0.2, 0, 1
    )
    if rng.random() < 0.5:
        spots = spots[:, ::-1]
    size = rng.uniform(0.8, 1.2)
    turn = cv2.getRotationMatrix2D((half, half), rng.uniform(0, 360), size)
    spots = cv2.warpAffine(np.ascontiguousarray(spots), turn, (2 * half, 2 * half), flags=cv2.INTER_CUBIC)
    return spots * rng.uniform(0.6, 1.2), r * size


def drawn(rng):
    """Gaussian spots, round to oval, strewn over an ellipse; their height is set where they are laid."""
    r = rng.uniform(*RADIUS)
    half = int(r * 1.3) + 6
    u, v = distances(half)
    flat, turn = rng.uniform(0.4, 1), rng.uniform(0, np.pi)
    out = np.zeros_like(u)
    for _ in range(rng.integers(*SPOTS)):
        angle, far = rng.uniform(0, 2 * np.pi), 0.85 * r * np.sqrt(rng.uniform())
        x, y = far * np.cos(angle), flat * far * np.sin(angle)
        dx, dy = u - (x * np.cos(turn) - y * np.sin(turn)), v - (x * np.sin(turn) + y * np.cos(turn))
        along = rng.uniform(0, np.pi)
        a, b = dx * np.cos(along) + dy * np.sin(along), dy * np.cos(along) - dx * np.sin(along)
        sigma = SPOT_SIGMA * np.exp(rng.normal(0, 0.3))
        oval = sigma * rng.uniform(0.6, 1)
        out += np.exp(rng.normal(0, 0.4)) * np.exp(-a * a / (2 * sigma**2) - b * b / (2 * oval**2))
    return out, r


def laid(grey, breast, spots, radius, rng, height=None):
    """The film with the spots at a random place of the breast, and the place; None where none is large
    enough.
    """
    half = spots.shape[0] // 2
    depth = cv2.distanceTransform(breast.astype(np.uint8), cv2.DIST_L2, 3)
    depth[:half], depth[-half:], depth[:, :half], depth[:, -half:] = 0, 0, 0, 0
    places = np.argwhere(depth > max(0.8 * radius, LEAST_DEPTH))
    if len(places) == 0:
        return None
    y, x = places[rng.integers(len(places))]
    out = grey.copy()
    region = out[y - half : y + half, x - half : x + half]
    grain = (region - cv2.GaussianBlur(region, (0, 0), 1.5)).std()
    region += spots * (1 if height is None else grain * height)
    return np.clip(out, 0, 255).round().astype(np.uint8), float(x), float(y)


def write_clusters() -> None:
    films = mias()
    masks = {row['file']: row['tissue_pseudo'] for row in rows_of(ROOT)}
    sources = {
        k: [(f, c) for f, t in films.items() if t['fold'] == k for c in t['circles'] if c[3] == 'CALC']
        for k in FOLDS
    }
    rng = np.random.default_rng(5)
    FOLDER.mkdir(parents=True, exist_ok=True)
    facts = []
    for file, truth in films.items():
        if 'CALC' in {c[3] for c in truth['circles']} | truth['unplaced']:
            continue
        grey, breast = film(file, masks)
        source, circle = sources[truth['fold']][rng.integers(len(sources[truth['fold']]))]
        for kind in ('lifted', 'drawn'):
            spots, radius = lifted(film(source, masks)[0], circle, rng) if kind == 'lifted' else drawn(rng)
            found = laid(grey, breast, spots, radius, rng, None if kind == 'lifted' else rng.uniform(*HEIGHT))
            if found is None:
                continue
            name = f'{kind}-{Path(file).stem}.png'
            Image.fromarray(found[0]).save(FOLDER / name)
            facts.append(dict(file=name, fold=truth['fold'], x=found[1], y=found[2], r=float(radius)))
    (FOLDER / 'films.json').write_text(json.dumps(facts))
    print(len(facts), 'films with a cluster laid in')
