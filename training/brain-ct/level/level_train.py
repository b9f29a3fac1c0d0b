"""Trains the level head: which level of the head a slice shows, on features of a hemorrhage network that stay as they are.

`level_train.py CACHE DATA NETWORK OUT`: CACHE/SOURCE of prepare.ts, NETWORK of recover.py or train.py. Writes OUT/features-SOURCE.npz once,
prints the share of right levels (neighbors half) per source by heads that never saw it; writes OUT/level-head.pt, trained
on all that may be learnt from.
"""
import csv
import random
import sys
from pathlib import Path

import cv2
import numpy as np
import torch
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from torch import nn

from predict import network_of
from slices import Slices, degraded, moved, planes_of
from sources import LEVELS

# The sets whose licences let weights be shipped, marked where they say so; the others measure alone.
LEARNT = ['ct_ich', 'phe_sich', 'roboflow_ich', 'mbh25', 'cpaisd']
BATCH, VIEWS, SHRINKAGE, FEATURES = 16, 5, 0.5, 192 + 2 * 112


def head_of(path):
    """Features of a slice (n, FEATURES) → logits of the five levels."""
    head = nn.Linear(FEATURES, len(LEVELS))
    if path is not None:
        head.load_state_dict(torch.load(path))
    return head.eval()


def level_features(x, middle):
    """Means of the last block over the slice, of the middle one over its front and its back half (network.deep)."""
    half = middle.shape[2] // 2
    return torch.cat([x.mean((2, 3)), middle[:, :, :half].mean((2, 3)), middle[:, :, half:].mean((2, 3))], 1)


@torch.no_grad()
def gathered(network, planes):
    batches = (torch.from_numpy(np.stack(planes[at:at + BATCH])) for at in range(0, len(planes), BATCH))
    parts = [level_features(*network.deep(network.early(batch.contiguous(memory_format=torch.channels_last)))) for batch in batches]
    return torch.cat(parts).numpy()


def view_of(slices, row):
    grey, inside = slices.plain(row)
    grey, inside, _ = moved(grey, inside, np.zeros_like(inside))
    return planes_of(degraded(grey, inside), inside)


def gather(cache, data, network, out):
    """OUT/features-SOURCE.npz of every source that has none yet."""
    labels = list(csv.DictReader(open(Path(__file__).parent / 'levels.csv')))
    for source in sorted({row['source'] for row in labels}):
        if (out / f'features-{source}.npz').exists():
            continue
        slices = Slices(cache / source, data / source)
        levels = {row['file']: LEVELS.index(row['level']) for row in labels if row['source'] == source}
        rows = [at for at, row in enumerate(slices.rows) if row['file'] in levels]
        plain = gathered(network, [planes_of(*slices.plain(row)) for row in rows])
        views = gathered(network, [view_of(slices, row) for row in rows for _ in range(VIEWS)]).reshape(len(rows), VIEWS, -1)
        level = np.array([levels[slices.rows[row]['file']] for row in rows])
        np.savez(out / f'features-{source}.npz', plain=plain, views=views, level=level, source=slices.source[rows], case=slices.case[rows])
        print(source, len(rows), 'of', len(levels), flush=True)


def trained(found, own):
    """Fisher's linear discriminant on slices and their views, its covariance shrunk half way to a diagonal one."""
    every = np.concatenate([found['plain'][own][:, None], found['views'][own]], 1)
    flat, level = every.reshape(-1, FEATURES), np.repeat(found['level'][own], every.shape[1])
    mean, scale = flat.mean(0), flat.std(0) + 1e-3
    fit = LinearDiscriminantAnalysis(solver='lsqr', shrinkage=SHRINKAGE).fit((flat - mean) / scale, level)
    head, weight = head_of(None), fit.coef_ / scale
    head.load_state_dict({'weight': torch.from_numpy(weight).float(), 'bias': torch.from_numpy(fit.intercept_ - weight @ mean).float()})
    return head


def share_right(level, wanted):
    away = np.abs(level - wanted)
    return float(np.mean(np.where(away == 0, 1, np.where(away == 1, 0.5, 0))))


# CT-ICH is left out by halves of its patients: the network below the head has seen it.
def left_out(found):
    learnt = np.isin(found['source'], LEARNT)
    for name in sorted(set(found['source'])):
        own = found['source'] == name
        if name != 'ct_ich':
            yield name, own, learnt & ~own
            continue
        half = np.array([int(case.split('/')[1]) % 2 for case in found['case'][own]])
        for number in (0, 1):
            part = own.copy()
            part[np.nonzero(own)[0][half != number]] = False
            yield name, part, learnt & ~part


def main():
    cache, data, path, out = map(Path, sys.argv[1:5])
    torch.set_num_threads(1), cv2.setNumThreads(1)
    random.seed(11), np.random.seed(11)
    out.mkdir(parents=True, exist_ok=True)
    gather(cache, data, network_of(path), out)
    parts = [np.load(part) for part in sorted(out.glob('features-*.npz'))]
    found = {name: np.concatenate([part[name] for part in parts]) for name in parts[0].files}
    torch.save(trained(found, np.isin(found['source'], LEARNT)).state_dict(), out / 'level-head.pt')
    level = np.full(len(found['level']), -1)
    for _, own, rest in left_out(found):
        head = trained(found, rest)
        with torch.no_grad():
            level[own] = head(torch.from_numpy(found['plain'][own])).argmax(1)
    np.savez(out / 'left-out.npz', level=level, wanted=found['level'], source=found['source'])
    for name in sorted(set(found['source'])):
        own = found['source'] == name
        print(name, own.sum(), f"{share_right(level[own], found['level'][own]):.3f}", 'face', f"{np.mean(level[own] == 0):.2f} of {np.mean(found['level'][own] == 0):.2f}")
    print('all', f"{share_right(level, found['level']):.3f}", 'exact', f"{np.mean(level == found['level']):.3f}")


if __name__ == '__main__':
    main()
