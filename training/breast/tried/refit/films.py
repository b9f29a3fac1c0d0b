"""Films of every source as `network/films.py` has them, lesion boxes as circles: what `refit/fit.py` learns
from.
"""

import cv2
import numpy as np
import pandas as pd
import pydicom
from PIL import Image

from training.breast.network.films import STORED_HEIGHT, chest_wall_left, load, otsu
from training.breast.network.recover import FOLDS
from training.breast.sources import LEAST
from training.breast.truth import DATA, mias


def grey_of(path):
    """Grey 0 to 255, float32, dense bright."""
    if path.suffix != '.dcm':
        return np.asarray(Image.open(path).convert('L')).astype(np.float32)
    film = pydicom.dcmread(path)
    grey = film.pixel_array.astype(np.float32)
    if film.PhotometricInterpretation == 'MONOCHROME1':
        grey = grey.max() - grey
    return np.clip(255 * grey / np.percentile(grey, 99.9), 0, 255)


def body_of(grey):
    """The largest part brighter than half of Otsu's threshold."""
    bright = cv2.GaussianBlur(grey, (0, 0), 2) > 255 * 0.5 * otsu(grey / 255)
    _, parts, sizes, _ = cv2.connectedComponentsWithStats(bright.astype(np.uint8))
    return parts == 1 + np.argmax(sizes[1:, 4])


def circle(box, least):
    x0, y0, x1, y1 = box
    # Fragments of outlines are neither lesion nor free of one, as calcifications are for MIAS.
    name = 'MISC' if min(x1 - x0, y1 - y0) >= least else 'CALC'
    return (x0 + x1) / 2, (y0 + y1) / 2, np.sqrt((x1 - x0) * (y1 - y0)) / 2, name, 'B'


def boxed(source, row, least):
    grey = grey_of(DATA / 'breast' / source / row['file'])
    body = body_of(grey)
    boxes = [tuple(map(float, b.split(','))) for b in str(row['lesion_boxes']).split('|') if ',' in b]
    circles = [circle(box, least) for box in boxes]
    if not chest_wall_left(body):
        circles = [(grey.shape[1] - x, *rest) for x, *rest in circles]
        grey, body = grey[:, ::-1], body[:, ::-1]
    scale = STORED_HEIGHT / grey.shape[0]
    size = (round(grey.shape[1] * scale), STORED_HEIGHT)
    labels = cv2.resize(np.ascontiguousarray(body.astype(np.uint8)), size, interpolation=cv2.INTER_NEAREST)
    ys, xs = np.nonzero(labels)
    return {
        'kind': 'mias',
        'fold': -1,
        'labels': labels,
        'unplaced': False,
        'abnormal': 1,
        'malignant': -1,
        'grey': cv2.resize(np.ascontiguousarray(grey), size, interpolation=cv2.INTER_AREA),
        'circles': [(x * scale, y * scale, r * scale, *rest) for x, y, r, *rest in circles],
        'box': (xs.min(), ys.min(), xs.max() + 1, ys.max() + 1),
        'density': -1,
    }


def films():
    """(source, film): the MIAS films of the folds that one shipped network never saw, and all others."""
    truths = mias()
    for _, row in pd.read_csv(DATA / 'breast/mias/labels.csv').iterrows():
        if row['fold'] in FOLDS:
            yield 'mias', load('mias', row, truths[row['file']])
    for source, least in LEAST.items():
        for _, row in pd.read_csv(DATA / 'breast' / source / 'labels.csv').iterrows():
            yield source, boxed(source, row, least)
