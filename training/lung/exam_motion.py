"""Breaths between slices: how often exam/motion.ts names one, on series as they are and with breaths made.

`exam_motion.py LUNGS`: what `training/lung/engine/exam-lungs.ts` wrote of luna_normal and petct_dx. A breath is made by
going on with a slice some levels higher or lower: levels left out, or shown twice.
"""

import csv
import json
import os
import pathlib
import sys

import numpy as np

DATA = pathlib.Path(os.environ.get("SECOND_READ_DATA", "../shared/datasets")) / "lung"
# As in analyses/lung/exam/motion.ts.
MOVED_FROM, LEAST, WHOLE_FROM = 2.5, 0.1, 0.4


def series(lungs):
    """Profiles of the lungs along each stack, a row a slice."""
    for name in ("luna_normal", "petct_dx"):
        with open(DATA / name / "labels.csv", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        for case in sorted({row["case"] for row in rows}):
            own = sorted((row for row in rows if row["case"] == case), key=lambda row: int(row["slice_order"]))
            yield f"{name} {case}", np.array([lungs[f"{name}/{row['file']}"] for row in own])


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
    lungs = {}
    for line in open(sys.argv[1], encoding="utf-8"):
        one = json.loads(line)
        lungs["/".join(one["file"].split("/")[-3:])] = [int(digit) for digit in one["profile"].ljust(256, "0")]
    every = dict(series(lungs))
    for name, run in every.items():
        judged = ratios(run)
        judged = judged[~np.isnan(judged)]
        top = ", ".join(f"{ratio:.2f}" for ratio in sorted(judged)[-3:])
        print(f"{name}: {len(judged)} steps judged, named {(judged >= MOVED_FROM).sum()}, largest {top}")
    for jump in (-4, -3, -2, 2, 3, 4):
        hits = []
        for name, run in every.items():
            plain = ratios(run)
            for i in range(6, len(run) - 8):
                if not name.startswith("luna") or np.isnan(plain[i]):
                    continue
                ratio = ratios(np.concatenate([run[: i + 1], run[i + 1 + jump :]]))[i]
                hits.append(ratio >= MOVED_FROM)
        print(f"gone on {jump:+d} slices: named in {np.mean(hits):.3f} of {len(hits)} places")


main()
