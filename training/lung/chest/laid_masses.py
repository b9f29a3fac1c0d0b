"""Masses drawn at hilum, mediastinum and chest wall of real slices, for the head of the spots to learn
from: patients with masses are few.

    python -m training.lung.chest.laid_masses --data ../shared/datasets/lung --out training/lung/cache/laid

A mass is a lobed ellipse of 32 to 76 mm in the grey of soft tissue, centred where the lung meets solid
tissue. It is laid into slices of luna_slices of folds 1 to 4, reaches into the lung by a quarter of its
area at least, and never measures anything. OUT is a set of its own, with labels.csv, for
engine/whole-slices.ts and spot/features.py.
"""

import argparse
import csv
import random
from pathlib import Path

import cv2
import numpy as np
from scipy import ndimage

from training.lung.crops.data import crop_rows

# Side to which a slice is reduced to find its lungs; parts of air smaller than this, in its pixels, are none
# of them.
SIDE, LEAST_AIR = 256, 250
LEAST_LUNG = 2500
RADIUS_MM = (16, 38)
# How often a mass lies at the edge of solid tissue in place of the wall's side of the lung, and near the
# middle of the body.
SOLID_SIDE, NEAR_MIDDLE, MIDDLE = 0.7, 0.7, 0.28
LEAST_PIXELS, LEAST_IN_AIR = 300, 0.25


def air_of(picture: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Body and air within it, of a picture already reduced."""
    limit, _ = cv2.threshold(picture.astype(np.uint8), 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    dark = picture < limit
    labels, _ = ndimage.label(ndimage.binary_fill_holes(ndimage.binary_opening(~dark, iterations=3)))
    body = ndimage.binary_fill_holes(labels == 1 + np.argmax(np.bincount(labels.ravel())[1:]))
    labels, _ = ndimage.label(ndimage.binary_opening(dark & ndimage.binary_erosion(body, iterations=2)))
    sizes = np.bincount(labels.ravel())
    sizes[0] = 0
    return body, (sizes > LEAST_AIR)[labels]


def hull_of(air: np.ndarray, is_left: bool, middle: float) -> np.ndarray:
    """Convex hull of the air on one side of the body."""
    part = air.copy()
    part[:, (np.arange(air.shape[1]) < middle) != is_left] = False
    outlines, _ = cv2.findContours(part.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hull = np.zeros(air.shape, np.uint8)
    if outlines:
        cv2.fillConvexPoly(hull, cv2.convexHull(np.vstack(outlines)), 1)
    return hull > 0


def places_of(
    air: np.ndarray, hull: np.ndarray, body: np.ndarray, middle: float, rng
) -> tuple[np.ndarray, np.ndarray]:
    """Rows and columns at which a mass may be centred."""
    solid = ndimage.binary_dilation(air & hull, iterations=2) & ~air & hull
    edge = solid if rng.random() < SOLID_SIDE else air & hull & ~ndimage.binary_erosion(hull, iterations=4)
    if rng.random() < NEAR_MIDDLE:
        width = np.ptp(np.nonzero(body)[1])
        edge = edge & (np.abs(np.arange(edge.shape[1]) - middle) < MIDDLE * width)
    return np.nonzero(edge)


def noise(shape: tuple, sigma: float, rng) -> np.ndarray:
    smooth = cv2.GaussianBlur(rng.normal(0, 1, shape).astype(np.float32), (0, 0), sigma)
    return smooth / smooth.std()


def lobed(shape: tuple, x: float, y: float, radius: float, rng) -> np.ndarray:
    short, turn = radius * rng.uniform(0.6, 1), rng.uniform(0, np.pi)
    rows, columns = np.mgrid[: shape[0], : shape[1]].astype(np.float32)
    along = (columns - x) * np.cos(turn) + (rows - y) * np.sin(turn)
    across = (rows - y) * np.cos(turn) - (columns - x) * np.sin(turn)
    border = 1 - 0.13 * noise(shape, max(2, radius / 4), rng) - 0.05 * noise(shape, 1.5, rng)
    return np.hypot(along / radius, across / short) < border


def laid(picture: np.ndarray, mm: float, rng) -> tuple[np.ndarray, tuple] | None:
    """The picture with a mass and the mass's box; None where there is no room."""
    scale = SIDE / max(picture.shape)
    body, air = air_of(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))
    columns = np.nonzero(body)[1]
    middle = (columns.min() + columns.max()) / 2
    hull = hull_of(air, rng.random() < 0.5, middle)
    rows, columns = places_of(air, hull, body, middle, rng)
    if hull.sum() < LEAST_LUNG or len(rows) < 20:
        return None
    place = rng.integers(len(rows))
    mass = lobed(
        picture.shape, columns[place] / scale, rows[place] / scale, rng.uniform(*RADIUS_MM) / mm, rng
    )
    whole = lambda part: cv2.resize(part.astype(np.uint8), picture.shape[::-1]) > 0
    lung, hull = whole(air), whole(hull)
    mass &= ndimage.binary_dilation(hull, iterations=6)
    if mass.sum() < LEAST_PIXELS or (mass & lung).sum() < LEAST_IN_AIR * mass.sum():
        return None
    tissue = picture[hull & ~lung & (picture > np.percentile(picture, 60))]
    level = np.median(tissue) if tissue.size > 50 else np.percentile(picture, 85)
    texture = level + rng.normal(0, 3, picture.shape) + 1.1 * noise(picture.shape, 2, rng)
    soft = cv2.GaussianBlur(mass.astype(np.float32), (0, 0), rng.uniform(0.7, 1.6))
    rows, columns = np.nonzero(mass)
    box = columns.min(), rows.min(), columns.max() + 1, rows.max() + 1
    return np.clip(picture * (1 - soft) + np.maximum(picture, texture) * soft, 0, 255).astype(np.float32), box


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument('--data', type=Path, required=True)
    parser.add_argument('--slices', type=int, default=200, help='drawn at random; some have no room')
    parser.add_argument('--out', type=Path, required=True)
    args = parser.parse_args()
    root, rng, laid_rows = args.data / 'luna_slices', np.random.default_rng(5), []
    args.out.mkdir(parents=True, exist_ok=True)
    rows = [row for row in crop_rows(root) if row['fold'] != '0']
    for row in random.Random(5).sample(rows, args.slices):
        picture = cv2.imread(str(root / row['file']), cv2.IMREAD_GRAYSCALE).astype(np.float32)
        drawn = laid(picture, float(row['mm_per_pixel']), rng)
        if drawn is None:
            continue
        picture, box = drawn
        boxes = [','.join(map(str, box)), *([row['boxes']] if row['boxes'] != '-' else [])]
        name = f'{Path(row["file"]).stem}.png'
        cv2.imwrite(str(args.out / name), picture.astype(np.uint8))
        laid_rows.append({**row, 'file': name, 'boxes': '|'.join(boxes)})
    with open(args.out / 'labels.csv', 'w', newline='') as file:
        writer = csv.DictWriter(file, laid_rows[0].keys())
        writer.writeheader()
        writer.writerows(laid_rows)
    print(len(laid_rows), 'slices with a mass laid in')


if __name__ == '__main__':
    main()
