"""Does left against right tell abnormal films of MIAS? The same brightness measures with and without the
other breast.

`python -m training.breast.tried.asymmetry`: prints the AUC of each film, out of fold, with 95 % intervals
over women.
"""

import csv
import json
import os
import pathlib

import numpy as np
from PIL import Image
from scipy import ndimage
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

DATA = pathlib.Path(os.environ.get('SECOND_READ_DATA', '../shared/datasets')) / 'breast/mias'
# Of a film of 0.2 mm: pixels of 2 mm, looked at over 1 cm.
REDUCE, BLUR = 10, 2.5
SIZE = (96, 64)


def film(row):
    """Brightness within the breast in its own spread, chest wall to the left, and where the breast is."""
    grey = np.asarray(Image.open(DATA / row['file']).convert('L')).astype(np.float32)
    breast = np.asarray(Image.open(DATA / row['tissue_pseudo']).convert('L')) == 1
    if row['side'] == 'R':
        grey, breast = grey[:, ::-1], breast[:, ::-1]
    ys, xs = np.where(breast)
    box = np.s_[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    size = SIZE[::-1]
    small = np.asarray(Image.fromarray(grey[box]).resize(size, Image.BOX))
    inside = np.asarray(Image.fromarray(breast[box].astype(np.float32)).resize(size, Image.BOX)) > 0.5
    low, mid, high = np.percentile(small[inside], (25, 50, 75))
    shown = np.where(inside, (small - mid) / max(1, high - low), 0)
    return ndimage.gaussian_filter(shown, BLUR), inside


def features(own, other):
    (shown, inside), (across, beside) = own, other
    both = inside & beside & ndimage.binary_erosion(inside, iterations=3)
    gap = (shown - across)[both]
    return (
        [np.percentile(shown[inside], 99), shown[inside].std(), shown[inside].max()],
        [np.percentile(gap, 99), gap.std(), np.abs(gap).mean()],
    )


def out_of_fold(values, label, fold):
    found = np.zeros(len(label))
    for one in np.unique(fold):
        own = fold == one
        mean, spread = values[~own].mean(0), values[~own].std(0)
        fit = LogisticRegression(C=1.0).fit((values[~own] - mean) / spread, label[~own])
        found[own] = fit.decision_function((values[own] - mean) / spread)
    return found


def interval(label, value, case, rng):
    women = np.unique(case)
    drawn = []
    for _ in range(1000):
        rows = np.concatenate([np.where(case == one)[0] for one in rng.choice(women, len(women))])
        if 0 < label[rows].sum() < len(rows):
            drawn.append(roc_auc_score(label[rows], value[rows]))
    return [round(float(edge), 3) for edge in np.percentile(drawn, (2.5, 97.5))]


def main():
    with open(DATA / 'labels.csv', encoding='utf-8') as file:
        rows = list(csv.DictReader(file))
    pairs = {}
    for row in rows:
        pairs.setdefault(row['case'], {})[row['side']] = row
    own, across, label, fold, case = [], [], [], [], []
    for name, pair in pairs.items():
        if len(pair) < 2:
            continue
        films = {side: film(row) for side, row in pair.items()}
        for side, other in (('L', 'R'), ('R', 'L')):
            alone, compared = features(films[side], films[other])
            own.append(alone)
            across.append(compared)
            label.append(int(pair[side]['abnormal']))
            fold.append(pair[side]['fold'])
            case.append(name)
    own, across, label = np.array(own), np.array(across), np.array(label)
    fold, case, rng = np.array(fold), np.array(case), np.random.default_rng(0)
    result = {'films': len(label), 'abnormal': int(label.sum())}
    for name, values in (('own', own), ('across', across), ('both', np.hstack([own, across]))):
        value = out_of_fold(values, label, fold)
        result[name] = {
            'auc': round(roc_auc_score(label, value), 3),
            'interval': interval(label, value, case, rng),
        }
    print(json.dumps(result))


main()
