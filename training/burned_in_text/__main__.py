"""Burned-in text: `python -m training.burned_in_text prepare|train|export|evaluate`.

What ships is a small perceptron in core/src/burned-in-text/text-likeness.ts; `export` writes its numbers to
cache/weights.json.
"""

from training.burned_in_text.fit import judge_all, write_weights
from training.burned_in_text.paste import write_pictures
from training.pipeline import engine, folder_of, main, python

CACHE = folder_of('burned_in_text') / 'cache'


def prepare() -> None:
    python(write_pictures, CACHE)
    engine('burned_in_text/measure.ts', CACHE)


def train() -> None:
    """Fitting takes a minute: what follows does it anew."""


def evaluate() -> None:
    python(judge_all, CACHE)


def export() -> None:
    python(write_weights, CACHE)


if __name__ == '__main__':
    main('burned_in_text', prepare, train, export, evaluate)
