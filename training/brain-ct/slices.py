"""The canvas cache as training samples: random slice or painted bleeding, changed as other scanners and publications do."""
import csv
import random
from pathlib import Path

import cv2
import numpy as np

from lesions import calcification, paint, scalp_swelling
from network import MAP, SIDE, TYPES


class Slices:
    def __init__(self, cache, dataset):
        cache, dataset = Path(cache), Path(dataset)
        self.canvas = np.memmap(cache / 'canvas.bin', np.uint8, 'r').reshape(-1, 2, 256, 256)
        labels = {row['file']: row for row in csv.DictReader(open(dataset / 'labels.csv'))}
        self.rows = [labels[row['file']] for row in csv.DictReader(open(cache / 'index.csv'))]
        self.fold = np.array([int(r['fold']) for r in self.rows])
        self.any = np.array([int(r['any_ich']) for r in self.rows])
        self.types = np.array([[int(r[t]) for t in TYPES] for r in self.rows], np.float32)
        self.position = np.array([int(r['slice_order']) / (int(r['n_slices']) - 1) for r in self.rows], np.float32)
        self.case = np.array([r['case'] for r in self.rows])

    def plain(self, index):
        grey, region = self.canvas[index]
        return grey.astype(np.float32) / 255, (region == 1).astype(np.uint8)


def planes_of(grey, inside):
    """(256, 256) canvas → (3, SIDE, SIDE), as analyses/brain-ct/engine/haemorrhage.ts does it; keep the two alike."""
    small = cv2.resize(grey, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    region = cv2.resize(inside.astype(np.float32), (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    within = small[region > 0.5]
    level = float(np.median(within)) if within.size > 50 else 0.45
    seen = np.clip((small - level) * 4, -2, 2.5)
    return np.stack([seen, (seen - seen[:, ::-1]) * np.float32(0.5), region]).astype(np.float32)


def other_window(grey):
    """From 120 HU round 40 to another brain window; air stays black."""
    width, centre = random.choice([random.uniform(60, 150), 80, 100]), random.uniform(32, 45)
    hu = grey * 120 - 20
    shown = np.clip((hu - centre) / width + 0.5, 0, 1)
    return np.where(grey < 0.02, 0, shown).astype(np.float32)


def marks(grey):
    shown = (np.clip(grey, 0, 1) * 255).astype(np.uint8)
    for _ in range(random.randint(1, 4)):
        x, y, tone = random.randrange(256), random.randrange(256), random.choice([255, 255, 0, 150])
        if random.random() < 0.6:
            text = ''.join(random.choices('ABCDRLF 0123', k=random.randint(1, 6)))
            cv2.putText(shown, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, random.uniform(0.3, 0.9), tone, random.randint(1, 2), cv2.LINE_AA)
        else:
            cv2.arrowedLine(shown, (x, y), (x + random.randint(-40, 40), y + random.randint(-40, 40)), tone, random.randint(1, 3), cv2.LINE_AA, tipLength=0.4)
    return shown.astype(np.float32) / 255


def moved(grey, inside, mask):
    turn = random.uniform(-6, 6) if random.random() < 0.8 else random.uniform(-25, 25)
    matrix = cv2.getRotationMatrix2D((127.5, 127.5), turn, random.uniform(0.86, 1.06))
    matrix[:, 2] += np.random.uniform(-8, 8, 2)
    squeeze = random.uniform(0.92, 1.08)
    matrix[0] = matrix[0] * squeeze + np.array([0, 0, 127.5 * (1 - squeeze)])
    out = [cv2.warpAffine(p, matrix, (256, 256), flags=f) for p, f in ((grey, cv2.INTER_LINEAR), (inside, cv2.INTER_NEAREST), (mask, cv2.INTER_NEAREST))]
    return [np.ascontiguousarray(p[:, ::-1]) for p in out] if random.random() < 0.5 else out


def degraded(grey):
    if random.random() < 0.5:
        grey = other_window(grey)
    if random.random() < 0.3:
        grey = np.clip(grey, 0, 1) ** random.uniform(0.75, 1.3)
    if random.random() < 0.3:
        grey = cv2.GaussianBlur(grey, (0, 0), random.uniform(0.4, 1.4))
    if random.random() < 0.3:
        grey = grey + np.random.normal(0, random.uniform(0.005, 0.05), grey.shape)
    if random.random() < 0.25:
        grey = marks(grey)
    if random.random() < 0.2:
        coded = cv2.imencode('.jpg', (np.clip(grey, 0, 1) * 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, random.randint(30, 90)])[1]
        grey = cv2.imdecode(coded, 0).astype(np.float32) / 255
    return np.clip(grey, 0, 1).astype(np.float32)


def sample(slices, pools):
    """One sample: planes, map target (nan: unknown), slice targets (nan: unknown), position."""
    pick = random.random()
    positive = pick < 0.35
    cases = pools['positive' if positive else 'negative']
    index = random.choice(cases[random.choice(list(cases))])
    grey, inside = slices.plain(index)
    target, mask, drawn = np.zeros(6, np.float32), np.zeros((256, 256), np.uint8), None
    if not positive and random.random() < 0.3:
        grey = scalp_swelling(grey, inside, grey > 0.1)
    if not positive and random.random() < 0.1:
        grey = calcification(grey, inside)
    if positive:
        target[0], target[1:] = 1, slices.types[index]
    elif pick < 0.68 and slices.position[index] > 0.2:  # a face has no brain to bleed
        drawn = paint(grey, inside)
        if drawn is not None:
            grey, bleeding, kind = drawn
            mask, target[0], target[1 + kind] = bleeding.astype(np.uint8), 1, 1
    grey, inside, mask = moved(grey.astype(np.float32), inside, mask)
    if random.random() < 0.1:  # the region may be found imperfectly
        size = random.choice([3, 5, 7])
        inside = (cv2.erode if random.random() < 0.5 else cv2.dilate)(inside, np.ones((size, size), np.uint8))
    place = np.full((MAP, MAP), np.nan, np.float32)
    if not positive:
        place = (cv2.resize(mask.astype(np.float32), (MAP, MAP), interpolation=cv2.INTER_AREA) > 0.3).astype(np.float32)
    return planes_of(degraded(grey), inside), place, target, slices.position[index]
