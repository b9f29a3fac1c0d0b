"""What looks like blood and is none: drawn into slices with and without a bleeding (grey 0-1, 120 HU wide)."""

import random

import cv2
import numpy as np

from training.brain_ct.hemorrhage.lesions import HU, bone_islands, calcification, scalp_swelling, smooth_noise

ROWS, COLUMNS = np.mgrid[0:256, 0:256].astype(np.float32)


def falx(grey, inside):
    """A dense falx or sinus, of the whole length or a part of it."""
    ys, xs = np.nonzero(inside)
    middle, top, bottom = xs.mean(), ys.min(), ys.max()
    start, end = sorted(random.uniform(top, bottom) for _ in range(2))
    if random.random() < 0.3:
        start, end = top, bottom
    lean = random.gauss(0, 0.05)
    across = np.abs(COLUMNS - middle - lean * (ROWS - ys.mean()) - random.gauss(0, 1.5))
    line = np.clip(random.uniform(0.8, 2.2) - across + 0.5, 0, 1) * (ROWS > start) * (ROWS < end)
    return risen(grey, inside, line, random.uniform(6, 30))


def tentorium(grey, inside):
    """Two dense lines that part from the middle towards the back."""
    ys, xs = np.nonzero(inside)
    apex, slope = np.quantile(ys, random.uniform(0.45, 0.7)), random.uniform(0.5, 1.3)
    across = np.abs(np.abs(COLUMNS - xs.mean()) - slope * (ROWS - apex)) / np.hypot(1, slope)
    line = (
        np.clip(random.uniform(0.8, 2) - across + 0.5, 0, 1)
        * (ROWS > apex)
        * (ROWS < apex + random.uniform(15, 60))
    )
    return risen(grey, inside, line, random.uniform(6, 25))


def vessels(grey, inside):
    """Contrast or slow blood in vessels: short dense lines and dots."""
    ys, xs = np.nonzero(inside)
    drawn = np.zeros((256, 256), np.float32)
    for _ in range(random.randint(2, 7)):
        pick = random.randrange(len(ys))
        x, y = int(xs[pick]), int(ys[pick])
        cv2.line(drawn, (x, y), (x + random.randint(-16, 16), y + random.randint(-10, 10)), 1, 1, cv2.LINE_AA)
    return risen(grey, inside, cv2.GaussianBlur(drawn, (0, 0), 0.6), random.uniform(10, 40))


def hardened_beam(grey, inside):
    """Bands from bone to bone, bright and dark, as between the petrous ridges."""
    ys, _ = np.nonzero(inside)
    turn = random.gauss(0, 0.25)
    along = (ROWS - np.quantile(ys, random.uniform(0.3, 0.9))) * np.cos(turn) + (COLUMNS - 128) * np.sin(turn)
    width = random.uniform(2, 9)
    bands = np.exp(-((along / width) ** 2)) - 0.8 * np.exp(
        -(((along - random.uniform(-3, 3) * width) / width) ** 2)
    )
    return np.clip(grey + bands * random.uniform(4, 14) * HU * (inside > 0), 0, 1).astype(np.float32)


def metal(grey, inside):
    """A clip, coil or electrode with its streaks."""
    ys, xs = np.nonzero(inside)
    pick = random.randrange(len(ys))
    dx, dy = COLUMNS - xs[pick], ROWS - ys[pick]
    far = np.hypot(dx, dy) + 1
    streaks = np.sin(np.arctan2(dy, dx) * random.randint(3, 9) + random.uniform(0, 6)) * np.exp(
        -far / random.uniform(20, 60)
    )
    out = grey + streaks * random.uniform(10, 60) * HU * (inside > 0)
    return np.clip(np.where(far < random.uniform(2, 5), 1, out), 0, 1).astype(np.float32)


def wide_rim(grey, inside):
    """Bone cut at a slant: the inner table fades into brain over some pixels, on one side or all round."""
    depth = cv2.distanceTransform(inside, cv2.DIST_L2, 5)
    side = np.clip(0.5 + smooth_noise((256, 256), 40), 0, 1) if random.random() < 0.8 else 1
    fading = np.exp(-depth / random.uniform(0.8, 1.8)) * (inside > 0) * side
    return np.clip(grey + fading * random.uniform(15, 60) * HU, 0, 1).astype(np.float32)


def risen(grey, inside, place, rise):
    return np.clip(grey + place * rise * HU * (inside > 0), 0, 1).astype(np.float32)


# How often each is drawn.
OFTEN = {
    falx: 0.2,
    tentorium: 0.1,
    vessels: 0.12,
    hardened_beam: 0.12,
    metal: 0.05,
    wide_rim: 0.2,
    calcification: 0.12,
    bone_islands: 0.15,
}


def with_mimics(grey, inside, times=1.0):
    """Some of them, drawn at random, `times` as often as usual."""
    if random.random() < 0.25 * times:
        grey = scalp_swelling(grey, inside, grey > 0.1)
    if inside.sum() < 2500:
        return grey.astype(np.float32)
    for draw, share in OFTEN.items():
        if random.random() < share * times:
            grey = draw(grey, inside)
    return grey.astype(np.float32)
