"""The heads that the network of hypodense areas learns from, out of the cache of engine/prepare.ts."""

import csv

import cv2
import numpy as np

from training.brain_ct.ischemia.infarct_views import ROUND_BLOOD

PLAIN = ('ct_ich', 'phe_sich')
# Of the canvas: less brain shows the face or the skull's top.
LEAST_INSIDE = 0.12


def prepared(cache, data, source):
    """(label row, (grey, inside, infarct, unknown)) of every prepared slice with enough brain; what
    surrounds a bleeding is unknown.
    """
    labels = {row['file']: row for row in csv.DictReader(open(data / source / 'labels.csv'))}
    canvas = np.memmap(cache / source / 'canvas.bin', np.uint8, 'r').reshape(-1, 2, 256, 256)
    for row in csv.DictReader(open(cache / source / 'index.csv')):
        grey, region = canvas[int(row['row'])]
        inside, label = (region & 3 == 1).astype(np.uint8), labels[row['file']]
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
