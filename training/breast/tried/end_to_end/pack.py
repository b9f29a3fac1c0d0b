"""Films of every source as `network/films.py` has them, in a folder that a machine without the data sets
can train from.

    python -m training.breast.tried.end_to_end.pack FOLDER

JPEG of gray, PNG of labels, `films.json` of what is known of each; contrast mammograms, Mastery and the
exam have no tissue outlines.
"""

import json
import sys
from pathlib import Path

import cv2
import numpy as np
import pandas as pd

from training.breast.network.films import load_all
from training.breast.sources import LEAST
from training.breast.tried.refit.films import boxed
from training.breast.truth import DATA

QUALITY = 93


def all_films():
    for film in load_all():
        yield ('ddsm_tissue' if film['kind'] == 'ddsm' else 'mias'), film
    for source, least in LEAST.items():
        for _, row in pd.read_csv(DATA / 'breast' / source / 'labels.csv').iterrows():
            yield (
                source,
                {
                    **boxed(source, row, least),
                    'file': row['file'],
                    'malignant': -1 if pd.isna(row['malignant']) else int(row['malignant']),
                },
            )


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    facts = []
    for n, (source, film) in enumerate(all_films()):
        cv2.imwrite(
            str(folder / f'{n}.jpg'),
            np.clip(np.round(film['grey']), 0, 255).astype(np.uint8),
            [cv2.IMWRITE_JPEG_QUALITY, QUALITY],
        )
        cv2.imwrite(
            str(folder / f'{n}.png'), film['labels'].astype(np.uint8), [cv2.IMWRITE_PNG_COMPRESSION, 9]
        )
        malignant = film['malignant']
        # Only MIAS says of each lesion whether it is malignant; the exam says it of the view.
        circles = [
            (
                float(x),
                float(y),
                float(r),
                name,
                s if source == 'mias' else {0: 'B', 1: 'M'}.get(malignant, '?'),
            )
            for x, y, r, name, s in film['circles']
        ]
        facts.append(
            {
                'source': source,
                'fold': film['fold'],
                'file': film['file'],
                'circles': circles,
                'unplaced': film['unplaced'],
                'abnormal': film['abnormal'] if source == 'mias' else -1,
                'malignant': malignant if source == 'mias' else -1,
                'density': film['density'],
                'box': [int(v) for v in film['box']],
            }
        )
    (folder / 'films.json').write_text(json.dumps(facts))
    print(len(facts), 'films')


if __name__ == '__main__':
    main(Path(sys.argv[1]))
