"""The cervix: `python -m training.cervix prepare|train|export|evaluate`.

About two hours of processor time, and four gigabytes for the cache.
"""

from training.card import write_card
from training.cervix.calibrate import write_constants
from training.cervix.distance import write_distance
from training.cervix.evaluate import write_evaluation
from training.cervix.network.appearance import write_appearance
from training.cervix.network.cache import write_views
from training.cervix.network.data import CACHE
from training.cervix.network.export import write_networks
from training.cervix.network.train import train_fold
from training.cervix.steps import write_steps
from training.pipeline import DATA, FOLDS, SOURCES, engine, main, python


def prepare() -> None:
    python(write_views, DATA / 'cervix', CACHE)


def train() -> None:
    for fold in [*map(str, FOLDS), 'all']:
        python(train_fold, fold)
    # What the live view of the camera estimates.
    python(write_distance)


def export() -> None:
    python(write_networks)
    python(write_appearance)
    # The thresholds and probabilities are part of what ships, and fitted to what the engine measures.
    engine('cervix/engine/measure.ts', CACHE / 'measures.jsonl')
    python(write_constants, CACHE / 'measures.jsonl')
    # Photographs before acetic acid are recognized by their appearance.
    engine('cervix/engine/measure-steps.ts', SOURCES, CACHE / 'steps.jsonl')
    python(write_steps, CACHE / 'steps.jsonl')


def evaluate() -> None:
    engine('cervix/engine/evaluate.ts', CACHE / 'evaluation.jsonl')
    python(write_evaluation, CACHE / 'measures.jsonl', CACHE / 'evaluation.jsonl')
    python(write_card, 'cervix')


if __name__ == '__main__':
    main('cervix', prepare, train, export, evaluate)
