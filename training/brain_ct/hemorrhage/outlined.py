"""Outlines of the bleedings of CT-ICH that can be seen in its pictures: `outlined.csv`, made for this
training.

The data set says of every slice whether it bleeds, not where. All 209 bleeding slices were looked at on the
canvas, brain window 80 HU wide; where a bleeding showed, it was ringed by ellipses (centre x, y, half axes,
turn in degrees; canvas pixels, `|` between two), in 117 slices of 13 patients, and within the rings what is
denser than brain belongs to it. They were drawn by the developers, not by a radiologist. On the other 92
slices nothing dense was found. `pixels` holds the area found when they were drawn.
"""

import csv
from pathlib import Path

import cv2
import numpy as np

PATH = Path(__file__).with_name('outlined.csv')
# Denser than brain by this much (grey of a window of 120 HU), and not bone.
ABOVE_BRAIN, BONE = 8 / 120, 0.96
# Largest change of an outlined area that another canvas may bring.
TOLERANCE = 0.3


def ellipses():
    """{file: [(x, y, half x, half y, degrees)]}, {file: pixels}."""
    rows = list(csv.DictReader(open(PATH)))
    return {
        row['file']: [tuple(map(float, ring.split())) for ring in row['ellipses'].split('|')] for row in rows
    }, {row['file']: int(row['pixels']) for row in rows}


def outline(grey, inside, rings):
    """Mask (256, 256) of the bleeding: grey 0-1, inside uint8."""
    level = float(np.median(grey[inside > 0]))
    zone = np.zeros((256, 256), np.uint8)
    for x, y, rx, ry, turn in rings:
        cv2.ellipse(zone, (round(x), round(y)), (round(rx) + 1, round(ry) + 1), turn, 0, 360, 1, -1)
    calm = cv2.GaussianBlur(np.minimum(grey, 0.97).astype(np.float32), (0, 0), 1.0)
    near = cv2.dilate(inside, np.ones((5, 5), np.uint8))
    mask = ((zone > 0) & (near > 0) & (calm > level + ABOVE_BRAIN) & (grey < BONE)).astype(np.uint8)
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    return cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))


def outlines(slices):
    """{row: mask} of those slices whose bleeding is outlined."""
    rings, _ = ellipses()
    return {
        index: outline(*slices.plain(index), rings[row['file']])
        for index, row in enumerate(slices.rows)
        if row['file'] in rings
    }


def check_outlines(cache: Path, dataset: Path) -> None:
    """Stops where the canvas has changed since they were drawn."""
    from training.brain_ct.hemorrhage.slices import Slices

    slices = Slices(cache, dataset)
    found = {slices.rows[row]['file']: int(mask.sum()) for row, mask in outlines(slices).items()}
    for file, pixels in ellipses()[1].items():
        if abs(found[file] - pixels) > TOLERANCE * pixels + 20:
            raise SystemExit(
                f'{file}: {found[file]} pixels, {pixels} when outlined: the canvas has changed, draw anew'
            )
