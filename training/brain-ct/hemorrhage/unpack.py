"""Puts what jobs.py brought back where the measures look for it: `unpack.py RESULTS CHECKPOINTS CACHE`.

Networks as CHECKPOINTS/NAME-SEED.pt, and what the networks of the folds say of the slices of CT-ICH that
they never learned from, as plain-FOLD.npz: the order of slices is that of CACHE/ct_ich, which pack.py packs
first.
"""

import sys
from pathlib import Path

import numpy as np
import torch

FOLDS = range(5)


def main():
    results, checkpoints, cache = map(Path, sys.argv[1:4])
    checkpoints.mkdir(parents=True, exist_ok=True)
    for part in ('weights-all', 'weights-out'):
        for name, weights in torch.load(results / f'{part}.pt', map_location='cpu').items():
            torch.save(
                {
                    key: value.float() if value.is_floating_point() else value
                    for key, value in weights.items()
                },
                checkpoints / f'{name}.pt',
            )
    said = np.load(results / 'predictions.npz')
    count = len(open(cache / 'ct_ich' / 'index.csv').readlines()) - 1
    for fold in FOLDS:
        row = said[f'fold-{fold}-0/row']
        own = row < count
        part = {
            name: said[f'fold-{fold}-0/{name}'][own]
            for name in ('row', 'logits', 'place', 'position', 'levels')
        }
        np.savez(
            checkpoints / f'plain-{fold}.npz', **{**part, 'place': (part['place'] / 255).astype(np.float16)}
        )
        print('fold', fold, own.sum(), 'slices')


if __name__ == '__main__':
    main()
