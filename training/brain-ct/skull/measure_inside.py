"""Intracranial mask of the engine against outlines made another way: measure_inside.py DATASET OUT_FOLDER
[--list] [--show]

`--list` prints twenty slices, one each of twenty patients, where the skull is closed; the engine reads them
(`npm run --silent analyse -- brain-ct $(…) --out OUT_FOLDER`), then a call without `--list` prints the Dice
of each and writes OUT_FOLDER/inside.json; `--show` draws both outlines.

The other way: a closed path around the head in polar coordinates along the steepest rise from brain to
bone, found by dynamic programming. It shares neither thresholds nor morphology with the engine.
"""

import csv
import json
import sys
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

COUNT, LEVELS = 20, (0.5, 0.88)
ANGLES = 720
# Largest change of radius from one angle to the next, pixels.
STEP = 2
OUTSIDE_SKULL = 6


def chosen(dataset):
    with open(dataset / 'labels.csv', newline='') as file:
        rows = list(csv.DictReader(file))
    cases = sorted({row['case'] for row in rows})
    names = []
    for number, case in enumerate(cases[:: max(1, len(cases) // COUNT)][:COUNT]):
        wanted = LEVELS[0] + (LEVELS[1] - LEVELS[0]) * number / (COUNT - 1)
        own = [row for row in rows if row['case'] == case]
        names.append(
            min(own, key=lambda row: abs(int(row['slice_order']) / (int(row['n_slices']) - 1) - wanted))[
                'file'
            ]
        )
    return names


def outline(grey):
    """Inside of the inner table, boolean."""
    bone = (grey > 250).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(bone)
    # A child's skull is in parts.
    large = stats[1:][stats[1:, cv2.CC_STAT_AREA] > 0.2 * stats[1:, cv2.CC_STAT_AREA].max()]
    x, y = large[:, 0].min(), large[:, 1].min()
    w, h = (large[:, 0] + large[:, 2]).max() - x, (large[:, 1] + large[:, 3]).max() - y
    centre, reach = (x + w / 2, y + h / 2), int(max(w, h) / 2 + 4)
    polar = cv2.warpPolar(
        cv2.GaussianBlur(grey, (0, 0), 1.0), (reach, ANGLES), centre, reach, cv2.INTER_LINEAR
    ).astype(np.float32)
    rise = np.gradient(polar, axis=1)
    # Bone further out on the same ray may rise as steeply: the first rise counts, later ones pay.
    passed = np.cumsum(polar > 235, axis=1)
    cost = -rise + 3.0 * passed
    cost[:, : reach // 4] = 1e3
    path = closed_path(cost)
    angles = np.arange(ANGLES) * 2 * np.pi / ANGLES
    points = np.stack([centre[0] + path * np.cos(angles), centre[1] + path * np.sin(angles)], 1)
    mask = np.zeros(grey.shape, np.uint8)
    cv2.fillPoly(mask, [np.rint(points).astype(np.int32)], 1)
    return mask > 0


def closed_path(cost):
    """Radius by angle with the least sum; twice around, so that the second turn starts where the first
    ended.
    """
    turns = np.vstack([cost, cost])
    total, back = turns.copy(), np.zeros(turns.shape, int)
    radii = np.arange(turns.shape[1])
    for a in range(1, len(turns)):
        moves = np.stack([np.roll(total[a - 1], -d) + 2.0 * abs(d) for d in range(-STEP, STEP + 1)])
        best = moves.argmin(0)
        back[a] = np.clip(radii + best - STEP, 0, len(radii) - 1)
        total[a] += moves.min(0)
    path = [int(total[-1].argmin())]
    for a in range(len(turns) - 1, 0, -1):
        path.append(back[a, path[-1]])
    return np.array(path[::-1][ANGLES // 2 : ANGLES // 2 + ANGLES])[
        np.r_[ANGLES - ANGLES // 2 : ANGLES, : ANGLES - ANGLES // 2]
    ]


def main():
    dataset, out = Path(sys.argv[1]), Path(sys.argv[2])
    if '--list' in sys.argv:
        print('\n'.join(str((dataset / name).resolve()) for name in chosen(dataset)))
        return
    values = []
    with open(out / 'results.jsonl') as file:
        for line in file:
            result = json.loads(line)
            labels = np.asarray(Image.open(out / result['labels']))
            mine = (labels > 0) & (labels != OUTSIDE_SKULL)
            truth = outline(np.asarray(Image.open(result['file']).convert('L')))
            values.append(2 * (mine & truth).sum() / (mine.sum() + truth.sum()))
            print(Path(result['file']).name, round(float(values[-1]), 4))
            if '--show' in sys.argv:
                shown = cv2.cvtColor(np.asarray(Image.open(result['file']).convert('L')), cv2.COLOR_GRAY2BGR)
                for region, colour in ((mine, (0, 255, 0)), (truth, (0, 0, 255))):
                    found, _ = cv2.findContours(
                        region.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
                    )
                    cv2.drawContours(shown, found, -1, colour, 1)
                cv2.imwrite(str(out / (Path(result['file']).stem + '-inside.png')), shown)
    figures = {
        'mean_dice': round(float(np.mean(values)), 4),
        'least_dice': round(float(min(values)), 4),
        'of': len(values),
    }
    (out / 'inside.json').write_text(json.dumps(figures) + '\n')
    print(figures)


if __name__ == '__main__':
    main()
