"""The heads that the network of hypodense areas learns from, out of the cache of engine/prepare.ts."""

import cv2
import numpy as np

from training.brain_ct import canvas
from training.brain_ct.ischemia.infarct_views import ROUND_BLOOD

PLAIN = ('ct_ich', 'phe_sich')
# Of the canvas: less brain shows the face or the skull's top.
LEAST_INSIDE = 0.12


def prepared(cache, data, source):
    """(label row, (grey, inside, infarct, unknown)) of every prepared slice with enough brain; what
    surrounds a bleeding is unknown.
    """
    for label, grey, region in canvas.prepared(cache / source, data / source):
        inside = canvas.inside_of(region)
        if inside.mean() < LEAST_INSIDE:
            continue
        outlined = ((region & 8) > 0).astype(np.uint8) * inside
        blood = ((region & 4) > 0).astype(np.uint8)
        unknown = (
            blood if not blood.any() else cv2.dilate(blood, np.ones((3, 3), np.uint8), iterations=ROUND_BLOOD)
        )
        if source == 'phe_sich':  # outlined edema, and slices beside a bleeding
            unknown, outlined = unknown | cv2.dilate(outlined, np.ones((9, 9), np.uint8)), outlined * 0
        yield label, (grey, inside, outlined, unknown * inside)


def is_without(label):
    """Neither a bleeding nor, as far as anybody said, an infarct."""
    return label['any_ich'] == '0' and label.get('near_positive', '0') != '1'
