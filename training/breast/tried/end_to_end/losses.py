"""Losses of `network/train.py` for whole batches on any device."""

import torch
from torch.nn import functional as F

from training.breast.network.train import (
    CERTAIN,
    LEAST_RADIUS,
    LESION_WEIGHT,
    MALIGNANT_WEIGHT,
    NEITHER,
    SCORE_WEIGHT,
    TYPICAL_CELLS,
)
from training.breast.network.views import HEIGHT, STRIDE, WIDTH

# Where only the surroundings of a mass laid in are known to be free of one: out to so many radii.
KNOWN_AROUND = 3.0
CLASS_WEIGHTS = {True: (1.0, 1.0, 1.3, 1.3), False: (1.0, 1.0, 1.3)}


def tissue_loss(logits, shares, is_ddsm, known):
    """Cross-entropy and soft Dice; for MIAS adipose and gland count as one class; `known` says which films
    have outlines.
    """
    p = torch.softmax(logits, 1)
    total = logits.sum() * 0
    for flag in (True, False):
        pick = known & (is_ddsm == flag)
        q, t = p[pick], shares[pick]
        if not len(q):
            continue
        if not flag:
            q, t = (torch.stack([v[:, 0], v[:, 1] + v[:, 2], v[:, 3]], 1) for v in (q, t))
        weights = torch.tensor(CLASS_WEIGHTS[flag], device=q.device)[None, :, None, None]
        entropy = -(t * torch.log(q.clamp_min(1e-5)) * weights).sum(1).mean()
        overlap = (q * t).sum((0, 2, 3))
        dice = 1 - ((2 * overlap + 5) / (q.sum((0, 2, 3)) + t.sum((0, 2, 3)) + 5))[1:].mean()
        total = total + (entropy + dice) * pick.float().mean()
    return total


def lesion_targets(circles, laid, known):
    """Weights of cells inside lesions (each sums to 1) and of cells outside, both (n, 2, h, w).

    `known` (n): every lesion of the film is placed; else only a place laid in and its surroundings teach.
    """
    device = circles.device
    y = (torch.arange(HEIGHT // STRIDE, device=device) + 0.5).view(1, 1, -1, 1) * STRIDE
    x = (torch.arange(WIDTH // STRIDE, device=device) + 0.5).view(1, 1, 1, -1) * STRIDE
    cx, cy, r, mass, malignant = (circles[..., k][..., None, None] for k in range(5))
    there = (r > 0).float()
    distance = torch.hypot(x - cx, y - cy) / r.clamp(min=LEAST_RADIUS)
    core = (distance < CERTAIN).float() * there
    core = core / core.sum((2, 3), keepdim=True).clamp(min=1)
    is_laid = torch.zeros_like(there)
    is_laid[:, -1] = 1
    teaches = torch.maximum(known.view(-1, 1, 1, 1).float(), is_laid)
    inside = torch.stack(
        [(core * mass * teaches).sum(1), (core * mass * (malignant == 1) * teaches).sum(1)], 1
    )
    near = (distance < NEITHER).float() * there
    neither = torch.stack([near.amax(1), (near * ((mass == 0) | (malignant != 0))).amax(1)], 1)
    around = (distance[:, -1:] < KNOWN_AROUND).float() * there[:, -1:]
    around = torch.maximum(known.view(-1, 1, 1, 1).float(), around)
    return inside, (1 - neither) * around / TYPICAL_CELLS


def lesion_loss(logits, circles, laid, known):
    inside, outside = lesion_targets(circles, laid, known)
    p = torch.sigmoid(logits)
    hit = inside * (1 - p) ** 2 * -F.logsigmoid(logits)
    false = outside * p**2 * -F.logsigmoid(-logits)
    each = (hit + false).sum((0, 2, 3)) / len(logits)
    return LESION_WEIGHT * each[0] + MALIGNANT_WEIGHT * each[1]


def score_loss(logits, wanted, known):
    each = F.binary_cross_entropy_with_logits(logits, wanted.clamp_min(0), reduction='none')
    return SCORE_WEIGHT * (each * known).sum() / known.sum().clamp_min(1)
