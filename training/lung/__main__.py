"""Chest CT: `python -m training.lung prepare|train|export|evaluate`.

About an hour of processor time, and half an hour of a GPU for the networks trained end to end. The spots to
learn from are those that the engine finds, so `train` writes nodule.onnx and opacity.onnx on its way.
"""

import shutil
from pathlib import Path

from training.card import write_card
from training.datasets import rows_of
from training.lung.chest.evaluate import write_masses
from training.lung.chest.train import train_decoder
from training.lung.chest.views import write_views
from training.lung.evaluate import write_evaluation
from training.lung.joint.calibrate import write_line
from training.lung.joint.export import write_opacity, write_spot
from training.lung.joint.pack import SOURCES, pack_crops, pack_pictures, pack_spots
from training.lung.joint.slices.train import train_slices
from training.lung.joint.spots.train import train_spots
from training.lung.joint.store import LEFT_OUT
from training.lung.nodule.export import write_nodule
from training.lung.nodule.train import train_nodule
from training.lung.opacity.whole_slices import write_whole_slices
from training.lung.spot.features import write_features
from training.lung.spot.figures import write_spot_figures
from training.lung.spot.heads import train_heads
from training.pipeline import ANALYSES, DATA, FOLDS, engine, folder_of, main, python, run
from training.pipeline import SOURCES as FETCHED

LUNG = DATA / 'lung'
CACHE, CHECKPOINTS, RUNS = (folder_of('lung') / name for name in ('cache', 'checkpoints', 'runs'))
MODELS, MODEL = RUNS / 'models', ANALYSES / 'lung/model'
# What a model never saw and reads, and the rows of its labels.csv; fold k reads its fold of luna_slices.
UNSEEN = [
    ('ship', 'petct_dx', ''),
    ('1', 'msd_tumour', ''),
    ('2', 'luna_normal', 'case=LIDC-IDRI-0745'),
    ('3', 'lidc_series', ''),
    ('4', 'luna_normal', 'case=LIDC-IDRI-0513'),
    ('ship', 'luna_slices', 'fold=0'),
    *((fold, 'luna_slices', f'fold={fold}') for fold in '1234'),
]


def prepare() -> None:
    for source in ('luna_slices', 'covid_infnet', 'lidc_series', 'luna_normal'):
        python(write_views, LUNG, source, CACHE / 'chest' / source)
    python(pack_pictures, LUNG, CACHE / 'joint')


def train() -> None:
    nodule, chest, joint = CHECKPOINTS / 'nodule.pt', CHECKPOINTS / 'chest.pt', CACHE / 'joint'
    python(train_nodule, LUNG / 'lidc_nodules', nodule)
    python(write_nodule, nodule, MODEL / 'nodule.onnx')
    python(train_decoder, CACHE / 'chest', chest, ['lidc_series', 'luna_normal'])
    # The decoder for windows that show air black goes on from the other one.
    soft = CHECKPOINTS / 'chest-soft.pt'
    python(train_decoder, CACHE / 'chest', soft, ['covid_infnet'], start=chest, steps=1000, rate=3e-3)
    python(train_slices, joint, CHECKPOINTS)
    python(write_opacity, CHECKPOINTS, 'ship', MODEL)
    for source in SOURCES:
        engine('lung/engine/whole-slices.ts', LUNG / source, CACHE / source)
        python(write_features, LUNG / source, CACHE / source)
    python(pack_crops, LUNG, joint)
    python(pack_spots, LUNG, CACHE, joint)
    python(train_spots, joint, CHECKPOINTS)
    python(train_heads, CACHE, CHECKPOINTS / 'spot-heads.pt')


def model_of(name: str) -> Path:
    """The networks of a model beside those that all share, as the engine loads them."""
    to, gate = MODELS / name / 'lung/model', MODELS / name / 'modality/model'
    to.mkdir(parents=True, exist_ok=True)
    shutil.copytree(ANALYSES / 'modality/model', gate, dirs_exist_ok=True)
    shutil.copy(MODEL / 'nodule.onnx', to)
    return to


def export() -> None:
    spots = [name for name in LEFT_OUT if name != '0']
    for name in LEFT_OUT:
        python(write_opacity, CHECKPOINTS, name, model_of(name))
    for name in spots:
        python(write_spot, CHECKPOINTS, name, model_of(name))
    # The line from logit to probability is part of the network, and fitted to spots that no model saw.
    for name, source, only in UNSEEN:
        (CACHE / name).mkdir(exist_ok=True)
        engine('lung/engine/whole-slices.ts', LUNG / source, CACHE / name / source, MODELS / name, only)
    line = CHECKPOINTS / 'line.json'
    python(write_line, LUNG, CACHE, MODELS, line)
    for name in spots:
        python(write_spot, CHECKPOINTS, name, model_of(name), line)
    shutil.copy(model_of('ship') / 'opacity.onnx', MODEL)
    shutil.copy(model_of('ship') / 'spot.onnx', MODEL)


def read_pictures(name: str, models: Path, pictures: list[Path], *options: str) -> None:
    given = ('--models', models, '--out', RUNS / name, *options, *pictures)
    run('npm', 'run', '--silent', 'analyse', '--', 'lung', *given)


def pictures_of(source: str, fold: str) -> list[Path]:
    return [LUNG / source / row['file'] for row in rows_of(LUNG / source) if row['fold'] == fold]


def evaluate() -> None:
    read_pictures('crops-read', ANALYSES, pictures_of('lidc_nodules', '0'), '--step', 'nodule')
    for fold in map(str, FOLDS):
        shutil.copy(MODEL / 'spot.onnx', model_of(fold))
        read_pictures(f'covid-{fold}-read', MODELS / fold, pictures_of('covid_infnet', fold))
    read_pictures('region-read', ANALYSES, sorted((LUNG / 'lung_region/images').iterdir()))
    alarms, opacities = CACHE / 'alarm-rows.json', CACHE / 'opacities.jsonl'
    python(write_spot_figures, LUNG, CACHE, MODELS, alarms)
    engine('engine/alarm-curve.ts', 'lung', 'spot', alarms)
    python(write_masses, LUNG, CACHE)
    python(write_evaluation, LUNG, RUNS)
    engine('lung/engine/measure-opacities.ts', FETCHED, opacities)
    python(write_whole_slices, opacities)
    python(write_card, 'lung')


if __name__ == '__main__':
    main('lung', prepare, train, export, evaluate)
