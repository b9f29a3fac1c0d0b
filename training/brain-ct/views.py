"""Random views of every slice, seen once by the frozen part of the network, for all trainings to share.

`views.py CACHE DATASET`: writes CACHE/views/{eighth,place,target,row}.npy and network.pt (ImageNet weights, normalisation
settled on head CT). A view uses no label of another patient, so the folds stay apart.
"""
import random
import sys
import time
from pathlib import Path

import cv2
import numpy as np
import torch

from efficientnet_lite import load_imagenet
from network import MAP, HaemorrhageNetwork, settle
from slices import Slices, view_of

BATCH = 16
# Views of a slice that bleeds, of one that does not, and of one that does not with a bleeding painted in; faces get fewer.
BLEEDING, PLAIN, PAINTED = 14, 4, 3
FACE, BRAIN_FROM = 3, 0.2


def listed(slices):
    """(row, paints) of all views, in random order, so that any beginning of the list is a fair sample."""
    views = []
    for row in range(len(slices.rows)):
        if slices.any[row]:
            views += [(row, False)] * BLEEDING
        else:
            brain = slices.position[row] > BRAIN_FROM
            views += [(row, False)] * (PLAIN if brain else FACE) + [(row, True)] * (PAINTED if brain else 0)
    random.shuffle(views)
    return views


def main():
    cache, dataset = map(Path, sys.argv[1:3])
    random.seed(7), np.random.seed(7), torch.manual_seed(7)
    torch.set_num_threads(1), cv2.setNumThreads(1)
    slices = Slices(cache, dataset)
    views = listed(slices)
    network = HaemorrhageNetwork()
    load_imagenet(network.encoder)
    network.eval()
    stack = lambda part: torch.from_numpy(np.stack([view_of(slices, row, paints)[0] for row, paints in part]))
    settle(network, (stack(views[start:start + 24]) for start in range(0, 384, 24)))
    out = cache / 'views'
    out.mkdir(parents=True, exist_ok=True)
    torch.save(network.state_dict(), out / 'network.pt')
    network = network.to(memory_format=torch.channels_last)
    shapes = {'eighth': (np.float16, (40, MAP, MAP)), 'place': (np.float16, (MAP, MAP)), 'target': (np.float32, (6,))}
    files = {name: np.lib.format.open_memmap(out / f'{name}.npy', 'w+', kind, (len(views), *shape)) for name, (kind, shape) in shapes.items()}
    np.save(out / 'row.npy', np.array([row for row, _ in views]))
    began = time.time()
    for start in range(0, len(views), BATCH):
        planes, place, target = zip(*(view_of(slices, row, paints) for row, paints in views[start:start + BATCH]))
        with torch.no_grad():
            eighth = network.early(torch.from_numpy(np.stack(planes)).contiguous(memory_format=torch.channels_last))
        for name, value in (('eighth', eighth.numpy()), ('place', np.stack(place)), ('target', np.stack(target))):
            files[name][start:start + BATCH] = value
        if start % 320 == 0:
            np.save(out / 'done.npy', start + BATCH)
            print(start, 'of', len(views), f'{time.time() - began:.0f} s, {time.process_time():.0f} s of processor', flush=True)

    np.save(out / 'done.npy', len(views))


if __name__ == '__main__':
    main()
