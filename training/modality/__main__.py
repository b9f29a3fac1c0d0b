"""The gate: `python -m training.modality prepare|train|export|evaluate`; about 20 minutes of processor time.

`prepare` also needs everyday pictures: PHOTOGRAPHS is a folder that `fetch-photographs.sh` filled on a Debian
machine; and slices of other levels, which `fetch-levels.sh` lays out in SECOND_READ_SOURCES.
"""

import os
from pathlib import Path

from training.card import write_card
from training.modality.collect import write_pictures
from training.modality.evaluate import write_gate
from training.modality.export import write_modality
from training.modality.features import write_features
from training.modality.levels import train_level, write_level_figures, write_levels
from training.modality.train import train_heads
from training.pipeline import ANALYSES, DATA, SOURCES, folder_of, main, python

FOLDER = folder_of('modality')
CACHE, CHECKPOINTS = FOLDER / 'cache', FOLDER / 'checkpoints'


def prepare() -> None:
    photographs = os.environ.get('PHOTOGRAPHS')
    if not photographs:
        raise SystemExit(f'PHOTOGRAPHS names no folder: run {FOLDER}/fetch-photographs.sh DIRECTORY first.')
    python(write_pictures, DATA, Path(photographs), CACHE / 'pictures.pkl')
    python(write_features, CACHE / 'pictures.pkl', CACHE)
    python(write_levels, DATA, SOURCES, CACHE)


def train() -> None:
    python(train_heads, CACHE / 'learnt.npz', CHECKPOINTS)
    python(train_level, CACHE / 'levels.npz', CHECKPOINTS / 'all.pt', CHECKPOINTS / 'level.pt')


def export() -> None:
    heads = CHECKPOINTS / 'all.pt', CHECKPOINTS / 'level.pt'
    python(write_modality, *heads, ANALYSES / 'modality/model/modality.onnx')


def evaluate() -> None:
    python(write_gate, CACHE / 'measured.npz', CHECKPOINTS)
    python(write_level_figures, CACHE / 'levels.npz', CHECKPOINTS / 'all.pt')
    python(write_card, 'modality')


if __name__ == '__main__':
    main('modality', prepare, train, export, evaluate)
