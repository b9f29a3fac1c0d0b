"""What a network says of the pictures left out: as `unseen/left_out.py` and the engine read it."""

import numpy as np
import torch

from training.cervix.end_to_end.pictures import Everything
from training.cervix.network.network import CervixNet
from training.cervix.network.read import read
from training.cervix.unseen.left_out import CERVIX_FROM, LESION_SHARE, PEAK
from training.metrics import auc, dice

JUNCTION_FROM = 0.5


@torch.no_grad()
def row_of(network: CervixNet, e: Everything, i: int) -> dict:
    """What the two looks say of one picture, as `unseen/left_out.py` and the engine have it."""
    result = read(network, e.images[i], e.shares[i])
    maps, masks = result['maps'], e.masks[i].cpu().numpy() > 0
    cervix = maps[0] > CERVIX_FROM
    inside = maps[1][cervix] if cervix.any() else np.zeros(1)
    peak = float(np.percentile(inside, PEAK))
    row = {
        'source': str(e.source[i]),
        'name': str(e.name[i]),
        'case': str(e.case[i]),
        'peak': peak,
        'mean': float(inside.mean()),
        'lesion': float(result['scores'][0] + result['first_scores'][0]),
        'not_negative': float(result['scores'][1] + result['first_scores'][1]),
        'labels': [
            float(s) if k else None for s, k in zip(e.scores[i].cpu(), e.score_known[i].cpu(), strict=True)
        ],
    }
    if masks[1].any():
        row['dice'] = dice((maps[1] > LESION_SHARE * peak) & cervix, masks[1])
    if e.known[i, 2] > 0 and masks[2].any():
        row['junction'] = dice(maps[2] > JUNCTION_FROM, masks[2])
    if e.known[i, 0] == 1 and masks[0].any():
        row['cervix'] = dice(cervix, masks[0])
    return row


def figures_of(rows: list[dict]) -> dict:
    out: dict = {}
    for source in sorted({row['source'] for row in rows}):
        mine = [row for row in rows if row['source'] == source]
        for label, k in (('lesion', 0), ('not negative', 1)):
            known = [row for row in mine if row['labels'][k] is not None]
            for by in ('peak', 'mean', 'lesion', 'not_negative'):
                value = auc([(row['labels'][k], row[by]) for row in known]) if known else float('nan')
                if np.isfinite(value):
                    out[f'{source} {label} by {by}'] = round(value, 3)
        for part in ('dice', 'junction', 'cervix'):
            values = [row[part] for row in mine if part in row]
            if values:
                out[f'{source} {part}'] = round(float(np.mean(values)), 3)
    return out
