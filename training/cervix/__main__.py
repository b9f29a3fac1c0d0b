"""The cervix: `python -m training.cervix prepare|train|export|evaluate`.

About two hours of processor time, and four gigabytes for the cache.
"""

from training.pipeline import DATA, SOURCES, engine, folder_of, main, python

CERVIX = DATA / 'cervix'
CACHE = folder_of('cervix') / 'cache'
FOLDS = range(5)


def prepare() -> None:
    python('cervix.network.cache', '--data', CERVIX)


def train() -> None:
    for fold in [*FOLDS, 'all']:
        python('cervix.network.train', '--data', CERVIX, '--fold', fold)
    # What the live view of the camera estimates.
    python('cervix.distance', CERVIX)


def export() -> None:
    for fold in FOLDS:
        python('cervix.network.export', '--fold', fold)
    python('cervix.network.export', '--fold', 'all', '--out', 'analyses/cervix/model/cervix.onnx')
    python('cervix.network.appearance')
    # The thresholds and probabilities are part of what ships, and fitted to what the engine measures.
    engine('cervix/engine/measure.ts', CACHE / 'measures.jsonl')
    python('cervix.calibrate', CACHE / 'measures.jsonl')
    # Photographs before acetic acid are recognized by their appearance.
    engine('cervix/engine/measure-steps.ts', SOURCES, CACHE / 'steps.jsonl')
    python('cervix.steps', CACHE / 'steps.jsonl')


def evaluate() -> None:
    engine('cervix/engine/evaluate.ts', CACHE / 'evaluation.jsonl')
    python('cervix.evaluate', CACHE / 'measures.jsonl', CACHE / 'evaluation.jsonl')
    python('card', 'cervix')


if __name__ == '__main__':
    main('cervix', {'prepare': prepare, 'train': train, 'export': export, 'evaluate': evaluate})
