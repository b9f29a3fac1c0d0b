"""Figures of the lung engine, out of fold → analyses/lung/model/metrics.json (keys `nodule_crops`, `slices`).

Reads what `evaluate` left in runs: every picture as the engine reads it with networks that never saw its
fold. Crops without a consensus (one reader only) have no Dice.
"""

from pathlib import Path

import numpy as np
from PIL import Image
from scipy import ndimage

from training.datasets import lines_of, rows_of
from training.lung.crops.data import AGREEMENT_STEP, READERS
from training.metrics import calibration_error, dice, interval, mean, median, write_figures
from training.pipeline import FOLDS

NODULE, GROUND_GLASS, CONSOLIDATION = 3, 4, 5
# LIDC scans have 0.5 to 0.9 mm pixels; the crops do not say. 5 mm are about 7 pixels.
SMALL_AREA = 38


def results(folder: Path) -> list[dict]:
    return [{**line, 'folder': folder} for line in lines_of(folder / 'results.jsonl')]


def completed(found: list[dict]) -> list[dict]:
    return [r for r in found if r['status'] == 'completed']


def of_folds(runs: Path, name: str) -> list[dict]:
    return [r for fold in FOLDS for r in results(runs / f'{name}-{fold}-read')]


def grey(path: Path) -> np.ndarray:
    return np.asarray(Image.open(path).convert('L'))


def labels_of(result: dict) -> np.ndarray:
    return grey(result['folder'] / result['labels'])


def table(folder: Path) -> dict[str, dict[str, str]]:
    return {Path(row['file']).name: row for row in rows_of(folder)}


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
        'missed_share': interval([float(not mine.any()) for _, mine, *_ in scored], cases, mean),
        'reader_share_ece_within_6_px': round(
            calibration_error(np.concatenate(predicted), np.concatenate(observed)), 4
        ),
    }


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


def infection(found: list[dict], data: Path) -> dict:
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
    return {
        'evaluated': '50 COVID slices, five folds; the two thresholds of the engine were chosen on all of them',
        'refused': len(found) - len(done),
        **{
            f'dice_{name}': interval([v for v, _ in pairs], [c for _, c in pairs], mean)
            for name, pairs in dices.items()
        },
    }


def write_evaluation(data: Path, runs: Path) -> None:
    figures = {
        'nodule_crops': crops(results(runs / 'crops-read'), data / 'lidc_nodules'),
        'slices': {
            'lung_region': region(results(runs / 'region-read'), data / 'lung_region'),
            'covid': infection(of_folds(runs, 'covid'), data / 'covid_infnet'),
        },
    }
    write_figures('lung', figures)
