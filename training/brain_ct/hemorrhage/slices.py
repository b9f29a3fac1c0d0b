"""The canvas cache as training samples, and how other scanners and publications change a slice
(`rendered.py` does so for a whole batch).
"""

import random
from pathlib import Path

import cv2
import numpy as np

from training.brain_ct.canvas import inside_of, prepared
from training.brain_ct.hemorrhage.network import MAP, MARGIN, SIDE, TYPES


class Slices:
    """The prepared slices of one set. What nobody said (a type, the place in the scan) is nan; `any` is -1
    then.
    """

    def __init__(self, cache: Path, dataset: Path):
        read = list(prepared(cache, dataset))
        self.rows, self.canvas = [label for label, *_ in read], [planes for _, *planes in read]
        self.fold = np.array([int(r['fold']) for r in self.rows])
        # The slice beside a bleeding may show its edge: neither one nor the other.
        self.any = np.array(
            [-1 if r.get('near_positive') == '1' else int(r['any_ich'] or -1) for r in self.rows]
        )
        self.types = np.array([[float(r[t] or 'nan') for t in TYPES] for r in self.rows], np.float32)
        self.position = np.array([place_of(r) for r in self.rows], np.float32)
        self.case = np.array([f'{dataset.name}/{r["case"]}' for r in self.rows])

    def only(self, kept):
        """The slices where `kept` (n) is true."""
        part = object.__new__(Slices)
        part.rows, part.canvas = (
            [value for value, keep in zip(values, kept, strict=True) if keep]
            for values in (self.rows, self.canvas)
        )
        for name in ARRAYS:
            setattr(part, name, getattr(self, name)[kept])
        return part

    def plain(self, index):
        grey, region = self.canvas[index]
        return grey.astype(np.float32) / 255, inside_of(region)

    def outline(self, index):
        """What the set itself outlines; of a box what is dense within it. None where that is too little to
        be the bleeding.
        """
        region = self.canvas[index][1]
        mask = ((region >> 2) & 1).astype(np.uint8)
        row = self.rows[index]
        if not row.get('haemorrhage_pseudo') and not row.get('mask'):
            grey, inside = self.plain(index)
            above = (
                cv2.GaussianBlur(grey, (0, 0), 1) - np.median(grey[inside > 0]) if inside.any() else grey * 0
            )
            mask = mask * inside * (above > 8 / 120) * (above < 60 / 120)
        return mask if mask.sum() >= 15 and row.get('box_doubtful', '0') != '1' else None


ARRAYS = ['fold', 'any', 'types', 'position', 'case']


def place_of(row):
    """0 skull base to 1 vertex; known for CT-ICH, whose scans begin and end alike."""
    return int(row['slice_order']) / (int(row['n_slices']) - 1) if 'label_slice' in row else float('nan')


def middle_of(canvas):
    return canvas[..., MARGIN : MARGIN + SIDE, MARGIN : MARGIN + SIDE]


# By how much the width of a picture's window is told wrongly (log), as measured on scanners never seen, and
# the brain's density, HU.
WIDTH_ERROR, BRAIN_ERROR = 0.13, 2.0


def through_window(grey, inside):
    """As a picture in another window comes back once its window has been told: cut off, in fewer greys, a
    little wrong.
    """
    usual = random.random() < 0.6
    width = (
        random.choice([random.uniform(60, 150), 80, 100])
        if usual
        else float(np.exp(random.uniform(np.log(45), np.log(400))))
    )
    centre = (
        random.uniform(30, 45) if usual else random.uniform(max(20, 62 - width / 2), min(130, 25 + width / 2))
    )
    shown = np.clip((grey * 120 - 20 - centre) / width + 0.5, 0, 1)
    shown = np.round(np.where(grey < 0.01, 0, np.where(grey > 0.99, 1, shown)) * 255) / 255
    within = shown[inside > 0]
    brain = float(np.median(within)) if within.size > 128 else (34 - centre) / width + 0.5
    found = width * np.exp(random.gauss(0, WIDTH_ERROR))
    back = (54 + random.gauss(0, BRAIN_ERROR) + (shown - brain) * found) / 120
    black, white = np.minimum(shown * found / 1.5, 1), np.minimum((1 - shown) * found / 1.5, 1)
    return (1 - (1 - np.clip(back, 0, 1) * black) * white).astype(np.float32)


def marks():
    """Letters and arrows (2, 256, 256): their tone and where they are, 0 to 255."""
    tone, place = made = np.zeros((2, 256, 256), np.uint8)
    for _ in range(random.randint(1, 4)):
        drawn, shade = np.zeros((256, 256), np.uint8), random.choice([255, 255, 0, 150])
        x, y, width = random.randrange(256), random.randrange(256), random.randint(1, 3)
        if random.random() < 0.6:
            text, size = (
                ''.join(random.choices('ABCDRLF 0123', k=random.randint(1, 6))),
                random.uniform(0.3, 0.9),
            )
            font = cv2.FONT_HERSHEY_SIMPLEX
            cv2.putText(drawn, text, (x, y), font, size, 255, min(width, 2), cv2.LINE_AA)
        else:
            end = (x + random.randint(-40, 40), y + random.randint(-40, 40))
            cv2.arrowedLine(drawn, (x, y), end, 255, width, cv2.LINE_AA, tipLength=0.4)
        tone[drawn > 0] = shade
        place[:] = np.maximum(place, drawn)
    return made


def marked(grey):
    tone, place = marks() / np.float32(255)
    return np.clip(grey, 0, 1) * (1 - place) + tone * place


def moved(grey, inside, mask):
    """The engine stands the head upright, so most turns left are small."""
    turn = random.uniform(-5, 5) if random.random() < 0.85 else random.uniform(-20, 20)
    matrix = cv2.getRotationMatrix2D((127.5, 127.5), turn, random.uniform(0.86, 1.06))
    matrix[:, 2] += np.random.uniform(-6, 6, 2)
    squeeze = random.uniform(0.92, 1.08)
    matrix[0] = matrix[0] * squeeze + np.array([0, 0, 127.5 * (1 - squeeze)])
    out = [
        cv2.warpAffine(p, matrix, (256, 256), flags=f)
        for p, f in ((grey, cv2.INTER_LINEAR), (inside, cv2.INTER_NEAREST), (mask, cv2.INTER_NEAREST))
    ]
    return [np.ascontiguousarray(p[:, ::-1]) for p in out] if random.random() < 0.5 else out


def coarser(grey):
    """As from a small picture."""
    side = random.randint(110, 230)
    return cv2.resize(
        cv2.resize(grey, (side, side), interpolation=cv2.INTER_AREA),
        (256, 256),
        interpolation=cv2.INTER_LINEAR,
    )


def degraded(grey, inside):
    if random.random() < 0.6:
        grey = through_window(grey, inside)
    if random.random() < 0.2:
        grey = np.clip(grey, 0, 1) ** random.uniform(0.75, 1.3)
    if random.random() < 0.25:
        grey = cv2.GaussianBlur(grey, (0, 0), random.uniform(0.4, 1.2))
    if random.random() < 0.2:
        grey = coarser(grey)
    if random.random() < 0.3:
        grey = grey + np.random.normal(0, random.uniform(0.005, 0.04), grey.shape)
    if random.random() < 0.25:
        grey = marked(grey)
    grey = np.round(np.clip(grey, 0, 1) * 255).astype(np.uint8)
    if random.random() < 0.25:
        grey = cv2.imdecode(
            cv2.imencode('.jpg', grey, [cv2.IMWRITE_JPEG_QUALITY, random.randint(30, 90)])[1], 0
        )
    return grey.astype(np.float32) / 255


def shrunk(mask):
    return cv2.resize(middle_of(mask).astype(np.float32), (MAP, MAP), interpolation=cv2.INTER_AREA)
