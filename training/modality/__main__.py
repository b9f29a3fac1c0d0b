"""The gate: `python -m training.modality prepare|train|export|evaluate`; about 20 minutes of processor time.

`prepare` also needs everyday pictures: PHOTOGRAPHS is a folder that `fetch-photographs.sh` filled on a Debian
machine.
"""

import os

from training.pipeline import DATA, folder_of, main, python

FOLDER = folder_of('modality')
CACHE, CHECKPOINTS = FOLDER / 'cache', FOLDER / 'checkpoints'


def prepare() -> None:
    photographs = os.environ.get('PHOTOGRAPHS')
    if not photographs:
        raise SystemExit(f'PHOTOGRAPHS names no folder: run {FOLDER}/fetch-photographs.sh DIRECTORY first.')
    python('modality.collect', DATA, photographs, CACHE / 'pictures.pkl')
    python('modality.features', CACHE / 'pictures.pkl', CACHE)


def train() -> None:
    python('modality.train', CACHE / 'learnt.npz', CHECKPOINTS)


def export() -> None:
    python('modality.export', CHECKPOINTS / 'all.pt', 'analyses/modality/model/modality.onnx')


def evaluate() -> None:
    python('modality.evaluate', CACHE / 'measured.npz', CHECKPOINTS)
    python('card', 'modality')


if __name__ == '__main__':
    main('modality', {'prepare': prepare, 'train': train, 'export': export, 'evaluate': evaluate})
