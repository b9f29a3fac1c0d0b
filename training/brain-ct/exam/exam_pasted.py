"""Bleedings with known truth pasted into real heads, read by `npm run exam`: linking and volume errors.

`python training/brain-ct/exam/exam_pasted.py --out DIR`, from the root of the repository. Shapes are the
outlines of whole PHE-SICH bleedings, slice by slice; heads are CT-ICH patients without bleeding, their
window turned to Hounsfield units, 0.45 mm a pixel and 5 mm a slice taken for granted.
"""

import argparse
import csv
import json
import os
import pathlib
import sys

import numpy as np
from PIL import Image
from scipy import ndimage

sys.path.insert(0, str(pathlib.Path(__file__).parents[3]))

from training.pasted_exams import read, record, score, summary, write  # noqa: E402

DATA = pathlib.Path(os.environ.get('SECOND_READ_DATA', '../shared/datasets')) / 'brain'
PIXEL_MM, SLAB_MM = 0.45, 5.0
BLOOD_HU = 62
# Smaller ones are not named at all.
MIN_ML, MAX_ML = 1.0, 60.0


def rows(name):
    with open(DATA / name / 'labels.csv', encoding='utf-8') as file:
        return list(csv.DictReader(file))


def cases(name):
    found = {}
    for row in sorted(rows(name), key=lambda row: int(row['slice_order'])):
        found.setdefault(row['case'], []).append(row)
    return found


def shapes():
    """Outlines of whole bleedings: neighboring slices that all have one."""
    for case, own in cases('phe_sich').items():
        marked = [row for row in own if row['haemorrhage_pseudo']]
        orders = [int(row['slice_order']) for row in marked]
        if len(marked) < 2 or orders != list(range(orders[0], orders[0] + len(orders))):
            continue
        masks = [
            np.asarray(Image.open(DATA / 'phe_sich' / row['haemorrhage_pseudo']).convert('L')) > 0
            for row in marked
        ]
        masks = np.stack([ndimage.binary_opening(mask, iterations=1) for mask in masks])
        labels, count = ndimage.label(masks, np.ones((3, 3, 3)))
        sizes = ndimage.sum(masks, labels, range(1, count + 1))
        if count == 0 or sizes.max() < 0.9 * sizes.sum():
            continue
        whole = labels == 1 + np.argmax(sizes)
        whole = whole[whole.any((1, 2))]
        if MIN_ML <= whole.sum() * PIXEL_MM**2 * SLAB_MM / 1000 <= MAX_ML and len(whole) > 1:
            yield case, whole


def head(own):
    """Hounsfield units of the published window; white is bone, black is air."""
    grey = np.stack(
        [np.asarray(Image.open(DATA / 'ct_ich' / row['file']).convert('L')) for row in own]
    ).astype(np.float32)
    hu = -20 + grey * 120 / 255
    hu[grey >= 250] = 1000
    hu[grey == 0] = -1000
    return hu


def paste(volume, shape, rng, taken):
    """Lays one bleeding into brain that is free; None where it fits nowhere."""
    brain = ndimage.binary_opening((volume > 15) & (volume < 60), np.ones((1, 5, 5)))
    for _ in range(200):
        mask = shape[:, :, ::-1] if rng.random() < 0.5 else shape
        z = int(rng.integers(3, max(4, len(volume) - len(mask) - 2)))
        dy, dx = (int(step) for step in rng.integers(-50, 51, 2))
        moved = np.roll(mask, (dy, dx), (1, 2))
        part = np.s_[z : z + len(mask)]
        if len(brain[part]) < len(mask) or (brain[part] & moved).sum() < 0.97 * moved.sum():
            continue
        near = ndimage.binary_dilation(moved.any(0), iterations=25)
        if (taken[max(0, z - 2) : z + len(mask) + 2] & near[None]).any():
            continue
        taken[part] |= moved
        soft = ndimage.gaussian_filter(moved.astype(np.float32), (0, 0.8, 0.8))
        old = volume[part]
        noise = np.clip(old - ndimage.gaussian_filter(old, (0, 2, 2)), -8, 8)
        volume[part] = old * (1 - soft) + soft * (BLOOD_HU + noise)
        return {
            'mm': round(float((6 * moved.sum() * PIXEL_MM**2 * SLAB_MM / np.pi) ** (1 / 3)), 1),
            'ml': float(moved.sum() * PIXEL_MM**2 * SLAB_MM / 1000),
            'slices': {z + k: box(plane) for k, plane in enumerate(moved) if plane.any()},
        }
    return None


def box(plane):
    ys, xs = np.where(plane)
    return [int(xs.min()), int(ys.min()), int(xs.max() + 1), int(ys.max() + 1)]


def main():
    call = argparse.ArgumentParser()
    call.add_argument('--out', type=pathlib.Path, required=True)
    call.add_argument('--heads', type=int, default=10)
    given = call.parse_args()
    pool = list(shapes())
    calm = [own for own in cases('ct_ich').values() if not any(int(row['any_ich']) for row in own)]
    rng = np.random.default_rng(0)
    told, false, missed = [], 0, 0
    for n, own in enumerate(calm[:: max(1, len(calm) // given.heads)][: given.heads]):
        volume, laid = head(own), []
        taken = np.zeros(volume.shape, bool)
        for _ in range(1 + n % 2):
            one = paste(volume, pool[rng.integers(len(pool))][1], rng, taken)
            laid += [one] if one else []
        if not laid:
            continue
        folder = given.out / f'head-{own[0]["case"]}'
        write(folder / 'stack', volume, PIXEL_MM, SLAB_MM)
        exam = read('brain-ct', folder / 'stack', folder / 'read')
        lesions, others = score(laid, exam, [])
        told, false = told + lesions, false + others
        missed += exam['scores']['haemorrhage_patient'] < 0.4
        print(own[0]['case'], json.dumps(lesions), exam['scores']['haemorrhage_patient'], flush=True)
    result = {'each': told, **summary(told, false), 'heads_not_named': int(missed)}
    print(json.dumps({name: value for name, value in result.items() if name != 'each'}))
    (given.out / 'pasted.json').write_text(json.dumps(result, indent=1), encoding='utf-8')
    record('brain-ct', 'pasted_bleedings', {key: value for key, value in result.items() if key != 'each'})


if __name__ == '__main__':
    main()
