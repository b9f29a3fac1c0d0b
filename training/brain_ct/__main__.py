"""Head CT: `python -m training.brain_ct prepare|train|export|evaluate`.

The hemorrhage networks want a GPU (13 trainings of 330 batches); the rest takes an hour of processor time.
"""

import json

from training.metrics import write_figures
from training.pipeline import DATA, engine, folder_of, main, python

BRAIN = DATA / 'brain'
HOME = BRAIN / 'ct_ich'
FOLDER = folder_of('brain_ct')
CACHE, CHECKPOINTS = FOLDER / 'cache', FOLDER / 'checkpoints'
MODEL = 'analyses/brain-ct/model'
SOURCES = ['ct_ich', 'phe_sich', 'roboflow_ich', 'mbh25', 'cpaisd', 'aisd', 'rsna_dicom', 'aisd_dicom']
FOLDS = range(5)
# Sources that the hemorrhage network learns from; a network without each of them measures on it.
LEARNED = {'phe_sich': [0], 'roboflow_ich': [0, 1], 'mbh25': [0], 'cpaisd': [0, 1]}
# Pictures in random windows that teach the hemorrhage network, and those that teach the window network.
REWINDOWED, WINDOWS = 300, 3000


def prepare() -> None:
    for source in [*SOURCES, 'ct_ich_boxes']:
        engine('brain_ct/engine/prepare.ts', BRAIN / source, CACHE / source)
    python('brain_ct.hemorrhage.outlined', CACHE / 'ct_ich', HOME)
    python('brain_ct.window.rewindow', HOME, CACHE / 'windows', REWINDOWED)
    engine('brain_ct/engine/prepare.ts', CACHE / 'windows', CACHE / 'rewindowed')
    python('brain_ct.hemorrhage.pack', CACHE, BRAIN, CACHE / 'pack.npz', '--rewindowed', CACHE / 'windows')
    python('brain_ct.hemorrhage.rows', CACHE / 'pack.npz', CACHE / 'rows')
    python('brain_ct.midline.midline_samples', CACHE / 'ct_ich', HOME, 16000)
    python('brain_ct.window.rewindow', HOME, CACHE / 'window', WINDOWS)
    engine('brain_ct/engine/window-facts.ts', CACHE / 'window')


def train() -> None:
    for fold in [*FOLDS, 'all']:
        midline = CHECKPOINTS / f'midline-{fold}.pt'
        python('brain_ct.midline.midline_train', CACHE / 'ct_ich', HOME, midline, '--fold', fold)
    python('brain_ct.skull.skull_train', CACHE, BRAIN, CHECKPOINTS / 'skull.pt')
    python('brain_ct.ischemia.infarct_train', CACHE, BRAIN, CHECKPOINTS / 'hypodense.pt')
    python('brain_ct.window.window_train', CACHE / 'window', f'{MODEL}/window.onnx')
    for seed in (0, 1):
        hemorrhage(f'fold-all-{seed}', '--seed', seed)
    for fold in FOLDS:
        hemorrhage(f'fold-{fold}', '--fold', fold)
    for source, seeds in LEARNED.items():
        for seed in seeds:
            hemorrhage(f'without-{source}-{seed}', '--without', source, '--seed', seed)


def hemorrhage(name: str, *options: object) -> None:
    python('brain_ct.hemorrhage.train', CACHE / 'rows', CHECKPOINTS, '--name', name, *options)


def export() -> None:
    for fold in FOLDS:
        to = CHECKPOINTS / f'midline-{fold}.onnx'
        python('brain_ct.midline.midline_export', CHECKPOINTS / f'midline-{fold}.pt', to)
    python('brain_ct.midline.midline_export', CHECKPOINTS / 'midline-all.pt', f'{MODEL}/midline.onnx')
    for name, output in (('skull', 'inside'), ('hypodense', 'chance')):
        python('brain_ct.skull.small_export', CHECKPOINTS / f'{name}.pt', f'{MODEL}/{name}.onnx', output)
    # The calibration is part of the network, and fitted to what the folds say of slices they never saw.
    python('brain_ct.hemorrhage.evaluate', CACHE / 'ct_ich', HOME, CHECKPOINTS)
    python('brain_ct.hemorrhage.export', CHECKPOINTS, f'{MODEL}/haemorrhage.onnx')
    for source in LEARNED:
        to = CHECKPOINTS / f'without-{source}.onnx'
        python('brain_ct.hemorrhage.export', CHECKPOINTS, to, f'without-{source}')


def evaluate() -> None:
    python('brain_ct.hemorrhage.evaluate', CACHE / 'ct_ich', HOME, CHECKPOINTS)
    python('brain_ct.exam.exam_patient', CACHE / 'ct_ich', HOME, CHECKPOINTS)
    geometry = CHECKPOINTS / 'geometry.json'
    engine('brain_ct/engine/measure.ts', CACHE / 'ct_ich', HOME, CHECKPOINTS, 5, geometry)
    write_figures('brain-ct', json.loads(geometry.read_text()))
    alarm, facts = CHECKPOINTS / 'alarm.json', CHECKPOINTS / 'alarm-facts.json'
    engine('brain_ct/engine/alarm-rows.ts', BRAIN, CHECKPOINTS, alarm)
    python('brain_ct.sources.sources', BRAIN, facts)
    for source in ('aisd', 'cpaisd', 'rsna_dicom', 'roboflow_ich'):
        engine('brain_ct/engine/hypodense-rows.ts', BRAIN, source, CACHE / 'rows-of' / source)
    for source in ('ct_ich', 'phe_sich'):
        engine('brain_ct/engine/hypodense-rows.ts', BRAIN, source, CACHE / 'rows-of' / source, 0, 3)
    python('brain_ct.ischemia.infarct_measure', BRAIN, CACHE / 'rows-of', CACHE)
    engine('engine/alarm-curve.ts', 'brain-ct', 'haemorrhage', alarm)
    python('card', 'brain_ct')


if __name__ == '__main__':
    main('brain_ct', {'prepare': prepare, 'train': train, 'export': export, 'evaluate': evaluate})
