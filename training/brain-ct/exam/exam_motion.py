"""Motion between slices: how often exam/motion.ts names it on CT-ICH, unmoved and moved by known amounts."""

import csv
import os
import pathlib

import numpy as np
from PIL import Image
from scipy import ndimage

DATA = pathlib.Path(os.environ.get('SECOND_READ_DATA', '../shared/datasets')) / 'brain/ct_ich'
MAX_CHANGE = 0.03
MOVED_FROM = 0.015


def outline(path):
    """Middle, width and height of the largest bone, as engine/head/bone-outline.ts."""
    labels, count = ndimage.label(np.asarray(Image.open(path).convert('L')) >= 250)
    if count == 0:
        return None
    largest = 1 + np.argmax(ndimage.sum(labels > 0, labels, range(1, count + 1)))
    ys, xs = np.where(labels == largest)
    (left, right), (top, bottom) = np.percentile(xs, [1, 99]), np.percentile(ys, [1, 99])
    return (left + right) / 2, (top + bottom) / 2, right - left, bottom - top


def jumps(head):
    """How far each step between slices lies off those around it, shares of the width."""
    found = []
    for i in range(len(head) - 1):
        around = [j for j in range(i - 2, i + 3) if 0 <= j < len(head) - 1]
        pairs = [(head[j], head[j + 1]) for j in around]
        if len(around) < 4 or any(
            not one or not two or any(abs(two[k] - one[k]) >= MAX_CHANGE * one[k] for k in (2, 3))
            for one, two in pairs
        ):
            continue
        off = [
            head[i + 1][k] - head[i][k] - np.median([head[j + 1][k] - head[j][k] for j in around if j != i])
            for k in (0, 1)
        ]
        found.append((i, float(np.hypot(*off)) / head[i][2]))
    return found


def main():
    heads = {}
    with open(DATA / 'labels.csv', encoding='utf-8') as file:
        for row in sorted(csv.DictReader(file), key=lambda row: int(row['slice_order'])):
            heads.setdefault(row['case'], []).append(outline(DATA / row['file']))
    largest = [max(off for _, off in found) for head in heads.values() if (found := jumps(head))]
    print(
        f'{len(largest)} of {len(heads)} heads comparable; largest jump, 90 %: {np.percentile(largest, 90):.4f}'
    )
    print(f'named without known motion: {sum(off >= MOVED_FROM for off in largest)}')
    for share in (0.01, 0.015, 0.02, 0.03):
        hits = []
        for head in heads.values():
            for i, _ in jumps(head):
                moved = [
                    each and (each[0] + share * head[i][2] * (at > i), *each[1:])
                    for at, each in enumerate(head)
                ]
                hits.append(max(off for _, off in jumps(moved)) >= MOVED_FROM)
        print(f'moved by {share:.1%} of the width: named in {np.mean(hits):.3f} of {len(hits)}')


main()
