"""Packs the prepared slices of all sources into one file to train from.

CACHE/SOURCE is of prepare.ts; CACHE/rewindowed holds CT-ICH slices in random windows (CACHE/windows of
rewindow.py, then prepare.ts), CACHE/ct_ich_boxes the boxes drawn on slices of CT-ICH. OUT (npz): pictures and
regions as WebP and PNG bytes, one row of facts per slice. Regions: 1 inside the skull, 2 bone, 4 outlined
bleeding, 8 box in which it lies.
"""

import csv
from pathlib import Path

import cv2
import numpy as np

from training.brain_ct.canvas import canvas_of, index_of
from training.brain_ct.hemorrhage.outlined import outlines as outlines_of
from training.brain_ct.hemorrhage.scenes import FACTS
from training.brain_ct.hemorrhage.slices import Slices
from training.brain_ct.sources.sources import LEVELS, SOURCES, visible
from training.datasets import rows_of

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


def boxes_of(cache):
    """{file of CT-ICH: (the region within its boxes, whether the boxes contradict a label of none)}."""
    boxes = cache / 'ct_ich_boxes'
    return {
        row['file'].replace('../ct_ich/', ''): (region >> 2) & 1
        for row, (_, region) in zip(index_of(boxes), canvas_of(boxes), strict=True)
    }


def add_source(pack, cache, data, source, boxes):
    slices = Slices(cache / source, data / source)
    masks = outlines_of(slices)
    levels = levels_of(source)
    for row, facts in enumerate(slices.rows):
        grey, region = slices.canvas[row]
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


def add_rewindowed(pack, cache):
    """The same heads in other windows, as the engine puts them back: each row is paired with the slice that
    it shows.
    """
    own = {
        file: row
        for row, (file, source) in enumerate(zip(pack.facts['picture'], pack.facts['source'], strict=True))
        if source == 'ct_ich'
    }
    shown = {row['file']: row['source'] for row in rows_of(cache / 'windows')}
    for row, (grey, region) in zip(
        index_of(cache / 'rewindowed'), canvas_of(cache / 'rewindowed'), strict=True
    ):
        pair = own[shown[row['file']]]
        facts = {name: values[pair] for name, values in pack.facts.items()}
        pack.add(grey, region & 3, **{**facts, 'source': 'rewindowed', 'picture': row['file'], 'pair': pair})


def write_pack(cache: Path, data: Path, out: Path) -> None:
    pack, boxes = Pack(), boxes_of(cache)
    for source in ['ct_ich', *SOURCES]:
        add_source(pack, cache, data, source, boxes)
    add_rewindowed(pack, cache)
    pack.save(out)
