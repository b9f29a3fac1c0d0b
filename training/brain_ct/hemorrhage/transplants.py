"""Real bleedings laid into slices of other heads, each at its own place between the middle of the head and
the skull.

A place is told by its angle about the middle of what the skull encloses and by its share of the way to the
skull, so that what lies on the bone there lies on the bone here. Blood keeps its texture and how far it is
denser than the brain round it.
"""

import random

import cv2
import numpy as np

ROWS, COLUMNS = np.mgrid[0:256, 0:256].astype(np.float32)
ANGLES = 360
# What would hardly be seen is not laid in: fewest pixels, least rise over what was there before (grey of a
# window of 120 HU).
LEAST_PIXELS, LEAST_RISE = 40, 6 / 120


def rim(inside):
    """Middle (x, y) of a region and the way from there to its border in every degree (360)."""
    ys, xs = np.nonzero(inside)
    x0, y0 = xs.mean(), ys.mean()
    turn = ((np.degrees(np.arctan2(ys - y0, xs - x0)) + 360) % 360).astype(int) % ANGLES
    far = np.zeros(ANGLES)
    np.maximum.at(far, turn, np.hypot(xs - x0, ys - y0))
    if (far == 0).any():
        known = np.nonzero(far)[0]
        far = np.interp(np.arange(ANGLES), known, far[known], period=ANGLES)
    kernel = np.exp(-(np.arange(-4, 5) ** 2) / 8)
    return x0, y0, np.convolve(np.concatenate([far[-4:], far, far[:4]]), kernel / kernel.sum(), 'valid')


def transplant(grey, inside, donor, donor_inside, mask):
    """grey and donor float 0-1, inside uint8, mask uint8 (all 256, 256) → (grey, mask), or None where it
    would hardly be seen.
    """
    x0, y0, far = rim(inside)
    u0, v0, reach = rim(donor_inside)
    level, donor_level = float(np.median(grey[inside > 0])), float(np.median(donor[donor_inside > 0]))
    turn, mirror, size = random.gauss(0, 18), random.random() < 0.5, random.uniform(0.85, 1.25)
    dx, dy = COLUMNS - x0, ROWS - y0
    angle = np.degrees(np.arctan2(dy, dx))
    share = np.hypot(dx, dy) / far[np.round(angle).astype(int) % ANGLES]
    if mirror:
        angle = 180 - angle
    angle = angle + turn
    # Larger or smaller about the bleeding's own angle, with the skull where it is.
    ys, xs = np.nonzero(mask)
    own = np.degrees(np.arctan2(ys.mean() - v0, xs.mean() - u0))
    beside = (angle - own + 180) % 360 - 180
    angle = own + beside / size
    share = 1 - (1 - share) / size if random.random() < 0.7 else share
    r = share * reach[np.round(angle).astype(int) % ANGLES]
    at = (
        (u0 + r * np.cos(np.radians(angle))).astype(np.float32),
        (v0 + r * np.sin(np.radians(angle))).astype(np.float32),
    )
    soft = cv2.remap(cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 0.8), *at, cv2.INTER_LINEAR) * inside
    soft[(share < 0) | (share > 1.05)] = 0
    laid = (soft > 0.5).astype(np.uint8)
    blood = level + (cv2.remap(donor, *at, cv2.INTER_LINEAR) - donor_level) * random.uniform(0.7, 1.15)
    if laid.sum() < LEAST_PIXELS or (blood - grey)[laid > 0].mean() < LEAST_RISE:
        return None
    return np.clip(grey * (1 - soft) + blood * soft, 0, 1).astype(np.float32), laid
