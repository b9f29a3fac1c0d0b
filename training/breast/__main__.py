"""Mammograms: `python -m training.breast prepare|train|export|evaluate`.

About an hour and a half of processor time to train, an hour to measure.
"""

from training.breast.calibrate import write_calibration
from training.breast.evaluate import write_evaluation
from training.breast.network.cache import write_views
from training.breast.network.export import write_networks
from training.breast.network.train import train_fold
from training.breast.pasting.clusters import write_clusters
from training.breast.screening import choose_mass_point, write_refused, write_screening
from training.breast.sources import choose_cluster_point, write_alarms, write_sources
from training.card import write_card
from training.pipeline import FOLDS, SOURCES, engine, folder_of, main, python

CACHE = folder_of('breast') / 'cache'
UNSEEN, SCREENING, GATE = (CACHE / f'{name}.jsonl' for name in ('sources', 'screening', 'gate'))


def prepare() -> None:
    python(write_views)
    python(write_clusters)


def train() -> None:
    for fold in FOLDS:
        for seed in (0, 1):
            python(train_fold, fold, seed)


def read_unseen() -> None:
    engine('breast/engine/evaluate-sources.ts', UNSEEN)
    engine('breast/engine/evaluate-screening.ts', SOURCES / 'breast/rsna_640', SCREENING)


def export() -> None:
    python(write_networks)
    # The logistic models are part of what ships, and fitted to what the engine measures with these networks.
    measures, clusters = CACHE / 'measures.jsonl', CACHE / 'clusters.jsonl'
    engine('breast/engine/measure.ts', measures)
    engine('breast/engine/measure-clusters.ts', clusters)
    python(write_calibration, measures, clusters)
    # So are the points from which something is named, chosen on pictures that taught nothing.
    read_unseen()
    python(choose_cluster_point, UNSEEN)
    python(choose_mass_point, SCREENING)


def evaluate() -> None:
    evaluation, alarms = CACHE / 'evaluation.jsonl', CACHE / 'alarms.json'
    engine('breast/engine/evaluate.ts', evaluation)
    python(write_evaluation, evaluation)
    read_unseen()
    python(write_sources, UNSEEN)
    python(write_screening, SCREENING)
    engine('breast/engine/evaluate-gate.ts', SOURCES / 'breast/rsna_640', GATE)
    python(write_refused, GATE)
    python(write_alarms, UNSEEN, alarms)
    engine('engine/alarm-curve.ts', 'breast', 'breast', alarms)
    python(write_card, 'breast')


if __name__ == '__main__':
    main('breast', prepare, train, export, evaluate)
