"""What the symmetry of the engine and the network find of real infarcts.

    python -m training.brain_ct.ischemia.infarct_measure DATA ROWS CACHE

ROWS/SOURCE is what engine/hypodense-rows.ts wrote, CACHE/SOURCE is that of engine/prepare.ts (outlines). The
shipped network has learnt from no infarct of aisd or cpaisd, nor from slices of fold 0 of ct_ich and
phe_sich, rsna_dicom and roboflow_ich. Writes the key `infarcts` of metrics.json.
"""

import csv
import json
import sys
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
from sklearn.metrics import roc_auc_score

from training.brain_ct.ischemia.infarct_planes import planes_of
from training.metrics import ANALYSES, write_figures

WITHOUT = ('ct_ich', 'phe_sich', 'rsna_dicom', 'roboflow_ich')
# Smallest area that is named, share of the intracranial area, as in
# analyses/brain-ct/engine/measure/hypodense.ts.
LEAST = 0.0185
# Round blood and ventricles nothing is named by the network, pixels.
BESIDE = 4
NET_STEPS, HU_STEPS = np.arange(0.02, 0.99, 0.01), np.arange(1, 20, 0.25)
# From where each alone names an area, as in the engine.
NETWORK_FROM, DARKER_BY = 0.3, 5.5
INFARCTS = ('aisd', 'cpaisd')


class Row:
    """One slice as the engine read it, its outline on the canvas where there is one."""

    def __init__(self, fact, label, planes, outline):
        self.fact, self.label, self.file, self.outline = fact, label, fact['file'], outline
        self.grey = planes[0].astype(np.float32) / 255
        self.inside = (planes[1] & 3 == 1).astype(np.uint8)
        self.named = ((planes[1] & 8) > 0).astype(np.uint8)
        left_out = ((planes[1] & 20) > 0).astype(np.uint8)
        self.beside = cv2.dilate(
            left_out, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * BESIDE + 1, 2 * BESIDE + 1))
        )
        self.darker = planes[2].astype(np.float32) / 8


def rows_of(data, rows, source, cache):
    labels = {row['file']: row for row in csv.DictReader(open(data / source / 'labels.csv'))}
    outlines = {}
    if source in INFARCTS:
        canvas = np.memmap(cache / source / 'canvas.bin', np.uint8, 'r').reshape(-1, 2, 256, 256)
        outlines = {
            row['file']: ((canvas[int(row['row']), 1] & 8) > 0).astype(np.uint8)
            for row in csv.DictReader(open(cache / source / 'index.csv'))
        }
    planes = np.memmap(rows / source / 'rows.bin', np.uint8, 'r').reshape(-1, 3, 256, 256)
    found = []
    for fact, one in zip(json.loads((rows / source / 'rows.json').read_text()), planes, strict=True):
        label = labels[fact['file']]
        is_plain = label['any_ich'] == '0' and label.get('near_positive', '0') != '1'
        if fact['assessed'] and is_plain:
            found.append(Row(fact, label, one, outlines.get(fact['file'])))
    return found


class Shipped:
    """hypodense.onnx: (n, 3, 128, 128) → chances (n, 64, 64)."""

    def __init__(self):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        path = ANALYSES / 'brain-ct/model/hypodense.onnx'
        self.session = onnxruntime.InferenceSession(str(path), options)

    def __call__(self, planes):
        return np.stack([self.session.run(None, {'planes': one[None]})[0].reshape(64, 64) for one in planes])


def parts_from(region, whole, least=LEAST):
    """The parts of a region that are large enough."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(region.astype(np.uint8), connectivity=8)
    kept = [k for k in range(1, count) if stats[k, cv2.CC_STAT_AREA] >= least * whole]
    return np.isin(labels, kept) & (labels > 0) if kept else np.zeros(region.shape, bool)


def score_of(plane, steps, whole, least=LEAST):
    """The highest threshold at which a part large enough remains; 0 if none."""
    low, high = -1, len(steps) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if parts_from(plane > steps[middle], whole, least).any():
            low = middle
        else:
            high = middle - 1
    return float(steps[low]) if low >= 0 else 0.0


def told(network, row):
    planes = planes_of(row.grey, row.inside)
    chance = network(np.stack([planes, planes[:, :, ::-1]]).astype(np.float32))
    plane = cv2.resize((chance[0] + chance[1, :, ::-1]) / 2, (256, 256), interpolation=cv2.INTER_LINEAR)
    return plane * row.inside


def dice(a, b):
    return 2 * float((a & b).sum()) / max(1.0, float(a.sum() + b.sum()))


METHODS = ('symmetry', 'network', 'both')


def read(network, row):
    """{method: (score, region that it names)}; `both` is what the engine reports, its score that of the
    network.
    """
    whole, chance = row.inside.sum(), told(network, row)
    regions = {
        'symmetry': parts_from(row.darker > DARKER_BY, whole),
        'network': parts_from(chance * (1 - row.beside) > NETWORK_FROM, whole),
    }
    regions['both'] = row.named > 0
    scores = {
        'symmetry': score_of(row.darker, HU_STEPS, whole),
        'network': score_of(chance * (1 - row.beside), NET_STEPS, whole),
    }
    scores['both'] = scores['network']
    return {method: (scores[method], regions[method]) for method in METHODS}


def is_in_place(region, outline):
    """Most of what is named lies in the outline, or it covers a third of it."""
    shared = (region & outline).sum()
    return bool(shared > 0.5 * region.sum() > 0 or shared > outline.sum() / 3)


def infarct_figures(found, plain):
    """Per method, of the slices of one source: AUC against the slices without one, share named in place,
    mean Dice.
    """
    out = {'slices': len(found)}
    for method in METHODS:
        own, others = [read[method][0] for _, read in found], [read[method][0] for read in plain]
        pairs = [(read[method][1], row.outline > 0) for row, read in found]
        out[method] = {
            'auc': round(float(roc_auc_score([1] * len(own) + [0] * len(others), own + others)), 4),
            'named_in_place': round(float(np.mean([is_in_place(*pair) for pair in pairs])), 4),
            'named_elsewhere': round(
                float(
                    np.mean([region.any() and not is_in_place(region, outline) for region, outline in pairs])
                ),
                4,
            ),
            'dice': round(float(np.mean([dice(*pair) for pair in pairs])), 4),
        }
    return out


def main():
    data, rows, cache = map(Path, sys.argv[1:4])
    cv2.setNumThreads(1)
    network = Shipped()
    plain = {source: [read(network, row) for row in rows_of(data, rows, source, cache)] for source in WITHOUT}
    every = [one for reads in plain.values() for one in reads]
    result = {'infarcts': {}, 'without': {}}
    for source in INFARCTS:
        found = [
            (row, read(network, row))
            for row in rows_of(data, rows, source, cache)
            if row.outline is not None and row.outline.any()
        ]
        result['infarcts'][source] = infarct_figures(found, every)
        core = [(row, one) for row, one in found if float(row.label.get('core_share') or 0) > 0]
        if core:
            result['infarcts'][f'{source}_core'] = infarct_figures(core, every)
    for source, reads in plain.items():
        named = {
            method: round(float(np.mean([one[method][1].any() for one in reads])), 4) for method in METHODS
        }
        result['without'][source] = {'slices': len(reads), **named}
    write_figures('brain-ct', {'infarcts': result})
    print(json.dumps(result, indent=1))


if __name__ == '__main__':
    main()
