"""Heads whose skull is opened: the bone of an arc becomes scalp or swollen brain, with burr holes, staples,
blood and air at its edges.

The region inside is what the whole skull enclosed; where the bone was it is left unknown, as the brain may
bulge.
"""

import random

import cv2
import numpy as np

from training.brain_ct.hemorrhage.slices import degraded, moved

SIDE, MAP = 128, 64
YY, XX = np.mgrid[:256, :256].astype(np.float32)


def planes_of(grey):
    """(256, 256) grey 0-1 → (3, 128, 128): the brain window, its upper end, and how far from the middle of
    the head a place lies.
    """
    planes = np.stack(
        [
            np.clip(grey, 0, 1) * 2 - 1,
            np.clip((grey - 0.8) * 10, -1, 1),
            np.hypot(XX - 127.5, YY - 127.5) / 128 - 0.5,
        ]
    )
    return np.stack(
        [cv2.resize(plane.astype(np.float32), (SIDE, SIDE), interpolation=cv2.INTER_AREA) for plane in planes]
    )


def opened(grey, inside):
    """(grey, unknown) with one or two arcs of the skull taken out."""
    ys, xs = np.nonzero(inside)
    cx, cy = xs.mean(), ys.mean()
    angle = np.degrees(np.arctan2(YY - cy, XX - cx))
    head = cv2.morphologyEx((grey > 0.12).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    shell = (
        (cv2.dilate(inside, np.ones((3, 3), np.uint8), iterations=random.randint(12, 24)) > 0)
        & (inside == 0)
        & (head > 0)
    )
    white = cv2.dilate((grey > 0.75).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    gone = np.zeros_like(shell)
    for _ in range(random.choice([1, 1, 1, 2])):
        centre, half = (
            random.uniform(-180, 180),
            random.uniform(12, 80) if random.random() < 0.8 else random.uniform(2, 6),
        )
        away = np.abs((angle - centre + 180) % 360 - 180)
        gone |= (away < half) & shell & white
    within = np.median(grey[inside > 0])
    tone = within + random.uniform(-0.14, 0.06)
    texture = cv2.GaussianBlur(
        np.random.normal(0, 1, grey.shape).astype(np.float32), (0, 0), random.uniform(0.7, 3)
    )
    soft = cv2.GaussianBlur(gone.astype(np.float32), (0, 0), 0.8)
    out = grey * (1 - soft) + (tone + random.uniform(0.01, 0.05) * texture / texture.std()) * soft
    edge = gone & (cv2.dilate(inside, np.ones((3, 3), np.uint8), iterations=random.randint(1, 4)) > 0)
    if random.random() < 0.5:  # blood, air or a dural substitute along the gap
        out = np.where(edge, random.choice([within + 0.2, within + 0.3, 0.02, within - 0.2]), out)
    if random.random() < 0.4 and gone.any():  # staples
        places = np.argwhere(gone & (cv2.erode(head, np.ones((5, 5), np.uint8)) == 0))
        for y, x in places[np.random.permutation(len(places))[: random.randint(3, 14)]]:
            cv2.circle(out, (int(x), int(y)), 1, 1.0, -1)
    if random.random() < 0.5:
        out = bulged(out, gone, inside, (cx, cy))
    return out, gone.astype(np.uint8)


def bulged(grey, gone, inside, middle):
    """The head beside the gap moved out or in, which the target follows only as far as it is known."""
    push = cv2.GaussianBlur(gone.astype(np.float32), (0, 0), 10) * random.uniform(-8, 12)
    dx, dy = XX - middle[0], YY - middle[1]
    far = np.hypot(dx, dy) + 1e-3
    return cv2.remap(
        grey.astype(np.float32),
        (XX - push * dx / far).astype(np.float32),
        (YY - push * dy / far).astype(np.float32),
        cv2.INTER_LINEAR,
    )


def view_of(grey, inside):
    """Planes and target (64, 64; nan: unknown) of a slice, its skull opened nine times of ten."""
    unknown = np.zeros_like(inside)
    if random.random() < 0.9:
        grey, unknown = opened(grey, inside)
    both = inside + 2 * (cv2.dilate(unknown, np.ones((5, 5), np.uint8)) * (1 - inside))
    grey, both, _ = moved(grey.astype(np.float32), both.astype(np.uint8), np.zeros_like(inside))
    if random.random() < 0.15:  # cut by the edge of the picture
        cut = random.randint(0, 50)
        grey, both = grey.copy(), both.copy()
        grey[:cut], both[:cut] = 0, 0
    place = cv2.resize((both & 1).astype(np.float32), (MAP, MAP), interpolation=cv2.INTER_AREA)
    place[cv2.resize((both >> 1).astype(np.float32), (MAP, MAP), interpolation=cv2.INTER_AREA) > 0.2] = np.nan
    return planes_of(degraded(grey, (both & 1).astype(np.uint8))), place
