"""Nodules with known truth pasted into real stacks, read by `npm run exam`: linking and volume errors.

Shapes are readers' consensus outlines of LIDC crops, carried through the slices as a ball of that outline
(partial volume across and within slices). Solid, in lung that the stack shows black. The figures go to
metrics.json and the README (`python -m training.figures lung`).
"""

import argparse
import csv
import json
import os
import pathlib

import numpy as np
import pydicom
from PIL import Image
from scipy import ndimage

from training.pasted_exams import read, record, score, summary, write

DATA = pathlib.Path(os.environ.get('SECOND_READ_DATA', '../shared/datasets')) / 'lung'
SIZES_MM = (6, 7, 8, 10, 12, 16, 20, 25)
SOLID_HU = 30
MANY = 4


def rows(name):
    with open(DATA / name / 'labels.csv', encoding='utf-8') as file:
        return list(csv.DictReader(file))


def luna(case):
    """Every third slice of a series without a nodule; base first, placed 2.5 mm apart."""
    own = sorted(
        (row for row in rows('luna_normal') if row['case'] == case), key=lambda r: -int(r['slice_order'])
    )
    planes = [
        np.asarray(Image.open(DATA / 'luna_normal' / r['file']).convert('L')) / 255 * 1500 - 1350 for r in own
    ]
    return np.stack(planes).astype(np.float32), float(own[0]['mm_per_pixel']), 2.5


def dicoms(name, keep):
    own = [pydicom.dcmread(DATA / name / row['file']) for row in rows(name) if keep(row)]
    own.sort(key=lambda file: float(file.ImagePositionPatient[2]))
    planes = [file.pixel_array * float(file.RescaleSlope) + float(file.RescaleIntercept) for file in own]
    return np.stack(planes).astype(np.float32), float(own[0].PixelSpacing[0])


def petct():
    """A series of 8 mm slices: those without the tumor at its lower end, placed 2.5 mm apart."""
    volume, pixel = dicoms('petct_dx', lambda row: row['boxes'] == '-')
    return volume, pixel, 2.5


def lidc():
    """With four nodules of its own, which are not counted as false."""
    volume, pixel = dicoms('lidc_series', lambda row: True)
    return volume, pixel, 2.5


def known(name):
    """Boxes of nodules that the series has of its own, by slice from the base up."""
    if not name.startswith('lidc_series'):
        return []
    own = sorted(rows('lidc_series'), key=lambda row: float(row['z_mm']))
    return [
        {'slices': {place: [float(edge) for edge in box.split(',')]}}
        for place, row in enumerate(own)
        if row['boxes'] != '-'
        for box in row['boxes'].split('|')
    ]


SERIES = {
    'luna_normal 0745': lambda: luna('LIDC-IDRI-0745'),
    'luna_normal 0513': lambda: luna('LIDC-IDRI-0513'),
    'petct_dx A0002': petct,
    'lidc_series 0063': lidc,
}


def outlines():
    """Readers' consensus of whole nodules, the rounder half: those that a ball of one outline can stand
    for.
    """
    for row in rows('lidc_nodules'):
        if row['role'] == 'largest' and int(row['area_2of4']) >= 80 and row['fold'] == '0':
            mask = np.asarray(Image.open(DATA / 'lidc_nodules' / row['agreement']).convert('L')) >= 120
            labels, count = ndimage.label(mask)
            if count == 1 and mask.sum() > 0.6 * extent(mask):
                yield mask


def extent(mask):
    ys, xs = np.where(mask)
    return (np.ptp(ys) + 1) * (np.ptp(xs) + 1)


def ball(mask, size_mm, pixel, slab):
    """Share of every voxel that the nodule fills; its area in the middle is that of a disc of `size_mm`."""
    fine = 4
    radius = size_mm / 2
    scale = np.sqrt(np.pi * radius**2 / mask.sum()) / pixel * fine
    center = ndimage.center_of_mass(mask)
    half = int(np.ceil(1.8 * radius / pixel)) + 2
    side = (2 * half + 1) * fine
    grid = (np.arange(side) + 0.5) / 1 - side / 2
    deep = int(np.ceil(radius / slab)) + 1
    filled = np.zeros((2 * deep + 1, 2 * half + 1, 2 * half + 1), np.float32)
    for k in range(-deep, deep + 1):
        for sub in (np.arange(5) - 2) / 5:
            z = (k + sub) * slab
            if abs(z) >= radius:
                continue
            s = scale * np.sqrt(1 - (z / radius) ** 2)
            ys, xs = np.meshgrid(grid / s + center[0], grid / s + center[1], indexing='ij')
            inside = ndimage.map_coordinates(mask.astype(np.float32), [ys, xs], order=1) >= 0.5
            filled[k + deep] += inside.reshape(2 * half + 1, fine, 2 * half + 1, fine).mean((1, 3)) / 5
    return filled


def paste(volume, pixel, slab, rng, shapes):
    """Lays nodules into the lungs, apart from each other. The volume changes; gives what was laid."""
    lung = ndimage.binary_closing(volume < -500, np.ones((1, 7, 7)))
    body = ndimage.binary_fill_holes((volume > -300).any(0))
    lung &= body[None] & ~outside(volume)
    taken = np.zeros(volume.shape, bool)
    laid = []
    for size in rng.permutation(SIZES_MM)[:MANY]:
        filled = ball(shapes[rng.integers(len(shapes))], size, pixel, slab)
        deep, half = filled.shape[0] // 2, filled.shape[1] // 2
        room = ndimage.binary_erosion(lung, np.ones((1, 3, 3)), iterations=int(size / 2 / pixel) + 3) & ~taken
        for z in range(len(room)):
            near = room[max(0, z - deep) : z + deep + 1]
            if z < deep or z + deep >= len(room) or not near.any():
                room[z] = False
        # The slices above and below must have room as well.
        free = ndimage.minimum_filter(room, (2 * deep + 1, 1, 1))
        places = np.argwhere(free)
        if len(places) == 0:
            continue
        z, y, x = places[rng.integers(len(places))]
        box = np.s_[z - deep : z + deep + 1, y - half : y + half + 1, x - half : x + half + 1]
        old = volume[box]
        if old.shape != filled.shape:
            continue
        soft = ndimage.gaussian_filter(filled, (0, 0.6, 0.6))
        noise = old - ndimage.gaussian_filter(old, (0, 2, 2))
        volume[box] = old * (1 - soft) + soft * (SOLID_HU + np.clip(noise, -40, 40))
        around = np.s_[max(0, z - deep - 4) : z + deep + 5, max(0, y - 60) : y + 60, max(0, x - 60) : x + 60]
        taken[around] = True
        truth = {}
        for k, plane in enumerate(filled):
            ys, xs = np.where(plane >= 0.5)
            if len(ys) > 0:
                truth[int(z - deep + k)] = [
                    int(x - half + xs.min()),
                    int(y - half + ys.min()),
                    int(x - half + xs.max() + 1),
                    int(y - half + ys.max() + 1),
                ]
        laid.append({'mm': int(size), 'ml': float(filled.sum() * pixel**2 * slab / 1000), 'slices': truth})
    return laid


def outside(volume):
    labels, _ = ndimage.label(volume < -500, np.array([np.zeros((3, 3)), np.ones((3, 3)), np.zeros((3, 3))]))
    edge = np.unique(
        np.concatenate(
            [labels[:, 0].ravel(), labels[:, -1].ravel(), labels[:, :, 0].ravel(), labels[:, :, -1].ravel()]
        )
    )
    return np.isin(labels, edge[edge > 0])


def main():
    call = argparse.ArgumentParser()
    call.add_argument('--out', type=pathlib.Path, required=True)
    call.add_argument('--stacks', type=int, default=2, help='of each series')
    call.add_argument('--write', action='store_true', help='the stacks alone')
    given = call.parse_args()
    shapes = list(outlines())
    result = {}
    for name, load in SERIES.items():
        told, false = [], 0
        for seed in range(given.stacks):
            volume, pixel, slab = load()
            laid = paste(volume, pixel, slab, np.random.default_rng(seed), shapes)
            if not laid:
                continue
            folder = given.out / f'{name.replace(" ", "-")}-{seed}'
            write(folder / 'stack', volume, pixel, slab)
            if given.write:
                continue
            lesions, others = score(laid, read('lung', folder / 'stack', folder / 'read'), known(name))
            told += lesions
            false += others
        if given.write:
            continue
        result[name] = {'each': told, **summary(told, false)}
        print(name, json.dumps({k: v for k, v in result[name].items() if k != 'each'}), flush=True)
    if given.write:
        return
    every = [one for each in result.values() for one in each['each']]
    result['all'] = summary(every, sum(each['false_lesions'] for each in result.values()))
    print('all', json.dumps(result['all']))
    (given.out / 'pasted.json').write_text(json.dumps(result, indent=1), encoding='utf-8')
    record('lung', 'pasted_nodules', result['all'])


if __name__ == '__main__':
    main()
