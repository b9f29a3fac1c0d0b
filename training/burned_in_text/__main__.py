"""Burned-in text: `python -m training.burned_in_text prepare|train|export|evaluate`.

What ships is a small perceptron in core/src/burned-in-text/text-likeness.ts; `export` writes its numbers to
cache/weights.json.
"""

from training.pipeline import DATA, engine, folder_of, main, python

CACHE = folder_of('burned_in_text') / 'cache'


def prepare() -> None:
    python('burned_in_text.paste', DATA, CACHE)
    engine('burned_in_text/measure.ts', CACHE, '--candidates')


def evaluate() -> None:
    """Fits anew, which takes a minute, and judges on the folds that taught nothing."""
    python('burned_in_text.fit', CACHE, DATA)


def export() -> None:
    python('burned_in_text.fit', CACHE, DATA, '--write')


if __name__ == '__main__':
    main('burned_in_text', {'prepare': prepare, 'train': evaluate, 'export': export, 'evaluate': evaluate})
