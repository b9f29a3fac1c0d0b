"""Random views of every slice, seen once by the frozen part of the network, for all trainings to share.

`views.py CACHE DATA [SOURCE...] [--from NETWORK] [--first N]`: reads CACHE/SOURCE (prepare.ts) of every source that is learnt from, CT-ICH
alone where none is named; writes CACHE/views/{eighth,place,target,kind,row}.npy and network.pt (ImageNet weights, normalisation settled on
head CT, or the network to go on from). N: how many of the views, which come in random order. `row` names the slice and, where a bleeding was laid in, the slice
it comes from: neither may be of a fold or a source left out.
"""
import argparse
import random
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
# What ships has learnt from. The DICOM sets and AISD (non-commercial) are for measuring alone.
SHIPPED = ['ct_ich']
# Views of a slice whose bleeding is outlined, of one only said to bleed, of one that does not bleed.
COUNTS = {
    'ct_ich': {SEEN: 20, SAID: 6, NONE: 4}, 'phe_sich': {SEEN: 2, SAID: 2, NONE: 2}, 'roboflow_ich': {SEEN: 12, SAID: 3, NONE: 12},
    'mbh25': {SEEN: 14, SAID: 4, NONE: 1}, 'cpaisd': {SEEN: 1, SAID: 1, NONE: 12},
}
# Of slices of CT-ICH without bleeding: views of a face; views with a bleeding painted in, with one of another
# head laid in.
FACES, PAINTINGS, LAYINGS, BRAIN_FROM = 3, 1, 3, 0.2


def learnt(cache, data):
    sources = (cache / 'views' / 'sources.txt').read_text().split()
    return Slices.joined([Slices(cache / name, data / name) for name in sources])


def all_outlines(slices):
    """{row: mask} of the slices whose bleeding is outlined, by the sets or, for CT-ICH, by this training."""
    found = outlines_of(slices)
    for row in np.nonzero((slices.any == 1) & (slices.source != 'ct_ich'))[0]:
        if (mask := slices.outline(row)) is not None:
            found[int(row)] = mask
    return found


def listed(slices, outlines):
    """(row, kind, row of the donor or -1) of all views, in random order, so that any beginning of the list is a fair sample."""
    donors = {}
    for row in outlines:
        donors.setdefault(slices.case[row], []).append(row)
    times = lambda expected: int(expected) + (random.random() < expected % 1)
    views = []
    for row in range(len(slices.rows)):
        counts = COUNTS[slices.source[row]]
        if slices.any[row] == 1:
            kind = SEEN if row in outlines else SAID
            views += [(row, kind, -1)] * counts[kind]
        elif slices.any[row] == 0:
            is_face = slices.position[row] <= BRAIN_FROM
            views += [(row, NONE, -1)] * (times(FACES) if is_face else counts[NONE])
            if slices.source[row] == 'ct_ich' and not is_face:
                views += [(row, PAINTED, -1)] * times(PAINTINGS)
                for _ in range(times(LAYINGS)):
                    own = donors[random.choice(list(donors))]
                    # A bleeding comes from about the level it goes to, now and then from elsewhere.
                    near = [one for one in own if not abs(slices.position[one] - slices.position[row]) >= 0.15]
                    views.append((row, LAID, random.choice(near or own)))
    random.shuffle(views)
    return views


def beginning(slices, outlines, views, path):
    """The network whose first blocks all views pass: that of `path`, else ImageNet's, its normalisation settled on these views."""
    network = HaemorrhageNetwork()
    if path is not None:
        network.load_state_dict(torch.load(path))
        return network.eval()
    load_imagenet(network.encoder)
    network.eval()
    stack = lambda part: torch.from_numpy(np.stack([view_of(slices, row, kind, outlines, donor)[0] for row, kind, donor in part]))
    settle(network, (stack(views[start:start + 24]) for start in range(0, 192, 24)))
    return network


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('cache', type=Path)
    parser.add_argument('data', type=Path)
    parser.add_argument('sources', nargs='*')
    parser.add_argument('--from', dest='start', type=Path)
    parser.add_argument('--first', type=int)
    options = parser.parse_args()
    cache, data = options.cache, options.data
    random.seed(7), np.random.seed(7), torch.manual_seed(7)
    torch.set_num_threads(1), cv2.setNumThreads(1)
    out = cache / 'views'
    out.mkdir(parents=True, exist_ok=True)
    (out / 'sources.txt').write_text('\n'.join(options.sources or SHIPPED))
    slices = learnt(cache, data)
    outlines = all_outlines(slices)
    views = listed(slices, outlines)[:options.first]
    network = beginning(slices, outlines, views, options.start)
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
