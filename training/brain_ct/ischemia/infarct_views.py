"""Views of slices with a hypodense area: drawn shapes laid into heads without one."""

import random

import cv2
import numpy as np

from training.brain_ct.ischemia.infarct_planes import MAP, planes_of
from training.brain_ct.hemorrhage.slices import degraded, moved

YY, XX = np.mgrid[:256, :256].astype(np.float32)
# Below this grey of the canvas (15 HU) there is CSF, which an infarct does not darken.
CSF_GREY = 35 / 120
# Noise and scatter of other scanners: most and least of the smooth field laid over a head, HU.
FIELD = 2.5
# Round a bleeding nothing is known: its edema may be dark, pixels.
ROUND_BLOOD = 25


def blurred_noise(sigma):
    """Smooth noise of unit spread, drawn coarse and widened: blurring it at full size takes ten times as
    long.
    """
    side = max(3, round(256 / (2 * sigma)))
    return cv2.resize(
        np.random.normal(0, 1, (side, side)).astype(np.float32), (256, 256), interpolation=cv2.INTER_CUBIC
    )


def wedge(inside, depth):
    """A territory that reaches the skull, or a place within: an ellipse with a wavy edge, cut by the
    midline.
    """
    ys, xs = np.nonzero(inside)
    pick = random.randrange(len(ys))
    cx, cy = xs[pick], ys[pick]
    if random.random() < 0.6:  # moved out to the cortex
        mx, my = xs.mean(), ys.mean()
        out = 0.85 * depth.max() / max(8.0, np.hypot(cx - mx, cy - my))
        cx, cy = mx + (cx - mx) * out, my + (cy - my) * out
    long, ratio, angle = random.uniform(10, 52), random.uniform(0.35, 1), random.uniform(0, np.pi)
    dx, dy = XX - cx, YY - cy
    u, v = dx * np.cos(angle) + dy * np.sin(angle), dy * np.cos(angle) - dx * np.sin(angle)
    shape = (np.hypot(u, v / ratio) / long + 0.18 * blurred_noise(random.uniform(5, 14)) < 1) & (inside > 0)
    if random.random() < 0.85:
        shape &= (XX - xs.mean()) * (cx - xs.mean()) > -2
    return shape.astype(np.uint8)


def painted(grey, inside):
    """(grey, outline) with one or two areas darkened by 4-20 HU; gray and white matter come to look alike
    in them.
    """
    depth = cv2.distanceTransform(inside, cv2.DIST_L2, 3)
    mask = np.zeros_like(inside)
    for _ in range(random.choice([1, 1, 1, 2])):
        mask |= wedge(inside, depth)
    drop = float(np.exp(random.uniform(np.log(4), np.log(20)))) / 120
    soft = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), random.uniform(0.8, 4))
    soft = soft * np.clip((grey - CSF_GREY) * 12, 0, 1) * (inside > 0) * (grey < 0.75)
    low = cv2.GaussianBlur(grey, (0, 0), 2)
    tissue = ((low > CSF_GREY) & (low < 0.65) & (inside > 0)).astype(np.float32)
    mean = cv2.GaussianBlur(low * tissue, (0, 0), 9) / np.maximum(cv2.GaussianBlur(tissue, (0, 0), 9), 0.05)
    alike = random.uniform(0, 0.8) * soft * tissue
    texture = 1 + random.uniform(0, 0.35) * blurred_noise(random.uniform(4, 12))
    return (grey + alike * (mean - low) - drop * soft * np.clip(texture, 0.2, 1.8)).astype(np.float32), mask


def with_field(grey, inside):
    """Cupping and scatter: darker and lighter places that are no lesion, and bands between the petrous
    bones.
    """
    field = FIELD * random.random() * blurred_noise(random.uniform(25, 70))
    if random.random() < 0.2:
        band = np.exp(
            -(
                (
                    (YY - random.uniform(100, 190) - (XX - 127) * random.uniform(-0.2, 0.2))
                    / random.uniform(3, 9)
                )
                ** 2
            )
        )
        field = field - random.uniform(1, 8) * band
    return (grey + field * (inside > 0) / 120).astype(np.float32)


def view_of(head, paints):
    """Planes and target (64, 64; nan: unknown) of a prepared head; `paints`: lay an area into it."""
    grey, inside, mask, unknown = head
    grey = grey.astype(np.float32) / 255
    if paints and inside.sum() > 6000:
        grey, drawn = painted(grey, inside)
        mask = mask | drawn
    both = mask + 2 * unknown
    grey, inside, both = moved(with_field(grey, inside), inside, both)
    if random.random() < 0.1:
        size = random.choice([3, 5])
        inside = (cv2.erode if random.random() < 0.5 else cv2.dilate)(inside, np.ones((size, size), np.uint8))
    place = cv2.resize((both & 1).astype(np.float32), (MAP, MAP), interpolation=cv2.INTER_AREA)
    place[cv2.resize((both >> 1).astype(np.float32), (MAP, MAP), interpolation=cv2.INTER_AREA) > 0.1] = np.nan
    return planes_of(degraded(grey, inside), inside), place
