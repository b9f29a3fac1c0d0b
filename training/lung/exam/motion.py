"""Breaths between slices: how often exam/motion.ts names one, on series as they are and with breaths made.

`exam/motion.py DIR…`: folders of label maps that `npm run exam -- lung` left of whole series. A breath is
made by going on with a slice some levels higher or lower: levels left out, or shown twice.
"""

import pathlib
import sys

import numpy as np
from PIL import Image

# As in analyses/lung/exam/motion.ts and engine/lungs/profile.ts.
MOVED_FROM, LEAST, WHOLE_FROM, FIELDS = 2.3, 0.05, 0.4, 16


def profile(path):
    """A digit for each field of the picture: tenths of it that are lung."""
    lung = np.asarray(Image.open(path)) > 0
    height, width = lung.shape
    ys, xs = np.arange(height) * FIELDS // height, np.arange(width) * FIELDS // width
    field = ys[:, None] * FIELDS + xs[None]
    share = np.bincount(field.ravel(), lung.ravel(), FIELDS**2) / np.bincount(
        field.ravel(), minlength=FIELDS**2
    )
    return np.minimum(9, (10 * share).astype(int))


def ratios(run):
    """How much more each step changes than those around it, by its place; NaN where it is not judged."""
    size = run.sum(1)
    steps = np.abs(np.diff(run, axis=0)).sum(1) / np.maximum(1, (size[1:] + size[:-1]) / 2)
    small = np.minimum(size[1:], size[:-1]) < WHOLE_FROM * size.max()
    found = np.full(len(steps), np.nan)
    for i in range(2, len(steps) - 2):
        around = [i - 2, i - 1, i + 1, i + 2]
        if not small[i] and not small[around].any():
            found[i] = 0 if steps[i] < LEAST else steps[i] / max(0.01, np.median(steps[around]))
    return found


def main():
    every = [
        np.array([profile(path) for path in sorted(pathlib.Path(each).iterdir())]) for each in sys.argv[1:]
    ]
    for folder, run in zip(sys.argv[1:], every):
        judged = ratios(run)
        judged = judged[~np.isnan(judged)]
        top = ', '.join(f'{ratio:.2f}' for ratio in sorted(judged)[-3:])
        print(f'{folder}: {len(judged)} steps judged, named {(judged >= MOVED_FROM).sum()}, largest {top}')
    for jump in (-4, -3, -2, 2, 3, 4):
        hits = []
        for run in every:
            plain = ratios(run)
            for i in range(6, len(run) - 8):
                if not np.isnan(plain[i]):
                    ratio = ratios(np.concatenate([run[: i + 1], run[i + 1 + jump :]]))[i]
                    hits.append(ratio >= MOVED_FROM)
        print(f'gone on {jump:+d} slices: named in {np.mean(hits):.3f} of {len(hits)} places')


main()
