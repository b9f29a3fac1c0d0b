"""Random views of every film, seen once by the part of the encoder that stays as it is, for the trainings
of all folds to share: cache/views-PART.

A mass is pasted only into films of its own fold, so that a view belongs to one fold alone.
"""

import pickle

import numpy as np
import torch

from training.breast.network.network import started
from training.breast.network.films import load_all
from training.breast.network.views import HEIGHT, WIDTH, augment, canonical
from training.breast.pasting.masses import with_pasted
from training.breast.truth import MASS_CLASSES
from training.efficientnet_lite import settle
from training.pipeline import folder_of

BREAST = folder_of('breast')
BATCH, PARTS = 6, 2
VIEWS = {'ddsm': 20, 'lesion': 20, 'other': 7}
# Shares of the views of MIAS films with a mass pasted in, or a normal place of another film, which is none.
PASTED = {'lesion': (0.1, 0.1), 'other': (0.4, 0.2)}


def group_of(item):
    return 'ddsm' if item['kind'] == 'ddsm' else 'lesion' if item['circles'] else 'other'


def view_of(item, sources, rng):
    if item['kind'] == 'mias':
        real, false = PASTED[group_of(item)]
        chance = rng.random()
        if chance < real + false:
            item = with_pasted(item, sources[rng.integers(len(sources))], rng, chance < real)
    planes, shares, circles = augment(item, rng)
    facts = {
        key: item[key] for key in ('kind', 'fold', 'file', 'unplaced', 'abnormal', 'malignant', 'density')
    }
    return planes, shares, {**facts, 'circles': circles, 'group': group_of(item)}


@torch.no_grad()
def write_part(part, parts):
    items = load_all()
    network = started().eval().to(memory_format=torch.channels_last)
    settle(
        network.encoder,
        network,
        (torch.from_numpy(np.stack([canonical(i)[0] for i in items[k::14]])) for k in range(3)),
    )
    network.eval()
    rng = np.random.default_rng(10 + part)
    plan = [i for n, item in enumerate(items) if n % parts == part for i in [item] * VIEWS[group_of(item)]]
    plan = [plan[k] for k in rng.permutation(len(plan))]
    folder = BREAST / 'cache' / f'views-{part}'
    folder.mkdir(parents=True, exist_ok=True)
    torch.save(network.encoder.state_dict(), BREAST / 'cache' / 'encoder.pt')
    h, w = HEIGHT // 4, WIDTH // 4
    files = {
        name: np.lib.format.open_memmap(folder / f'{name}.npy', 'w+', kind, (len(plan), *shape))
        for name, kind, shape in (
            ('quarter', np.float16, (24, h, w)),
            ('eighth', np.float16, (40, h // 2, w // 2)),
            ('shares', np.uint8, (4, h, w)),
        )
    }
    facts = []
    by_fold = {
        fold: [i for i in items if i['fold'] == fold and any(c[3] in MASS_CLASSES for c in i['circles'])]
        for fold in range(5)
    }
    for start in range(0, len(plan), BATCH):
        views = [view_of(item, by_fold[item['fold']], rng) for item in plan[start : start + BATCH]]
        batch = torch.from_numpy(np.stack([v[0] for v in views])).contiguous(
            memory_format=torch.channels_last
        )
        quarter, eighth = network.encoder.early(batch)
        end = start + len(views)
        files['quarter'][start:end], files['eighth'][start:end] = quarter.numpy(), eighth.numpy()
        files['shares'][start:end] = np.stack([v[1] for v in views])
        facts += [v[2] for v in views]
        if start % (20 * BATCH) == 0:
            print(part, start, len(plan), flush=True)
    (folder / 'facts.pkl').write_bytes(pickle.dumps(facts))


def write_views() -> None:
    for number in range(PARTS):
        write_part(number, PARTS)
