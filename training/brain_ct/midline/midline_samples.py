"""Views of slices whose midline was moved by a known amount, for midline_train.py.

Writes CACHE/midline/{planes,truth,row}.npy: the engine's own crop of a slice (2, 128, 96 bytes: density,
inside the skull), by how much the midline of 32 bands moved (of the inner width), and the slice it was made
from. Only slices without bleeding, and none next to one that bleeds, whose midline may have moved by
itself.
"""

import random
from pathlib import Path

import cv2
import numpy as np

from training.brain_ct.hemorrhage.lesions import calcification, paint
from training.brain_ct.midline.midline_fields import Head, displacement, midline_moved
from training.brain_ct.hemorrhage.slices import Slices, coarser, marked

BANDS, TALL, WIDE = 32, 128, 96
# How much of the inner width the crop spans, densities that bytes 0 and 255 stand for, and brain's own.
SPAN, LEAST_HU, MOST_HU, BRAIN_HU = 1.1, 0, 70, 34
# Largest push, of the inner width: 15 mm are 0.11 of most heads, the largest shifts reported about 0.2.
FARTHEST = 0.2
# Places in the scan at which the shift is reported: seen twice as often.
ASSESSED = (0.36, 0.76)
# Beside a slice that bleeds this many slices are left out.
NEAR_BLEEDING = 3


def usable(slices, kept_from=0.33, kept_to=0.85):
    """Slices whose midline may be taken to lie where it should."""
    order = np.array([int(r['slice_order']) for r in slices.rows])
    near = np.zeros(len(order), bool)
    for row in np.nonzero(slices.any)[0]:
        near |= (slices.case == slices.case[row]) & (np.abs(order - order[row]) <= NEAR_BLEEDING)
    inside = np.array([slices.plain(row)[1].sum() for row in range(len(order))])
    return np.nonzero(
        ~near & (slices.position > kept_from) & (slices.position < kept_to) & (inside > 0.3 * 256 * 256)
    )[0]


def crop_of(hu, inside, head, skew=0.0, beside=0.0):
    """(256, 256) densities → (2, 128, 96) bytes as analyses/brain-ct/engine/midline/midline-network.ts
    samples them; keep the two alike.
    """
    tissue = np.where(inside > 0, np.clip(hu, LEAST_HU, MOST_HU), BRAIN_HU).astype(np.float32)
    tissue = cv2.GaussianBlur(tissue, (0, 0), 1)
    ys = head.first + (np.arange(TALL) + 0.5) / TALL * (head.last - head.first + 1) - 0.5
    offsets = ((np.arange(WIDE) + 0.5) / WIDE - 0.5) * SPAN * head.width
    line = head.ideal(ys) + beside * head.width + skew * (ys - head.middle_y)
    xs = line[:, None] + offsets[None]
    grid = xs.astype(np.float32), np.repeat(ys[:, None], WIDE, 1).astype(np.float32)
    tissue = cv2.remap(tissue, *grid, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=BRAIN_HU)
    region = cv2.remap(
        inside.astype(np.float32), *grid, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=0
    )
    return np.stack(
        [np.round((tissue - LEAST_HU) / (MOST_HU - LEAST_HU) * 255), np.round(region * 255)]
    ).astype(np.uint8)


def seen(grey, inside):
    """The slice in another window and quality, and its densities as the engine would find them."""
    width, centre = random.choice([120, 120, random.uniform(60, 150), 80, 100]), random.uniform(34, 42)
    hu = grey * 120 - 20
    shown = np.clip((hu - centre) / width + 0.5, 0, 1).astype(np.float32)
    if random.random() < 0.3:
        shown = cv2.GaussianBlur(shown, (0, 0), random.uniform(0.4, 1.3))
    if random.random() < 0.25:
        shown = coarser(shown)
    if random.random() < 0.35:
        shown = shown + np.random.normal(0, random.uniform(0.005, 0.05), shown.shape)
    if random.random() < 0.15:
        shown = marked(shown)
    if random.random() < 0.15:
        shown = np.clip(shown, 0, 1) ** random.uniform(0.8, 1.25)
    shown = np.round(np.clip(shown, 0, 1) * 255) / 255
    used = (width if width < 105 else 120) * random.uniform(0.92, 1.08)
    level = float(np.median(shown[inside > 0])) + random.gauss(0, 0.008)
    return BRAIN_HU + (shown - level) * used


def infarct(grey, head):
    """An area darker than brain, in one half."""
    ys, xs = np.nonzero(head.depth > 12)
    pick, radius = random.randrange(len(ys)), random.uniform(8, 32)
    gy, gx = np.mgrid[0:256, 0:256].astype(np.float32)
    near = np.clip(1.5 - np.hypot(gx - xs[pick], (gy - ys[pick]) * random.uniform(0.7, 1.4)) / radius, 0, 1)
    return (grey - near * (head.depth > 0) * random.uniform(4, 16) / 120 * (grey > 0.3)).astype(np.float32)


def turned(grey, inside):
    """The engine stands the head upright to within some degrees; half the views are mirrored."""
    matrix = cv2.getRotationMatrix2D((127.5, 127.5), random.uniform(-3, 3), random.uniform(0.92, 1.03))
    squeeze = random.uniform(0.93, 1.07)
    matrix[0] = matrix[0] * squeeze + np.array([0, 0, 127.5 * (1 - squeeze)])
    matrix[:, 2] += np.random.uniform(-3, 3, 2)
    planes = [
        cv2.warpAffine(p, matrix, (256, 256), flags=f)
        for p, f in ((grey, cv2.INTER_CUBIC), (inside, cv2.INTER_NEAREST))
    ]
    return [np.ascontiguousarray(p[:, ::-1]) for p in planes] if random.random() < 0.5 else planes


def sample(slices, row):
    grey, inside = slices.plain(row)
    if random.random() < 0.85:
        grey, inside = turned(grey, inside)
    head = Head(inside)
    painted_before = random.random() < 0.5
    if painted_before:
        grey = painted(grey, inside, head)
    dx, dy = displacement(head, FARTHEST * head.width)
    drawn = cv2.remap(grey, COLUMNS - dx, ROWS - dy, cv2.INTER_LINEAR)
    grey = np.where(inside > 0, drawn, grey)
    if not painted_before:
        grey = painted(grey, inside, head)
    moved = midline_moved(head, dx) / head.width
    if random.random() < 0.15:
        size = random.choice([3, 5])
        inside = (cv2.erode if random.random() < 0.5 else cv2.dilate)(inside, np.ones((size, size), np.uint8))
        head = Head(inside)
    crop = crop_of(seen(grey, inside), inside, head, random.gauss(0, 0.01), random.gauss(0, 0.006))
    ys = head.first + (np.arange(BANDS) + 0.5) / BANDS * (head.last - head.first + 1) - 0.5
    return crop, np.interp(ys, np.arange(256), moved).astype(np.float32)


def painted(grey, inside, head):
    if random.random() < 0.3 and (drawn := paint(grey, inside)) is not None:
        grey = drawn[0].astype(np.float32)
    if random.random() < 0.15:
        grey = infarct(grey, head)
    if random.random() < 0.1:
        grey = calcification(grey, inside)
    return grey


ROWS, COLUMNS = np.mgrid[0:256, 0:256].astype(np.float32)


def write_samples(cache: Path, dataset: Path, count: int) -> None:
    random.seed(17), np.random.seed(17)
    slices = Slices(cache, dataset)
    rows = usable(slices)
    print(len(rows), 'slices of', len(np.unique(slices.case[rows])), 'patients')
    assessed = rows[(slices.position[rows] > ASSESSED[0]) & (slices.position[rows] < ASSESSED[1])]
    pool = np.concatenate([rows, assessed])
    chosen = np.tile(pool, count // len(pool) + 1)
    np.random.shuffle(chosen)
    chosen = chosen[:count]
    out = cache / 'midline'
    out.mkdir(parents=True, exist_ok=True)
    planes = np.lib.format.open_memmap(out / 'planes.npy', 'w+', np.uint8, (count, 2, TALL, WIDE))
    truth = np.zeros((count, BANDS), np.float32)
    for index, row in enumerate(chosen):
        planes[index], truth[index] = sample(slices, row)
        if index % 2000 == 0:
            print(index, flush=True)
    np.save(out / 'truth.npy', truth), np.save(out / 'row.npy', chosen)
