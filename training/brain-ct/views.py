"""Random views of every slice, seen once by the frozen part of the network, for all trainings to share.

`views.py CACHE DATASET`: writes CACHE/views/{eighth,place,target,kind,row}.npy and network.pt (ImageNet weights, normalisation
settled on head CT). `row` names the slice and, where a bleeding was laid in, the slice it comes from: neither may be of a fold left out.
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
from outlined import outlines as outlines_of
from slices import LAID, NONE, PAINTED, SAID, SEEN, Slices, view_of

BATCH = 16
# Views of a slice whose bleeding is outlined, of one only said to bleed, of one that does not bleed as it is, with a bleeding painted
# in and with one of another head laid in; faces get fewer.
COUNTS = {SEEN: 20, SAID: 6, NONE: 4, PAINTED: 1, LAID: 3}
FACE, BRAIN_FROM = 3, 0.2


def listed(slices, outlines):
    """(row, kind, row of the donor or -1) of all views, in random order, so that any beginning of the list is a fair sample."""
    donors = {}
    for row in outlines:
        donors.setdefault(slices.case[row], []).append(row)
    views = []
    for row in range(len(slices.rows)):
        if slices.any[row]:
            kind = SEEN if row in outlines else SAID
            views += [(row, kind, -1)] * COUNTS[kind]
        elif slices.position[row] <= BRAIN_FROM:
            views += [(row, NONE, -1)] * FACE
        else:
            views += [(row, NONE, -1)] * COUNTS[NONE] + [(row, PAINTED, -1)] * COUNTS[PAINTED]
            for _ in range(COUNTS[LAID]):
                own = donors[random.choice(list(donors))]
                # A bleeding comes from about the level it goes to, now and then from elsewhere.
                near = [one for one in own if abs(slices.position[one] - slices.position[row]) < 0.15]
                views.append((row, LAID, random.choice(near or own)))
    random.shuffle(views)
    return views


def main():
    cache, dataset = map(Path, sys.argv[1:3])
    random.seed(7), np.random.seed(7), torch.manual_seed(7)
    torch.set_num_threads(1), cv2.setNumThreads(1)
    slices = Slices(cache, dataset)
    outlines = outlines_of(slices)
    views = listed(slices, outlines)
    network = HaemorrhageNetwork()
    load_imagenet(network.encoder)
    network.eval()
    stack = lambda part: torch.from_numpy(np.stack([view_of(slices, row, kind, outlines, donor)[0] for row, kind, donor in part]))
    settle(network, (stack(views[start:start + 24]) for start in range(0, 384, 24)))
    out = cache / 'views'
    out.mkdir(parents=True, exist_ok=True)
    torch.save(network.state_dict(), out / 'network.pt')
    network = network.to(memory_format=torch.channels_last)
    shapes = {'eighth': (np.float16, (40, MAP, MAP)), 'place': (np.float16, (MAP, MAP)), 'target': (np.float32, (6,)), 'kind': (np.uint8, ())}
    files = {name: np.lib.format.open_memmap(out / f'{name}.npy', 'w+', kind, (len(views), *shape)) for name, (kind, shape) in shapes.items()}
    np.save(out / 'row.npy', np.array([[row, donor] for row, _, donor in views]))
    began = time.time()
    for start in range(0, len(views), BATCH):
        planes, place, target, kind = zip(*(view_of(slices, row, kind, outlines, donor) for row, kind, donor in views[start:start + BATCH]))
        with torch.no_grad():
            eighth = network.early(torch.from_numpy(np.stack(planes)).contiguous(memory_format=torch.channels_last))
        for name, value in (('eighth', eighth.numpy()), ('place', np.stack(place)), ('target', np.stack(target)), ('kind', np.array(kind))):
            files[name][start:start + BATCH] = value
        if start % 320 == 0:
            np.save(out / 'done.npy', start + BATCH)
            print(start, 'of', len(views), f'{time.time() - began:.0f} s, {time.process_time():.0f} s of processor', flush=True)

    np.save(out / 'done.npy', len(views))


if __name__ == '__main__':
    main()
