"""Chest CT: `python -m training.lung prepare|train|export|evaluate`.

About an hour of processor time, and half an hour of a GPU for the networks trained end to end. The spots to
learn from are those that the engine finds, so `train` writes nodule.onnx and opacity.onnx on its way.
"""

import shutil
from pathlib import Path

from training.lung.crops.data import crop_rows
from training.lung.joint.store import LEFT_OUT
from training.pipeline import DATA, analyse, engine, folder_of, main, python
from training.pipeline import SOURCES as FETCHED

LUNG = DATA / 'lung'
FOLDER = folder_of('lung')
CACHE, CHECKPOINTS, RUNS = (FOLDER / name for name in ('cache', 'checkpoints', 'runs'))
MODEL = Path('analyses/lung/model')
FOLDS = range(5)
SOURCES = ('luna_slices', 'luna_normal', 'msd_tumour', 'petct_dx', 'lidc_series')
# The decoder for windows that show air black goes on from the other one.
SOFT = ('--without', 'covid_infnet', '--steps', 1000, '--rate', 3e-3)
# What a model never saw and reads, and the rows of its labels.csv; fold k reads its fold of luna_slices.
UNSEEN = [
    ('ship', 'petct_dx', ''),
    ('1', 'msd_tumour', ''),
    ('2', 'luna_normal', 'LIDC-IDRI-0745'),
    ('3', 'lidc_series', ''),
    ('4', 'luna_normal', 'LIDC-IDRI-0513'),
    ('ship', 'luna_slices', ',0$'),
    *((fold, 'luna_slices', f',{fold}$') for fold in '1234'),
]


def prepare() -> None:
    for source in ('luna_slices', 'covid_infnet', 'lidc_series', 'luna_normal'):
        python('lung.chest.views', '--data', LUNG, '--source', source)
    python('lung.joint.pack', 'pictures', '--data', LUNG, '--cache', CACHE)


def train() -> None:
    nodule, chest, joint = CHECKPOINTS / 'nodule.pt', CHECKPOINTS / 'chest.pt', CACHE / 'joint'
    python('lung.nodule.train', '--data', LUNG / 'lidc_nodules', '--out', nodule)
    python('lung.nodule.export', nodule, MODEL / 'nodule.onnx')
    python('lung.chest.train', '--without', 'lidc_series', 'luna_normal', '--out', chest)
    python('lung.chest.train', '--start', chest, *SOFT, '--out', CHECKPOINTS / 'chest-soft.pt')
    python('lung.joint.slices', '--pack', joint, '--out', CHECKPOINTS)
    python('lung.joint.export', 'opacity', '--weights', CHECKPOINTS, '--out', MODEL)
    for source in SOURCES:
        engine('lung/engine/whole-slices.ts', LUNG / source, CACHE / source)
        python('lung.spot.features', '--data', LUNG / source, '--spots', CACHE / source)
    python('lung.joint.pack', 'crops', '--data', LUNG, '--cache', CACHE)
    python('lung.joint.pack', 'spots', '--data', LUNG, '--cache', CACHE)
    python('lung.joint.spots', '--pack', joint, '--out', CHECKPOINTS)
    python('lung.spot.heads', '--cache', CACHE, '--out', CHECKPOINTS / 'spot-heads.pt')


def models_of(model: str) -> Path:
    """The networks of a model beside those that all share, as the engine loads them."""
    to = RUNS / 'models' / model / 'lung/model'
    gate = RUNS / 'models' / model / 'modality/model'
    for folder in (to, gate):
        folder.mkdir(parents=True, exist_ok=True)
    shutil.copytree('analyses/modality/model', gate, dirs_exist_ok=True)
    shutil.copy(MODEL / 'nodule.onnx', to)
    return to


def read_unseen() -> None:
    for model, source, rows in UNSEEN:
        (CACHE / model).mkdir(exist_ok=True)
        engine(
            'lung/engine/whole-slices.ts',
            LUNG / source,
            CACHE / model / source,
            RUNS / 'models' / model,
            rows,
        )


def export() -> None:
    line = CHECKPOINTS / 'line.json'
    for model in LEFT_OUT:
        python(
            'lung.joint.export',
            'opacity',
            '--weights',
            CHECKPOINTS,
            '--model',
            model,
            '--out',
            models_of(model),
        )
    spots = [model for model in LEFT_OUT if model != '0']
    for model in spots:
        python(
            'lung.joint.export', 'spot', '--weights', CHECKPOINTS, '--model', model, '--out', models_of(model)
        )
    # The line from logit to probability is part of the network, and fitted to spots that no model saw.
    read_unseen()
    given = ('--data', LUNG, '--cache', CACHE, '--models', RUNS / 'models')
    python('lung.joint.calibrate', *given, '--out', line)
    for model in spots:
        to = models_of(model)
        python(
            'lung.joint.export',
            'spot',
            '--weights',
            CHECKPOINTS,
            '--model',
            model,
            '--line',
            line,
            '--out',
            to,
        )
    shutil.copy(models_of('ship') / 'opacity.onnx', MODEL)
    shutil.copy(models_of('ship') / 'spot.onnx', MODEL)


def read_pictures(name: str, models: object, pictures: list[Path], *options: str) -> None:
    analyse('lung', '--models', models, '--out', RUNS / name, *options, *pictures)


def pictures_of(source: str, fold: str) -> list[Path]:
    return [LUNG / source / row['file'] for row in crop_rows(LUNG / source) if row['fold'] == fold]


def evaluate() -> None:
    read_pictures('crops-read', 'analyses', pictures_of('lidc_nodules', '0'), '--step', 'nodule')
    for fold in map(str, FOLDS):
        shutil.copy(MODEL / 'spot.onnx', models_of(fold))
        read_pictures(f'covid-{fold}-read', RUNS / 'models' / fold, pictures_of('covid_infnet', fold))
    read_pictures('region-read', 'analyses', sorted((LUNG / 'lung_region/images').iterdir()))
    alarms = CACHE / 'alarm-rows.json'
    given = ('--data', LUNG, '--cache', CACHE)
    python('lung.spot.figures', *given, '--models', RUNS / 'models', '--alarms', alarms)
    engine('engine/alarm-curve.ts', 'lung', 'spot', alarms)
    python('lung.chest.evaluate', *given)
    python('lung.evaluate', '--data', LUNG)
    engine('lung/engine/measure-opacities.ts', FETCHED, CACHE / 'opacities.jsonl')
    python('lung.opacity.whole_slices', CACHE / 'opacities.jsonl')
    python('card', 'lung')


if __name__ == '__main__':
    main('lung', {'prepare': prepare, 'train': train, 'export': export, 'evaluate': evaluate})
