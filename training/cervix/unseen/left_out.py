"""Sources that a network never saw: AUC of what it reads from a picture, Dice of its lesion outline.

    python -m training.cervix.unseen.left_out --data ../shared/datasets/cervix --checkpoints DIR

Reads each source with `cervix-without-<source>.pt` (see `network/train.py`). Several pictures of one cervix
count as one in the intervals.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch

from training.cervix.network.cervix_outlines import seen_cervices
from training.cervix.network.data import LOADERS, Pictures
from training.cervix.network.network import CervixNet
from training.cervix.network.read import read
from training.metrics import auc, dice, interval, mean

# Values of `Pictures.scores` that each source can be asked about.
QUESTIONS = {
    'via': {'lesion': 0, 'not_negative': 1},
    'annocerv': {'lesion': 0},
    'puskesmas': {'not_negative': 1},
}
# As in analyses/cervix/engine/segment/segment.ts.
PEAK, CERVIX_FROM, LESION_SHARE = 97, 0.5, 0.5


def measures_of(
    model: CervixNet, pictures: Pictures, i: int, outline: torch.Tensor | None
) -> dict[str, float]:
    """What the two looks say of one picture; `dice` only where a lesion is outlined."""
    result = read(model, pictures.images[i], pictures.shares[i], cervix=outline)
    maps = result['maps']
    cervix = maps[0] > CERVIX_FROM if outline is None else outline.numpy() > 0
    inside = maps[1][cervix] if cervix.any() else np.zeros(1)
    peak = float(np.percentile(inside, PEAK))
    out = {
        'peak': peak,
        'mean': float(inside.mean()),
        'lesion_score': float(result['scores'][0] + result['first_scores'][0]),
        'not_negative_score': float(result['scores'][1] + result['first_scores'][1]),
    }
    truth = pictures.masks[i, 1].numpy() > 0
    if truth.any():
        out['dice'] = dice((maps[1] > LESION_SHARE * peak) & cervix, truth)
    return out


def figures_of(pictures: Pictures, rows: list[dict[str, float]], questions: dict[str, int]) -> dict:
    out: dict = {'pictures': len(rows)}
    for name, k in questions.items():
        known = [i for i in range(len(rows)) if pictures.score_known[i, k]]
        cases = [pictures.cases[i] for i in known]
        for measure in ('peak', 'mean', 'lesion_score', 'not_negative_score'):
            pairs = [(float(pictures.scores[i, k]), rows[i][measure]) for i in known]
            out[f'auc_{name}_by_{measure}'] = interval(pairs, cases, auc)
    outlined = [i for i, row in enumerate(rows) if 'dice' in row]
    out['dice_lesion'] = interval(
        [rows[i]['dice'] for i in outlined], [pictures.cases[i] for i in outlined], mean
    )
    return out


def main(args: argparse.Namespace) -> None:
    torch.set_num_threads(1)
    figures = {}
    for name, questions in QUESTIONS.items():
        if name not in args.only:
            continue
        path = args.checkpoints / f'cervix-without-{name}{args.suffix}.pt'
        if not path.exists():
            print(path, 'is missing')
            continue
        model = CervixNet()
        model.load_state_dict(torch.load(path))
        model.eval()
        pictures = LOADERS[name](args.data / name)
        outlines = (
            seen_cervices(pictures, args.cache / f'{name}-cervix.npy')
            if args.mucosa
            else [None] * len(pictures.names)
        )
        rows = [measures_of(model, pictures, i, outlines[i]) for i in range(len(pictures.names))]
        (args.checkpoints / f'left-out{args.suffix}-{name}.json').write_text(
            json.dumps([{'file': f, **r} for f, r in zip(pictures.names, rows)])
        )
        figures[name] = figures_of(pictures, rows, questions)
        print(name, json.dumps(figures[name], indent=1), flush=True)


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--data', type=Path, required=True)
    parser.add_argument('--checkpoints', type=Path, default=Path('training/cervix/checkpoints'))
    parser.add_argument('--cache', type=Path, default=Path('training/cervix/cache'))
    parser.add_argument('--only', nargs='+', default=list(QUESTIONS))
    parser.add_argument('--suffix', default='', help='after the name of the checkpoint')
    parser.add_argument(
        '--mucosa', action='store_true', help='as in cache.py; the shipped network outlines the cervix'
    )
    main(parser.parse_args())
