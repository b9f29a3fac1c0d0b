"""Trains the breast network on the views of cache.py; networks of several seeds read a film together.

Fold k leaves the films of fold k out. Tissue from DDSM; the MIAS outlines teach background, breast as a
whole and muscle only; lesions and film labels from MIAS. Masses act on the maps, calcifications on neither
side.
"""

import pickle

import numpy as np
import torch
import torch.nn.functional as F

from training.breast.network.network import BreastNetwork
from training.breast.network.views import HEIGHT, STRIDE, WIDTH
from training.breast.truth import CHECKPOINTS, MASS_CLASSES
from training.efficientnet_lite import freeze_early
from training.learning import adamw, cosine, trained
from training.pipeline import folder_of

BREAST = folder_of('breast')
# Views of each kind in a batch.
DRAWN = {'ddsm': 3, 'lesion': 3, 'other': 2}
# Of the decoder; and of the encoder as a share of it.
RATE, OF_ENCODER, DECAY = 2e-3, 0.2, 0.02
# By seed.
STEPS = (1000, 800)
KEPT = 0.99  # of the running average of the weights, per step
LESION_WEIGHT, MALIGNANT_WEIGHT, SCORE_WEIGHT = 1.0, 0.5, 0.15
# A lesion's place is certain within this share of its circle; up to the second share it is neither.
CERTAIN, NEITHER = 0.55, 1.15
LEAST_RADIUS = 8.0
# So many wrong cells weigh as much as one missed lesion: the cells of a typical one.
TYPICAL_CELLS = 25.0


class Views:
    def __init__(self):
        self.facts, self.files, self.where = [], [], []
        for n, folder in enumerate(sorted((BREAST / 'cache').glob('views-*'))):
            facts = pickle.loads((folder / 'facts.pkl').read_bytes())
            self.where += [(n, k) for k in range(len(facts))]
            self.facts += facts
            self.files.append(
                [np.load(folder / f'{name}.npy', mmap_mode='r') for name in ('quarter', 'eighth', 'shares')]
            )

    def batch(self, picks):
        parts = zip(*([file[self.where[i][1]] for file in self.files[self.where[i][0]]] for i in picks))
        quarter, eighth, shares = (torch.from_numpy(np.stack(p).astype(np.float32)) for p in parts)
        return quarter, eighth, shares / 255, [self.facts[i] for i in picks]


def tissue_loss(logits, shares, is_ddsm):
    """Cross-entropy and soft Dice; for MIAS adipose and gland count as one class."""
    p = torch.softmax(logits, 1)
    total = 0.0
    for flag in (True, False):
        pick = is_ddsm == flag
        if not pick.any():
            continue
        q, t = p[pick], shares[pick]
        weights = torch.tensor([1.0, 1.0, 1.3, 1.3] if flag else [1.0, 1.0, 1.3])
        if not flag:
            q, t = (torch.stack([v[:, 0], v[:, 1] + v[:, 2], v[:, 3]], 1) for v in (q, t))
        entropy = -(t * torch.log(q.clamp_min(1e-5)) * weights[None, :, None, None]).sum(1).mean()
        overlap = (q * t).sum((0, 2, 3))
        dice = 1 - ((2 * overlap + 5) / (q.sum((0, 2, 3)) + t.sum((0, 2, 3)) + 5))[1:].mean()
        total = total + (entropy + dice) * pick.float().mean()
    return total


ROWS = (np.arange(HEIGHT // STRIDE)[:, None] + 0.5) * STRIDE
COLUMNS = (np.arange(WIDTH // STRIDE)[None] + 0.5) * STRIDE


def lesion_targets(facts):
    """Weights of cells inside lesions (each lesion sums to 1) and of cells outside: (2, h, w) each, mass
    and malignant.
    """
    inside, outside = np.zeros((2, *np.broadcast_shapes(ROWS.shape, COLUMNS.shape)), np.float32), None
    outside = np.full_like(inside, 1 / TYPICAL_CELLS)
    for x, y, r, name, severity in facts['circles']:
        distance = np.hypot(COLUMNS - x, ROWS - y) / max(r, LEAST_RADIUS)
        core = (distance < CERTAIN).astype(np.float32)
        core /= max(core.sum(), 1)
        mass = name in MASS_CLASSES
        if mass:
            inside[0] += core
        if mass and severity == 'M':
            inside[1] += core
        outside[0][distance < NEITHER] = 0
        if not mass or severity == 'M':
            outside[1][distance < NEITHER] = 0
    return inside, outside


def lesion_loss(logits, facts):
    """Focal loss (Lin et al., ICCV 2017) over the views whose lesions are all placed."""
    pick = [k for k, f in enumerate(facts) if f['kind'] == 'mias' and not f['unplaced']]
    if not pick:
        return logits.sum() * 0
    inside, outside = (torch.from_numpy(np.stack(t)) for t in zip(*(lesion_targets(facts[k]) for k in pick)))
    p = torch.sigmoid(logits[pick])
    hit = inside * (1 - p) ** 2 * -F.logsigmoid(logits[pick])
    false = outside * p**2 * -F.logsigmoid(-logits[pick])
    each = (hit + false).sum((0, 2, 3)) / len(pick)
    return LESION_WEIGHT * each[0] + MALIGNANT_WEIGHT * each[1]


def seen(f):
    """Whether the view still shows what the film is called abnormal for."""
    return not f['abnormal'] > 0 or any(0 < x < WIDTH and 0 < y < HEIGHT for x, y, *_ in f['circles'])


def score_loss(logits, facts):
    known = [[f['abnormal'] >= 0 and seen(f)] * 2 + [f['density'] >= 0] * 2 for f in facts]
    wanted = [[f['abnormal'], f['malignant'], f['density'] > 0, f['density'] > 1] for f in facts]
    each = F.binary_cross_entropy_with_logits(
        logits, torch.tensor(wanted, dtype=torch.float32).clamp_min(0), reduction='none'
    )
    known = torch.tensor(known, dtype=torch.float32)
    return SCORE_WEIGHT * (each * known).sum() / known.sum().clamp_min(1)


def learn(network, views, pools, steps, rng):
    """The running mean of the weights; `pools` are the views of each kind that may be drawn."""
    queues = {g: iter(()) for g in DRAWN}

    def draw(group):
        for _ in range(2):
            for i in queues[group]:
                return i
            queues[group] = iter(rng.permutation(pools[group]))
        raise SystemExit(f'no views of {group}')

    def loss_of_batch(_):
        quarter, eighth, shares, facts = views.batch([draw(g) for g, n in DRAWN.items() for _ in range(n)])
        quarter, eighth = (v.contiguous(memory_format=torch.channels_last) for v in (quarter, eighth))
        tissue, lesion, scores = network.read(quarter, eighth)
        is_ddsm = torch.tensor([f['kind'] == 'ddsm' for f in facts])
        return tissue_loss(tissue, shares, is_ddsm) + lesion_loss(lesion, facts) + score_loss(scores, facts)

    freeze_early(network.encoder)
    schedule = cosine(adamw(network, RATE, DECAY, OF_ENCODER), steps, 0.03, (0.03, 0.01))
    return trained(network, schedule, loss_of_batch, steps, KEPT)


def train_fold(fold: int, seed: int) -> None:
    torch.manual_seed(fold + 10 * seed)
    rng = np.random.default_rng(fold + 10 * seed)
    views = Views()
    pools = {
        g: [i for i, f in enumerate(views.facts) if f['group'] == g and f['fold'] != fold] for g in DRAWN
    }
    network = BreastNetwork()
    network.encoder.load_state_dict(torch.load(BREAST / 'cache' / 'encoder.pt'))
    network = learn(network, views, pools, STEPS[seed], rng)
    torch.save(network.state_dict(), CHECKPOINTS / f'breast-fold{fold}-{seed}.pt')
