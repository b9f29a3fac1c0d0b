"""What a network says of the films left out, by source: masses found, Dice, AUC of the film scores."""

import numpy as np
import torch
from sklearn.metrics import roc_auc_score

from training.breast.network.views import STRIDE
from training.breast.truth import MASS_CLASSES


def peaks_of(lesion, shares):
    """(score, x, y) of the mass map's peaks within the breast, in pixels of the input."""
    score = torch.sigmoid(lesion[:1])[None]
    top = torch.nn.functional.max_pool2d(score, 9, 1, 4)
    inside = torch.as_tensor(shares[1:].sum(0) > 127, device=score.device)
    y, x = torch.nonzero((score == top)[0, 0] & inside & (score[0, 0] > 0.002), as_tuple=True)
    return sorted(
        (
            (float(score[0, 0, b, a]), (int(a) + 0.5) * STRIDE, (int(b) + 0.5) * STRIDE)
            for a, b in zip(x.cpu(), y.cpu(), strict=True)
        ),
        reverse=True,
    )[:20]


def found_at(rows, limits=(0.5, 1, 2)):
    """Share of masses hit by so many false peaks per film; rows of (peaks, circles)."""
    events, lesions = [], 0
    for peaks, circles in rows:
        masses = [c for c in circles if c[3] in MASS_CLASSES]
        lesions += len(masses)
        hit = set()
        for score, x, y in peaks:
            on_any = [k for k, c in enumerate(circles) if np.hypot(x - c[0], y - c[1]) < max(c[2], 8)]
            mine = [k for k, c in enumerate(masses) if np.hypot(x - c[0], y - c[1]) < max(c[2], 8)]
            if not on_any:
                events.append((score, 0))
            elif mine and mine[0] not in hit:
                hit.add(mine[0])
                events.append((score, 1))
    events.sort(reverse=True)
    out, false, true, left = {}, 0, 0, list(limits)
    for _, good in events:
        false, true = false + 1 - good, true + good
        while left and false > left[0] * len(rows):
            out[left.pop(0)] = round(true / max(lesions, 1), 3)
    out |= {limit: round(true / max(lesions, 1), 3) for limit in left}
    return out, lesions


@torch.no_grad()
def measured(network, films, left, plain, device):
    """Figures of the films left out, by source, on views as the engine makes them."""
    rows, dice, scores = {}, {}, []
    for n in left:
        facts, (planes, shares, circles) = films.facts[n], plain[n]
        tissue, lesion, film = (v[0].float() for v in network(torch.from_numpy(planes)[None].to(device)))
        source = facts['source']
        if source != 'ddsm_tissue' and not facts['unplaced']:
            rows.setdefault(source, []).append((peaks_of(lesion, shares), circles))
        p, t = tissue.argmax(0).cpu().numpy(), shares.argmax(0)
        pairs = {
            'breast': ((p == 1) | (p == 2), (t == 1) | (t == 2)),
            'muscle': (p == 3, t == 3),
            'gland': (p == 2, t == 2),
        }
        for part, (a, b) in pairs.items():
            if (
                source in ('ddsm_tissue', 'mias')
                and (part != 'gland' or source == 'ddsm_tissue')
                and a.sum() + b.sum()
            ):
                dice.setdefault(f'{part} {source}', []).append(2 * (a & b).sum() / (a.sum() + b.sum()))
        if source == 'mias':
            scores.append((facts['abnormal'], facts['malignant'], *film.cpu().numpy().tolist()))
    out = {f'masses {s}': found_at(r) for s, r in rows.items()} | {
        k: round(float(np.mean(v)), 3) for k, v in dice.items()
    }
    for k, name in enumerate(('abnormal', 'malignant')):
        if len({row[k] for row in scores}) == 2:
            out[f'auc {name}'] = round(
                float(roc_auc_score([r[k] for r in scores], [r[2 + k] for r in scores])), 3
            )
    return out, {s: [p for p, _ in r] for s, r in rows.items()}
