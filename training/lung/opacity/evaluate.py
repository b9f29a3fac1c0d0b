"""Out-of-fold figures of the opacity network → analyses/lung/model/metrics.json (key `opacity_network`).

    python -m training.lung.opacity.evaluate --data ../shared/datasets/lung

Each slice is read by the model that never saw its fold. The thresholds of a fold are those that do best on
the other four; the constants of the engine, chosen on all five, are printed beside.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch
from sklearn.linear_model import LogisticRegression

from training.lung.opacity.data import FOLDS, Slice, load_covid, load_without
from training.lung.opacity.predict import load, maps_of
from training.metrics import auc, calibration_error, dice, interval, mean

GRID = np.arange(0.15, 0.66, 0.05)
LUNG, OPACITY, CONSOLIDATION = range(3)
# What a fixed lung window shows of the slices in Hounsfield units.
WINDOW = (-1350, 1500)


def grey_of(item: Slice) -> np.ndarray:
    if not item.hounsfield:
        return item.grey
    return np.clip((item.grey - WINDOW[0]) / WINDOW[1] * 255, 0, 255).astype(np.uint8)


def out_of_fold(items: list[Slice], models: list) -> list[np.ndarray]:
    return [maps_of(models[int(item.folds[0])], grey_of(item)) for item in items]


def overlap(item: Slice, maps: np.ndarray, thresholds: tuple[float, float]) -> dict[str, float | None]:
    opacity = maps[OPACITY] > thresholds[0]
    dense = opacity & (maps[CONSOLIDATION] > thresholds[1])
    truth, solid = item.targets[OPACITY] > 0, item.targets[CONSOLIDATION] > 0
    glass = truth & ~solid
    return {
        'infection': dice(opacity, truth),
        'consolidation': dice(dense, solid) if solid.any() else None,
        'ground_glass': dice(opacity & ~dense, glass) if glass.any() else None,
    }


def best_thresholds(items: list[Slice], maps: list[np.ndarray]) -> tuple[float, float]:
    first = max(
        GRID, key=lambda t: np.mean([overlap(i, m, (t, 0.5))['infection'] for i, m in zip(items, maps)])
    )
    dense = [(i, m) for i, m in zip(items, maps) if i.targets[CONSOLIDATION].any()]
    second = max(GRID, key=lambda t: np.mean([overlap(i, m, (first, t))['consolidation'] for i, m in dense]))
    return float(first), float(second)


def share_of(maps: np.ndarray, threshold: float) -> float:
    """Opacity as part of the lungs, as the network sees both."""
    opacity = maps[OPACITY] > threshold
    return float(opacity.sum() / max(1, (opacity | (maps[LUNG] > 0.5)).sum()))


def features(maps: list[np.ndarray], threshold: float) -> np.ndarray:
    return np.log([[share_of(m, threshold) + 0.003] for m in maps])


def figures_of(
    covid: list[Slice], seen: list[np.ndarray], without: list[Slice], clear: list[np.ndarray]
) -> dict:
    found, pairs, used = [], [], []
    for fold in map(str, range(FOLDS)):
        other = [n for n, item in enumerate(covid) if item.folds[0] != fold]
        own = [n for n, item in enumerate(covid) if item.folds[0] == fold]
        thresholds = best_thresholds([covid[n] for n in other], [seen[n] for n in other])
        used.append([round(t, 2) for t in thresholds])
        found += [
            {
                'name': covid[n].name,
                'maps': seen[n],
                'item': covid[n],
                **overlap(covid[n], seen[n], thresholds),
            }
            for n in own
        ]
        clear_other = [n for n, item in enumerate(without) if fold not in item.folds]
        clear_own = [n for n, item in enumerate(without) if item.folds[0] == fold]
        x = features([seen[n] for n in other] + [clear[n] for n in clear_other], thresholds[0])
        model = LogisticRegression(class_weight='balanced').fit(x, [1] * len(other) + [0] * len(clear_other))
        own_maps = [seen[n] for n in own] + [clear[n] for n in clear_own]
        scores = model.predict_proba(features(own_maps, thresholds[0]))[:, 1]
        pairs += zip([1] * len(own) + [0] * len(clear_own), scores, strict=True)
    everything = best_thresholds(covid, seen)
    final = LogisticRegression(class_weight='balanced').fit(
        features(seen + clear, everything[0]), [1] * len(seen) + [0] * len(clear)
    )
    print('engine: thresholds', everything, 'score', final.coef_, final.intercept_)
    named = {
        key: [(f[key], f['name']) for f in found if f[key] is not None]
        for key in ('infection', 'ground_glass', 'consolidation')
    }
    lost = [
        float(
            (f['item'].targets[OPACITY] > 0)[f['maps'][LUNG] <= 0.5].sum()
            / max(1, (f['item'].targets[OPACITY] > 0).sum())
        )
        for f in found
    ]
    names = [f['name'] for f in found]
    labels, scores = np.array([p[0] for p in pairs]), np.array([p[1] for p in pairs])
    return {
        'evaluated': '50 COVID slices out of fold, 5 folds; thresholds of a fold chosen on the other four',
        'thresholds_of_the_folds': str(used),
        **{
            f'dice_{key}': interval([v for v, _ in value], [n for _, n in value], mean)
            for key, value in named.items()
        },
        'infection_pixels_outside_the_seen_lung': interval(lost, names, mean),
        'score_evaluated': f'against {len(clear)} slices without infection of one patient whom the network of fold 0, which reads them, never saw',
        'auc_opacity': interval(pairs, [str(n) for n in range(len(pairs))], auc),
        'sensitivity_at_0.5': round(float((scores[labels == 1] >= 0.5).mean()), 4),
        'specificity_at_0.5': round(float((scores[labels == 0] < 0.5).mean()), 4),
        'ece_of_the_score': round(calibration_error(scores, labels), 4),
    }


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--data', type=Path, required=True)
    parser.add_argument('--checkpoints', type=Path, default=Path('training/lung/checkpoints'))
    parser.add_argument('--out', type=Path, default=Path('analyses/lung/model/metrics.json'))
    args = parser.parse_args()
    torch.set_num_threads(1)
    models = [load(args.checkpoints, fold) for fold in range(FOLDS)]
    covid = load_covid(args.data / 'covid_infnet')
    without = load_without(args.data / 'petct_dx', args.data / 'lidc_nodules')
    # Of the models, that of fold 0 alone never saw the patient without an infection.
    clear = [maps_of(models[0], grey_of(item)) for item in without]
    figures = figures_of(covid, out_of_fold(covid, models), without, clear)
    known = json.loads(args.out.read_text()) if args.out.exists() else {}
    args.out.write_text(json.dumps({**known, 'opacity_network': figures}, indent=2) + '\n')
    print(json.dumps(figures, indent=1))
