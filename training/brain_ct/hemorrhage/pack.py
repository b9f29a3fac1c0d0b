"""Packs the prepared slices of all sources into one file to train from: `pack.py CACHE DATA OUT`.

CACHE/SOURCE is of prepare.ts; CACHE/rewindowed holds CT-ICH slices in random windows (rewindow.py learn,
then prepare.ts; its labels.csv is DATA's neighbor REWINDOWED), CACHE/ct_ich_boxes the boxes drawn on slices
of CT-ICH. OUT (npz): pictures and regions as WebP and PNG bytes, one row of facts per slice. Regions: 1
inside the skull, 2 bone, 4 outlined bleeding, 8 box in which it lies.
"""

import argparse
import csv
from pathlib import Path

import cv2
import numpy as np

from training.brain_ct.hemorrhage.outlined import outlines as outlines_of
from training.brain_ct.hemorrhage.scenes import FACTS
from training.brain_ct.hemorrhage.slices import Slices
from training.brain_ct.sources.sources import LEVELS, visible

SOURCES = ['ct_ich', 'phe_sich', 'roboflow_ich', 'mbh25', 'cpaisd', 'aisd', 'rsna_dicom', 'aisd_dicom']
# WebP quality by source, 101 without loss; the others are small.
QUALITY = {'ct_ich': 95, 'phe_sich': 90, 'rewindowed': 82}
LEVELED = Path(__file__).resolve().parents[1] / 'level' / 'levels.csv'


class Pack:
    def __init__(self):
        self.encoded = {'grey': [], 'region': []}
        self.facts = {name: [] for name in FACTS}

    def add(self, grey, region, **facts):
        quality = QUALITY.get(facts['source'], 101)
        self.encoded['grey'].append(
            cv2.imencode('.webp', grey, [cv2.IMWRITE_WEBP_QUALITY, quality])[1].ravel()
        )
        self.encoded['region'].append(
            cv2.imencode('.png', region, [cv2.IMWRITE_PNG_COMPRESSION, 9])[1].ravel()
        )
        for name, values in self.facts.items():
            values.append(facts[name])

    def save(self, path):
        encoded = {name: np.concatenate(parts) for name, parts in self.encoded.items()}
        lengths = {
            f'{name}_length': np.array([len(part) for part in parts]) for name, parts in self.encoded.items()
        }
        np.savez(
            path, **encoded, **lengths, **{name: np.array(values) for name, values in self.facts.items()}
        )


def levels_of(source):
    return {
        row['file']: LEVELS.index(row['level'])
        for row in csv.DictReader(open(LEVELED))
        if row['source'] == source
    }


def boxes_of(cache, data):
    """{file of CT-ICH: (the region within its boxes, whether the boxes contradict a label of none)}."""
    if not (cache / 'ct_ich_boxes' / 'index.csv').exists():
        return {}
    canvas = np.memmap(cache / 'ct_ich_boxes' / 'canvas.bin', np.uint8, 'r').reshape(-1, 2, 256, 256)
    files = [row['file'] for row in csv.DictReader(open(cache / 'ct_ich_boxes' / 'index.csv'))]
    return {
        file.replace('../ct_ich/', ''): (place[1] >> 2) & 1 for file, place in zip(files, canvas, strict=True)
    }


def add_source(pack, cache, data, source, boxes):
    slices = Slices(cache / source, data / source)
    masks = outlines_of(slices)
    levels = levels_of(source)
    for row, facts in enumerate(slices.rows):
        grey, region = slices._canvas(row)
        label = slices.any[row]
        outline = masks.get(row) if source == 'ct_ich' else slices.outline(row) if label == 1 else None
        box = (
            boxes.get(facts['file'])
            if source == 'ct_ich'
            else (region >> 2) & 1
            if outline is None and label == 1
            else None
        )
        # A box on a slice said not to bleed: one of both is wrong.
        label = -1 if source == 'ct_ich' and label == 0 and facts['file'] in boxes else label
        place = region & 3
        place = place | (4 * outline if outline is not None else 0) | (8 * box if box is not None else 0)
        pack.add(
            grey,
            place.astype(np.uint8),
            source=source,
            picture=facts['file'],
            case=slices.case[row],
            fold=slices.fold[row],
            any=label,
            visible=visible(facts),
            types=slices.types[row],
            position=slices.position[row],
            level=levels.get(facts['file'], -1),
            pair=-1,
        )
    print(source, len(slices.rows), 'slices,', sum(label >= 0 for label in slices.any), 'labeled')


def add_rewindowed(pack, cache, pictures):
    """The same heads in other windows, as the engine puts them back: each row is paired with the slice that
    it shows.
    """
    own = {
        file: row
        for row, (file, source) in enumerate(zip(pack.facts['picture'], pack.facts['source'], strict=True))
        if source == 'ct_ich'
    }
    shown = {row['file']: row['source'] for row in csv.DictReader(open(pictures / 'labels.csv'))}
    index = list(csv.DictReader(open(cache / 'rewindowed' / 'index.csv')))
    canvas = np.memmap(cache / 'rewindowed' / 'canvas.bin', np.uint8, 'r').reshape(-1, 2, 256, 256)
    for (grey, region), row in zip(canvas, index, strict=True):
        pair = own[shown[row['file']]]
        facts = {name: values[pair] for name, values in pack.facts.items()}
        pack.add(grey, region & 3, **{**facts, 'source': 'rewindowed', 'picture': row['file'], 'pair': pair})
    print('rewindowed', len(index))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('cache', type=Path)
    parser.add_argument('data', type=Path)
    parser.add_argument('out', type=Path)
    parser.add_argument('--rewindowed', type=Path, help='folder of rewindow.py learn')
    options = parser.parse_args()
    pack = Pack()
    boxes = boxes_of(options.cache, options.data)
    for source in SOURCES:
        add_source(pack, options.cache, options.data, source, boxes)
    if options.rewindowed:
        add_rewindowed(pack, options.cache, options.rewindowed)
    pack.save(options.out)
    print(options.out, f'{options.out.stat().st_size / 1e6:.1f} MB')


if __name__ == '__main__':
    main()
