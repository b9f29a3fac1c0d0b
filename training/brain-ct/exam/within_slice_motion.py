"""What tells motion within a slice: slices put together from projections before and after the head moved.

`within_slice_motion.py` prints, for each measure and movement, the AUC against the same slices at rest.
Nothing of it is built in: see the README.
"""

import os
import pathlib

import numpy as np
import pydicom
from scipy import ndimage
from skimage.transform import iradon, radon, resize, rotate
from sklearn.metrics import roc_auc_score

DATA = pathlib.Path(os.environ.get('SECOND_READ_DATA', '../shared/datasets')) / 'brain'
SIDE, VIEWS, MOVED = 256, 240, (1, 2, 4)


def load(path):
    file = pydicom.dcmread(path)
    hu = file.pixel_array * float(file.RescaleSlope) + float(file.RescaleIntercept)
    return np.clip(hu, -1000, 3000).astype(np.float32), float(file.PixelSpacing[0])


def moved(hu, shift, turn, part):
    """The first `part` of the projections of the head, the others of the head moved."""
    small = resize(hu, (SIDE, SIDE), anti_aliasing=True, preserve_range=True) + 1000
    other = ndimage.shift(rotate(small, turn, preserve_range=True), (0, shift))
    angles = np.linspace(0, 180, VIEWS, endpoint=False)
    first = int(part * VIEWS)
    views = np.concatenate(
        [radon(small, angles[:first], circle=True), radon(other, angles[first:], circle=True)], 1
    )
    return iradon(views, angles, circle=True, filter_name='hann') - 1000


def measures(hu, mm):
    """Streaks in the air around the head, doubled skull, width of its outer edge, grain of the brain."""
    head = ndimage.binary_fill_holes(ndimage.binary_opening(hu > -300, iterations=2))
    labels, count = ndimage.label(head)
    head = labels == 1 + np.argmax(ndimage.sum(head, labels, range(1, count + 1)))
    away = ndimage.distance_transform_edt(~head) * mm
    rows, columns = np.mgrid[: hu.shape[0], : hu.shape[1]]
    middle = (np.array(hu.shape) - 1) / 2
    seen = np.hypot(rows - middle[0], columns - middle[1]) < 0.48 * hu.shape[0]
    air = hu[(away > 6) & (away < 25) & seen & (hu < -300)]
    doubled, edges = along_rays(ndimage.gaussian_filter(hu, 0.7 / mm), ndimage.center_of_mass(head), mm)
    brain = ndimage.binary_erosion(head, iterations=int(14 / mm)) & (hu > 0) & (hu < 80)
    grain = ndimage.gaussian_filter(hu, 0.8 / mm) - ndimage.gaussian_filter(hu, 3 / mm)
    return {
        'streaks': air.std() if air.size > 200 else np.nan,
        'doubled': doubled,
        'edge': edges,
        'grain': grain[brain].std() if brain.sum() > 500 else np.nan,
    }


def along_rays(hu, center, mm):
    doubled, edges = [], []
    for turn in np.linspace(0, 2 * np.pi, 120, endpoint=False):
        reach = np.arange(0, 140 / mm)
        at = [center[0] + np.sin(turn) * reach, center[1] + np.cos(turn) * reach]
        line = ndimage.map_coordinates(hu, at, order=1, cval=-1000)
        peaks = np.where((line[1:-1] > line[:-2]) & (line[1:-1] >= line[2:]) & (line[1:-1] > 250))[0] + 1
        if len(peaks) == 0:
            continue
        doubled.append(len(peaks) > 1)
        outer = line[peaks[-1] :]
        edges.append((np.argmax(outer < 0) - np.argmax(outer < 0.8 * outer[0])) * mm)
    return (np.mean(doubled), np.median(edges)) if edges else (np.nan, np.nan)


def main():
    files = sorted(DATA.glob('rsna_dicom/**/*.dcm'))[:14] + sorted(DATA.glob('aisd_dicom/files/*'))[3:15:2]
    rng = np.random.default_rng(0)
    rest, after = [], {size: [] for size in MOVED}
    for path in files:
        hu, mm = load(path)
        mm *= hu.shape[0] / SIDE
        rest.append(measures(moved(hu, 0, 0, 0.5), mm))
        for size in MOVED:
            after[size].append(measures(moved(hu, size / mm, size, rng.uniform(0.3, 0.7)), mm))
    print(len(files), 'slices')
    for name in rest[0]:
        for size in MOVED:
            pairs = [(0, one[name]) for one in rest] + [(1, one[name]) for one in after[size]]
            truth, values = zip(*[pair for pair in pairs if not np.isnan(pair[1])])
            print(name, f'{size} mm and degrees', round(roc_auc_score(truth, values), 2))


if __name__ == '__main__':
    main()
