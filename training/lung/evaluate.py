"""Figures of the lung engine, out of fold → analyses/lung/model/metrics.json (keys `nodule_crops`, `slices`).

    python -m training.lung.evaluate --data ../shared/datasets/lung

Reads what evaluate.sh left in runs: every picture as the engine reads it with networks that never saw its
fold. Crops without a consensus (one reader only) have no Dice.
"""

import argparse
import csv
import json
from pathlib import Path

import numpy as np
from PIL import Image
from scipy import ndimage

from training.lung.crops.data import AGREEMENT_STEP, READERS
from training.lung.crops.size import mean_diameter
from training.metrics import auc, calibration_error, dice, interval, mean, median

FOLDS = range(5)
NODULE, GROUND_GLASS, CONSOLIDATION = 3, 4, 5
# LIDC scans have 0.5 to 0.9 mm pixels; the crops do not say. 5 mm are about 7 pixels.
SMALL_AREA = 38


def results(folder: Path) -> list[dict]:
    with open(folder / 'results.jsonl') as file:
        return [{**json.loads(line), 'folder': folder} for line in file]


def completed(found: list[dict]) -> list[dict]:
    return [r for r in found if r['status'] == 'completed']


def of_folds(runs: Path, name: str) -> list[dict]:
    return [r for fold in FOLDS for r in results(runs / f'{name}-{fold}-read')]


def grey(path: Path) -> np.ndarray:
    return np.asarray(Image.open(path).convert('L'))


def labels_of(result: dict) -> np.ndarray:
    return grey(result['folder'] / result['labels'])


def table(folder: Path) -> dict[str, dict[str, str]]:
    with open(folder / 'labels.csv', newline='') as file:
        return {Path(row['file']).name: row for row in csv.DictReader(file)}


def reader_pairs(counts: np.ndarray, areas: list[int]) -> tuple[float, float]:
    """Sum of pairwise overlaps and of pairwise areas among the readers that marked the nodule."""
    readers = sum(a > 0 for a in areas)
    return float((counts * (counts - 1) / 2).sum()), float((readers - 1) * sum(areas))


def crops(found: list[dict], data: Path) -> dict:
    rows, scored, predicted, observed = table(data), [], [], []
    for result in completed(found):
        row = rows[Path(result['file']).name]
        counts = grey(data / row['agreement']) / AGREEMENT_STEP
        share = grey(result['folder'] / result['reader_share']) / 255
        near = ndimage.binary_dilation(counts > 0, iterations=6)
        predicted.append(share[near])
        observed.append(counts[near] / READERS)
        if int(row['area_2of4']) > 0:
            scored.append((row, labels_of(result) == NODULE, counts >= 2, counts))
    cases = [row['case'] for row, *_ in scored]
    dices = [dice(mine, truth) for _, mine, truth, _ in scored]
    large = [i for i, (row, *_) in enumerate(scored) if int(row['area_2of4']) >= SMALL_AREA]
    errors = [abs(mean_diameter(mine) - mean_diameter(truth)) for _, mine, truth, _ in scored]
    pairs = [
        reader_pairs(counts, [int(a) for a in row['area_readers'].split('|')]) for row, _, _, counts in scored
    ]
    return {
        'evaluated': 'LIDC crops of fold 0, whose patients the shipped network never saw',
        'crops': len(found),
        'refused': len(found) - len(completed(found)),
        'dice_consensus': interval(dices, cases, mean),
        'dice_consensus_from_38_px': interval([dices[i] for i in large], [cases[i] for i in large], mean),
        'dice_consensus_median': interval(dices, cases, median),
        'dice_between_readers_pooled': interval(
            pairs, cases, lambda p: 2 * sum(a for a, _ in p) / max(1.0, sum(b for _, b in p))
        ),
        'diameter_error_px_median': interval(errors, cases, median),
        'missed_share': interval([float(not mine.any()) for _, mine, *_ in scored], cases, mean),
        'reader_share_ece_within_6_px': round(
            calibration_error(np.concatenate(predicted), np.concatenate(observed)), 4
        ),
    }


def hit(candidate: dict, row: dict[str, str]) -> bool:
    """The candidate's centre lies in the nodule's box, widened to at least 8 pixels."""
    x, y = candidate['x'] + candidate['width'] / 2, candidate['y'] + candidate['height'] / 2
    width, height = (max(float(row[k]), 8) for k in ('width', 'height'))
    cx, cy = float(row['x']) + float(row['width']) / 2, float(row['y']) + float(row['height']) / 2
    return abs(x - cx) <= width / 2 and abs(y - cy) <= height / 2


def composed(found: list[dict], pictures: Path) -> tuple[dict, list[float]]:
    rows, best, false, shares = table(pictures), [], [], []
    for result in completed(found):
        row = rows[Path(result['file']).name]
        best.append(max((c['score'] for c in result['candidates'] if hit(c, row)), default=0.0))
        false += [c['score'] for c in result['candidates'] if not hit(c, row)]
        shares.append(result['scores']['opacity_share'])
    false.sort(reverse=True)
    names = [str(i) for i in range(len(best))]
    figures: dict = {
        'evaluated': 'LIDC nodules (38 px or more, from about 5 mm) of fold 0 blended into quiet lung of 13 tumour-free slices of one patient; no network has seen these slices or nodules',
        'slices': len(best),
        'refused': len(found) - len(best),
    }
    for rate in (0.25, 0.5, 1, 2, 4):
        position = int(rate * len(best))
        threshold = false[position] if position < len(false) else 0.0
        figures[f'sensitivity_at_{rate}_false_per_slice'] = interval(
            [float(s > threshold) for s in best], names, mean
        )
    return figures, [s for s in shares if s is not None]


def region(found: list[dict], data: Path) -> dict:
    rows, values, cases = table(data), [], []
    for result in completed(found):
        row = rows[Path(result['file']).name]
        values.append(dice(labels_of(result) > 0, grey(data / row['mask']) > 0))
        cases.append(row['case'])
    return {
        'evaluated': '8 LungSegDB slices, no weights trained on them; the rules of the outline were chosen looking at them',
        'refused': len(found) - len(values),
        'dice_lungs': interval(values, cases, mean),
        'dice_lungs_median': interval(values, cases, median),
        'dice_of_each': ' '.join(f'{value:.3f}' for value in values),
    }


def infection(found: list[dict], data: Path, others: list[float]) -> dict:
    rows, done = table(data), completed(found)
    dices: dict[str, list[tuple[float, str]]] = {'infection': [], 'ground_glass': [], 'consolidation': []}
    for result in done:
        row = rows[Path(result['file']).name]
        truth, labels = grey(data / row['mask_classes']), labels_of(result)
        parts = {
            'infection': (labels >= GROUND_GLASS, truth > 0),
            'ground_glass': (labels == GROUND_GLASS, truth == 1),
            'consolidation': (labels == CONSOLIDATION, truth == 2),
        }
        for name, (mine, wanted) in parts.items():
            if wanted.any():
                dices[name].append((dice(mine, wanted), row['case']))
    scores = [(1, r['scores']['opacity_share']) for r in done] + [(0, s) for s in others]
    return {
        'evaluated': '50 COVID slices, five folds; the two thresholds of the engine were chosen on all of them (nested: opacity_network)',
        'refused': len(found) - len(done),
        **{
            f'dice_{name}': interval([v for v, _ in pairs], [c for _, c in pairs], mean)
            for name, pairs in dices.items()
        },
        'auc_opacity_share_against_composed_slices': interval(
            scores, [str(i) for i in range(len(scores))], auc
        ),
    }


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--data', type=Path, required=True)
    parser.add_argument('--runs', type=Path, default=Path('training/lung/runs'))
    parser.add_argument('--out', type=Path, default=Path('analyses/lung/model/metrics.json'))
    args = parser.parse_args()
    nodules, others = composed(results(args.runs / 'composed-read'), args.runs / 'composed')
    figures = {
        'nodule_crops': crops(results(args.runs / 'crops-read'), args.data / 'lidc_nodules'),
        'slices': {
            'composed_nodules': nodules,
            'lung_region': region(results(args.runs / 'region-read'), args.data / 'lung_region'),
            'covid': infection(of_folds(args.runs, 'covid'), args.data / 'covid_infnet', others),
        },
    }
    known = json.loads(args.out.read_text()) if args.out.exists() else {}
    args.out.write_text(json.dumps({**known, **figures}, indent=2) + '\n')
    print(json.dumps(figures, indent=1))
