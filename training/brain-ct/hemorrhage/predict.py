"""Reads the slices of a fold with the networks that never saw its patients: `predict.py CACHE DATASET CHECKPOINTS NAME FOLD...`.

Writes CHECKPOINTS/NAME-FOLD.npz: row, logits (n, 6), place (n, 28, 28: the map's probabilities), position (n); each the
mean over the networks CHECKPOINTS/fold-FOLD-*.pt, the slice and its mirror image.
"""
import sys
from pathlib import Path

import numpy as np
import torch

from network import HaemorrhageNetwork
from slices import Slices, planes_of

BATCH = 16


@torch.no_grad()
def read(networks, slices, rows):
    parts = []
    for start in range(0, len(rows), BATCH):
        planes = torch.from_numpy(np.stack([planes_of(*slices.plain(row)) for row in rows[start:start + BATCH]]))
        planes = planes.contiguous(memory_format=torch.channels_last)
        # The networks share their first blocks.
        each = []
        for mirrored in (False, True):
            eighth = networks[0].early(planes.flip(3) if mirrored else planes)
            for maps, logits, position in (network.read(eighth) for network in networks):
                place = maps[:, 0].sigmoid()
                each.append((logits, place.flip(2) if mirrored else place, position[:, 0]))
        parts.append([sum(column) / len(each) for column in zip(*each, strict=True)])
    return [torch.cat(column).numpy() for column in zip(*parts, strict=True)]


def network_of(path):
    network = HaemorrhageNetwork()
    network.load_state_dict(torch.load(path))
    return network.eval().to(memory_format=torch.channels_last)


def main():
    cache, dataset, checkpoints = map(Path, sys.argv[1:4])
    torch.set_num_threads(1)
    slices = Slices(cache, dataset)
    for fold in sys.argv[5:]:
        networks = [network_of(path) for path in sorted(checkpoints.glob(f'fold-{fold}-*.pt'))]
        rows = np.nonzero(slices.fold == int(fold))[0]
        logits, place, position = read(networks, slices, rows)
        np.savez(checkpoints / f'{sys.argv[4]}-{fold}.npz', row=rows, logits=logits, place=place.astype(np.float16), position=position)


if __name__ == '__main__':
    main()
