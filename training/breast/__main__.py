"""Mammograms: `python -m training.breast prepare|train|export|evaluate`.

About an hour and a half of processor time to train, an hour to measure.
"""

from training.pipeline import SOURCES, engine, folder_of, main, python

FOLDS = range(5)
SEEDS = (0, 1)
CACHE = folder_of('breast') / 'cache'


def prepare() -> None:
    python('breast.network.cache')
    python('breast.pasting.clusters')


def train() -> None:
    for fold in FOLDS:
        for seed in SEEDS:
            python('breast.network.train', '--fold', fold, '--seed', seed)


def export() -> None:
    python('breast.network.export')
    # The logistic models are part of what ships, and fitted to what the engine measures with these networks.
    measures, clusters = CACHE / 'measures.jsonl', CACHE / 'clusters.jsonl'
    engine('breast/engine/measure.ts', measures)
    engine('breast/engine/measure-clusters.ts', clusters)
    python('breast.calibrate', measures, clusters)


def evaluate() -> None:
    evaluation, sources, screening, alarms = (
        CACHE / name for name in ('evaluation.jsonl', 'sources.jsonl', 'screening.jsonl', 'alarms.json')
    )
    engine('breast/engine/evaluate.ts', evaluation)
    python('breast.evaluate', evaluation)
    python('breast.network.recover')
    engine('breast/engine/evaluate-sources.ts', sources)
    python('breast.sources', sources)
    engine('breast/engine/evaluate-screening.ts', SOURCES / 'breast/rsna_640', screening)
    python('breast.screening', screening)
    engine('breast/engine/alarm-rows.ts', alarms)
    engine('engine/alarm-curve.ts', 'breast', 'breast', alarms)
    python('card', 'breast')


if __name__ == '__main__':
    main('breast', {'prepare': prepare, 'train': train, 'export': export, 'evaluate': evaluate})
