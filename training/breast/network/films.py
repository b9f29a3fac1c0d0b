"""The films that the breast network learns from, in one orientation: chest wall left."""

import cv2
import numpy as np
from PIL import Image

from training.breast.truth import DATA, mias
from training.datasets import rows_of

STORED_HEIGHT = 640
BACKGROUND, ADIPOSE, GLAND, PECTORAL = 0, 1, 2, 3


def chest_wall_left(breast):
    """True when the breast meets the left border of the picture more than the right one."""
    strip = max(2, breast.shape[1] // 16)
    return breast[:, :strip].sum() >= breast[:, -strip:].sum()


def load(kind, row, truth):
    """grey 0..255 float32, labels (MIAS: 1 = any breast tissue), box of breast and muscle, circles (x, y,
    r, kind, severity).
    """
    root = DATA / 'breast' / ('ddsm_tissue' if kind == 'ddsm' else 'mias')
    grey = np.asarray(Image.open(root / row['file']))[..., 0]
    labels = np.asarray(Image.open(root / row['mask' if kind == 'ddsm' else 'tissue_pseudo']))
    if kind == 'mias':
        labels = np.choose(labels, [BACKGROUND, ADIPOSE, PECTORAL, BACKGROUND]).astype(np.uint8)
    circles = list(truth['circles']) if truth else []
    if not chest_wall_left(labels > 0):
        circles = [(grey.shape[1] - x, y, r, name, severity) for x, y, r, name, severity in circles]
        grey, labels = grey[:, ::-1], labels[:, ::-1]
    scale = STORED_HEIGHT / grey.shape[0]
    size = (max(8, round(grey.shape[1] * scale)), STORED_HEIGHT)
    grey = cv2.resize(np.ascontiguousarray(grey), size, interpolation=cv2.INTER_AREA).astype(np.float32)
    labels = cv2.resize(np.ascontiguousarray(labels), size, interpolation=cv2.INTER_NEAREST)
    ys, xs = np.nonzero(labels)
    return {
        'kind': kind,
        'fold': int(row['fold']),
        'file': row['file'],
        'grey': grey,
        'labels': labels,
        'circles': [(x * scale, y * scale, r * scale, name, severity) for x, y, r, name, severity in circles],
        'unplaced': bool(truth and truth['unplaced']),
        'abnormal': truth['abnormal'] if truth else -1,
        'malignant': truth['malignant'] if truth else -1,
        'density': 'FGD'.index(truth['density']) if truth else -1,
        'box': (xs.min(), ys.min(), xs.max() + 1, ys.max() + 1),
    }


def load_all():
    truths = mias()
    return [
        load(kind, row, truths.get(row['file']) if kind == 'mias' else None)
        for kind, name in (('ddsm', 'ddsm_tissue'), ('mias', 'mias'))
        for row in rows_of(DATA / 'breast' / name)
    ]


def otsu(values):
    histogram, edges = np.histogram(values, bins=256)
    histogram = histogram.astype(np.float64)
    weight = np.cumsum(histogram)
    total = np.cumsum(histogram * np.arange(256))
    mean = total[-1] / weight[-1]
    with np.errstate(divide='ignore', invalid='ignore'):
        between = (mean * weight - total) ** 2 / (weight * (weight[-1] - weight))
    return edges[int(np.nanargmax(np.where(np.isfinite(between), between, -1))) + 1]
