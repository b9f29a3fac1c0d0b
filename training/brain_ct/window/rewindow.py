"""Slices of CT-ICH in random windows that are known, to learn how a window is told from the picture alone.

Their window of 120 HU is continued beyond its ends: air, fat and bone are put where they must lie. Writes
OUT/images and OUT/labels.csv (file, source, width, centre, effective width where a gamma bends the scale).
"""

import csv
import random
from pathlib import Path

import cv2
import numpy as np

from training.datasets import rows_of

COLUMNS = ['file', 'source', 'width', 'centre', 'effective', 'fold']


def continued(grey):
    """8-bit slice in a window of 120 HU about 40 → Hounsfield units: what is white or black gets the
    density that lies there.
    """
    hu = grey.astype(np.float32) / 255 * 120 - 20
    white = (grey >= 253).astype(np.uint8)
    deep = cv2.distanceTransform(white, cv2.DIST_L2, 3)
    hu = np.where(
        white > 0, 100 + random.uniform(500, 1300) * (1 - np.exp(-deep / random.uniform(1.5, 5))), hu
    )
    black = grey <= 2
    shown = cv2.morphologyEx((~black).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    head, skull = filled(shown), filled(white)
    hu = np.where(black, -1000, hu)
    fat = black & (head > 0) & (skull == 0)
    hu = np.where(fat, np.random.normal(-95, 12, hu.shape), hu)
    return (
        cv2.GaussianBlur(hu.astype(np.float32), (0, 0), 0.6)
        if random.random() < 0.5
        else hu.astype(np.float32)
    )


def filled(mask):
    outline, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return cv2.drawContours(np.zeros_like(mask), outline, -1, 1, -1)


def shown_in(hu, width, centre, gamma=1.0):
    return np.clip((hu - centre) / width + 0.5, 0, 1) ** gamma


def effective(width, centre, gamma):
    """The width that a straight scale between CSF and blood would have."""
    low, high = max(8, centre - width / 2), min(60, centre + width / 2)
    a, b = (((hu - centre) / width + 0.5) ** gamma for hu in (low, high))
    return (high - low) / max(b - a, 1e-3)


def random_window():
    """Half of them usual; brain is neither black nor white in any."""
    while True:
        if random.random() < 0.5:
            width, centre = random.choice([random.uniform(60, 150), 80, 100, 120]), random.uniform(28, 48)
        else:
            width, centre = float(np.exp(random.uniform(np.log(40), np.log(400)))), random.uniform(0, 130)
        if 0.07 < (34 - centre) / width + 0.5 < 0.85 and centre + width / 2 > 50:
            return width, centre


def degraded(picture):
    """As uploads come: smaller, noisy, written on, inverted, with margins, as JPEG."""
    if random.random() < 0.3:
        side = random.randint(200, 480)
        picture = cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA)
    if random.random() < 0.15:
        picture = np.clip(picture + np.random.normal(0, random.uniform(1, 5), picture.shape), 0, 255)
    picture = np.round(picture).astype(np.uint8)
    if random.random() < 0.1:
        picture = 255 - picture
    elif random.random() < 0.1:
        edge = random.randint(5, 60)
        picture = cv2.copyMakeBorder(
            picture,
            edge,
            edge,
            random.randint(5, 60),
            edge,
            cv2.BORDER_CONSTANT,
            value=random.choice([255, 240, 60]),
        )
    return picture


def learn(dataset, out, count):
    rows = [row for row in rows_of(dataset) if int(row['slice_order']) / (int(row['n_slices']) - 1) > 0.15]
    written = []
    for number in range(count):
        row = random.choice(rows)
        hu = continued(cv2.imread(str(dataset / row['file']), cv2.IMREAD_GRAYSCALE))
        width, centre = random_window()
        gamma = random.uniform(0.75, 1.35) if random.random() < 0.2 else 1.0
        picture = degraded(255 * shown_in(hu, width, centre, gamma))
        name = f'images/{number:05}.{"jpg" if random.random() < 0.4 else "png"}'
        cv2.imwrite(
            str(out / name),
            picture,
            [cv2.IMWRITE_JPEG_QUALITY, random.randint(50, 95)] if name.endswith('jpg') else [],
        )
        written.append(
            [
                name,
                row['file'],
                round(width, 2),
                round(centre, 2),
                round(effective(width, centre, gamma), 2),
                row['fold'],
            ]
        )
    return written


def write_rewindowed(dataset: Path, out: Path, count: int) -> None:
    random.seed(5), np.random.seed(5)
    (out / 'images').mkdir(parents=True, exist_ok=True)
    with open(out / 'labels.csv', 'w', newline='') as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        writer.writerows(learn(dataset, out, count))
