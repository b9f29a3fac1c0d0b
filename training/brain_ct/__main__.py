"""Head CT: `python -m training.brain_ct prepare|train|export|evaluate`.

The hemorrhage networks want a GPU (13 trainings of 330 batches); the rest takes an hour of processor time.
"""

import json

from training.brain_ct.exam.exam_patient import write_exam
from training.brain_ct.hemorrhage.evaluate import write_hemorrhage
from training.brain_ct.hemorrhage.export import write_joined
from training.brain_ct.hemorrhage.outlined import check_outlines
from training.brain_ct.hemorrhage.pack import write_pack
from training.brain_ct.hemorrhage.rows import write_rows
from training.brain_ct.hemorrhage.train import train_hemorrhage
from training.brain_ct.ischemia.infarct_measure import write_infarcts
from training.brain_ct.ischemia.infarct_train import train_infarcts
from training.brain_ct.midline.midline_export import write_midline
from training.brain_ct.midline.midline_samples import write_samples
from training.brain_ct.midline.midline_train import train_midline
from training.brain_ct.skull.skull_train import train_skull
from training.brain_ct.skull.small_export import write_small
from training.brain_ct.sources.sources import SOURCES, write_sources
from training.brain_ct.window.rewindow import write_rewindowed
from training.brain_ct.window.window_train import train_window
from training.card import write_card
from training.metrics import write_figures
from training.pipeline import ANALYSES, DATA, FOLDS, engine, folder_of, main, python

BRAIN = DATA / 'brain'
HOME = BRAIN / 'ct_ich'
CACHE, CHECKPOINTS = (folder_of('brain_ct') / name for name in ('cache', 'checkpoints'))
MODEL = ANALYSES / 'brain-ct/model'
# Sources that the hemorrhage network learns from; a network without each of them measures on it.
LEARNED = {'phe_sich': [0], 'roboflow_ich': [0, 1], 'mbh25': [0], 'cpaisd': [0, 1]}
# Pictures in random windows that teach the hemorrhage network, and those that teach the window network.
REWINDOWED, WINDOWS = 300, 3000


def prepare() -> None:
    for source in ['ct_ich', *SOURCES, 'ct_ich_boxes']:
        engine('brain_ct/engine/prepare.ts', BRAIN / source, CACHE / source)
    python(check_outlines, CACHE / 'ct_ich', HOME)
    python(write_rewindowed, HOME, CACHE / 'windows', REWINDOWED)
    engine('brain_ct/engine/prepare.ts', CACHE / 'windows', CACHE / 'rewindowed')
    python(write_pack, CACHE, BRAIN, CACHE / 'pack.npz')
    python(write_rows, CACHE / 'pack.npz', CACHE / 'rows')
    python(write_samples, CACHE / 'ct_ich', HOME, 16000)
    python(write_rewindowed, HOME, CACHE / 'window', WINDOWS)
    engine('brain_ct/engine/window-facts.ts', CACHE / 'window')


def train() -> None:
    for fold in [*FOLDS, 'all']:
        python(train_midline, CACHE / 'ct_ich', HOME, CHECKPOINTS / f'midline-{fold}.pt', fold)
    python(train_skull, CACHE, BRAIN, CHECKPOINTS / 'skull.pt')
    python(train_infarcts, CACHE, BRAIN, CHECKPOINTS / 'hypodense.pt')
    python(train_window, CACHE / 'window', MODEL / 'window.onnx')
    for seed in (0, 1):
        hemorrhage(f'fold-all-{seed}', seed=seed)
    for fold in FOLDS:
        hemorrhage(f'fold-{fold}', fold=str(fold))
    for source, seeds in LEARNED.items():
        for seed in seeds:
            hemorrhage(f'without-{source}-{seed}', without=source, seed=seed)


def hemorrhage(name: str, **options: object) -> None:
    python(train_hemorrhage, CACHE / 'rows', CHECKPOINTS, name, **options)


def export() -> None:
    for fold in FOLDS:
        python(write_midline, CHECKPOINTS / f'midline-{fold}.pt', CHECKPOINTS / f'midline-{fold}.onnx')
    python(write_midline, CHECKPOINTS / 'midline-all.pt', MODEL / 'midline.onnx')
    for name, output in (('skull', 'inside'), ('hypodense', 'chance')):
        python(write_small, CHECKPOINTS / f'{name}.pt', MODEL / f'{name}.onnx', output)
    # The calibration is part of the network, and fitted to what the folds say of slices they never saw.
    python(write_hemorrhage, CACHE / 'ct_ich', HOME, CHECKPOINTS)
    python(write_joined, CHECKPOINTS, MODEL / 'haemorrhage.onnx', 'fold-all')
    for source in LEARNED:
        name = f'without-{source}'
        python(write_joined, CHECKPOINTS, CHECKPOINTS / f'{name}.onnx', name)


def evaluate() -> None:
    python(write_hemorrhage, CACHE / 'ct_ich', HOME, CHECKPOINTS)
    python(write_exam, CACHE / 'ct_ich', HOME, CHECKPOINTS)
    geometry = CHECKPOINTS / 'geometry.json'
    engine('brain_ct/engine/measure.ts', CACHE / 'ct_ich', HOME, CHECKPOINTS, 5, geometry)
    write_figures('brain-ct', json.loads(geometry.read_text()))
    alarm, facts = CHECKPOINTS / 'alarm.json', CHECKPOINTS / 'alarm-facts.json'
    engine('brain_ct/engine/alarm-rows.ts', BRAIN, CHECKPOINTS, alarm)
    python(write_sources, BRAIN, facts)
    for source in ('aisd', 'cpaisd', 'rsna_dicom', 'roboflow_ich'):
        engine('brain_ct/engine/hypodense-rows.ts', BRAIN, source, CACHE / 'rows-of' / source)
    for source in ('ct_ich', 'phe_sich'):
        engine('brain_ct/engine/hypodense-rows.ts', BRAIN, source, CACHE / 'rows-of' / source, 0, 3)
    python(write_infarcts, BRAIN, CACHE / 'rows-of', CACHE)
    engine('engine/alarm-curve.ts', 'brain-ct', 'haemorrhage', alarm)
    python(write_card, 'brain_ct')


if __name__ == '__main__':
    main('brain_ct', prepare, train, export, evaluate)
