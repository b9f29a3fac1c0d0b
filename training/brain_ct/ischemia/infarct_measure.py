"""What the engine finds of real infarcts.

ROWS/SOURCE is what engine/hypodense-rows.ts wrote, CACHE/SOURCE is that of engine/prepare.ts (outlines). The
shipped network has learned from no infarct of aisd or cpaisd, nor from slices of fold 0 of ct_ich and
phe_sich, rsna_dicom and roboflow_ich. Writes the key `infarcts` of metrics.json.
"""

import json
from pathlib import Path

import cv2
import numpy as np

from training.brain_ct.canvas import canvas_of, index_of, inside_of
from training.brain_ct.ischemia.infarct_heads import is_without
from training.brain_ct.ischemia.infarct_planes import planes_of
from training.datasets import rows_of
from training.export import session_of
from training.metrics import auc, dice, mean, write_figures
from training.pipeline import ANALYSES

WITHOUT = ('ct_ich', 'phe_sich', 'rsna_dicom', 'roboflow_ich')
# Smallest area that is named, share of the intracranial area, as in
# analyses/brain-ct/engine/measure/hypodense.ts.
LEAST = 0.0185
# Round blood and ventricles nothing is named by the network, pixels.
BESIDE = 4
STEPS = np.arange(0.02, 0.99, 0.01)
INFARCTS = ('aisd', 'cpaisd')


def shipped():
    """hypodense.onnx: (3, 128, 128) → chances (64, 64)."""
    session = session_of(ANALYSES / 'brain-ct/model/hypodense.onnx')
    return lambda planes: session.run(None, {'planes': planes[None].astype(np.float32)})[0].reshape(64, 64)


def read(network, grey, region):
    """The network's score of a slice, and the region that the engine names."""
    inside = inside_of(region)
    planes = planes_of(grey.astype(np.float32) / 255, inside)
    chance = (network(planes) + network(planes[:, :, ::-1])[:, ::-1]) / 2
    chance = cv2.resize(chance, (256, 256), interpolation=cv2.INTER_LINEAR) * inside
    round_it = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * BESIDE + 1, 2 * BESIDE + 1))
    chance = chance * (1 - cv2.dilate(((region & 20) > 0).astype(np.uint8), round_it))
    return score_of(chance, inside.sum()), region & 8 > 0


def score_of(chance, whole):
    """The highest threshold at which a part large enough remains; 0 if none."""
    low, high = -1, len(STEPS) - 1
    while low < high:
        middle = (low + high + 1) // 2
        *_, stats, _ = cv2.connectedComponentsWithStats((chance > STEPS[middle]).astype(np.uint8), 8)
        if (stats[1:, cv2.CC_STAT_AREA] >= LEAST * whole).any():
            low = middle
        else:
            high = middle - 1
    return float(STEPS[low]) if low >= 0 else 0.0


def reads_of(network, data, rows, source):
    """(label row, score, region named) of the slices in which hypodense areas are assessed."""
    labels = {row['file']: row for row in rows_of(data / source)}
    facts = json.loads((rows / source / 'rows.json').read_text())
    planes = np.memmap(rows / source / 'rows.bin', np.uint8, 'r').reshape(-1, 2, 256, 256)
    return [
        (labels[fact['file']], *read(network, *one))
        for fact, one in zip(facts, planes, strict=True)
        if fact['assessed'] and is_without(labels[fact['file']])
    ]


def is_in_place(region, outline):
    """Most of what is named lies in the outline, or it covers a third of it."""
    shared = (region & outline).sum()
    return bool(shared > 0.5 * region.sum() > 0 or shared > outline.sum() / 3)


def infarct_figures(found, plain):
    """Of one source: AUC against the slices without an infarct, share named in place, mean Dice."""
    pairs = [(region, outline) for _, _, region, outline in found]
    scores = [(1, score) for _, score, *_ in found] + [(0, score) for _, score, _ in plain]
    figures = {
        'auc': auc(scores),
        'named_in_place': mean([is_in_place(*pair) for pair in pairs]),
        'named_elsewhere': mean([region.any() and not is_in_place(region, out) for region, out in pairs]),
        'dice': mean([dice(*pair) for pair in pairs]),
    }
    return {'slices': len(found), 'both': {name: round(value, 4) for name, value in figures.items()}}


def write_infarcts(data: Path, rows: Path, cache: Path) -> None:
    network, result = shipped(), {'infarcts': {}, 'without': {}}
    plain = {source: reads_of(network, data, rows, source) for source in WITHOUT}
    every = [one for reads in plain.values() for one in reads]
    for source in INFARCTS:
        outlines = {
            row['file']: (region & 8) > 0
            for row, (_, region) in zip(index_of(cache / source), canvas_of(cache / source), strict=True)
        }
        reads = reads_of(network, data, rows, source)
        found = [(*one, outlines[one[0]['file']]) for one in reads if outlines[one[0]['file']].any()]
        result['infarcts'][source] = infarct_figures(found, every)
        if core := [one for one in found if float(one[0].get('core_share') or 0) > 0]:
            result['infarcts'][f'{source}_core'] = infarct_figures(core, every)
    for source, reads in plain.items():
        named = round(mean([region.any() for _, _, region in reads]), 4)
        result['without'][source] = {'slices': len(reads), 'both': named}
    write_figures('brain-ct', {'infarcts': result})
