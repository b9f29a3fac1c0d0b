"""Reads the slices of a fold with the network that never saw its patients: `predict.py CACHE DATASET CHECKPOINTS NAME FOLD...`.

Writes CHECKPOINTS/NAME-FOLD.npz: row, logits (n, 6), peak (n: mean logit of the map's brightest places), position (n); each the
mean over the slice and its mirror image.
"""
import sys
from pathlib import Path

import numpy as np
import torch

from network import HaemorrhageNetwork, peak_of
from slices import Slices, planes_of

BATCH = 16


@torch.no_grad()
def read(network, slices, rows):
    parts = []
    for start in range(0, len(rows), BATCH):
        planes = torch.from_numpy(np.stack([planes_of(*slices.plain(row)) for row in rows[start:start + BATCH]]))
        planes = planes.contiguous(memory_format=torch.channels_last)
        both = [(logits, peak_of(maps), place[:, 0]) for maps, logits, place in (network(planes), network(planes.flip(3)))]
        parts.append([(a + b) / 2 for a, b in zip(*both, strict=True)])
    return [torch.cat(column).numpy() for column in zip(*parts, strict=True)]


def main():
    cache, dataset, checkpoints = map(Path, sys.argv[1:4])
    torch.set_num_threads(1)
    slices = Slices(cache, dataset)
    for fold in sys.argv[5:]:
        network = HaemorrhageNetwork()
        network.load_state_dict(torch.load(checkpoints / f'fold-{fold}.pt'))
        network = network.eval().to(memory_format=torch.channels_last)
        rows = np.nonzero(slices.fold == int(fold))[0]
        logits, peak, position = read(network, slices, rows)
        np.savez(checkpoints / f'{sys.argv[4]}-{fold}.npz', row=rows, logits=logits, peak=peak, position=position)


if __name__ == '__main__':
    main()
