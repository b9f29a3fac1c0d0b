"""The rows that the hemorrhage networks learn from: packed slices, scenes made of them, and marks."""

import os
import random
from pathlib import Path

import cv2
import numpy as np

from training.brain_ct.hemorrhage.scenes import Rows, add_scenes

MARKS = 256


def marks(count):
    """Letters and arrows (count, 2, 256, 256): their tone and where they are."""
    random.seed(4)
    made = np.zeros((count, 2, 256, 256), np.uint8)
    for tone, place in made:
        for _ in range(random.randint(1, 4)):
            x, y, shade, width = (
                random.randrange(256),
                random.randrange(256),
                random.choice([255, 255, 0, 150]),
                random.randint(1, 3),
            )
            if random.random() < 0.6:
                text, size = (
                    ''.join(random.choices('ABCDRLF 0123', k=random.randint(1, 6))),
                    random.uniform(0.3, 0.9),
                )
                draw = lambda plane, value: cv2.putText(
                    plane, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, value, min(width, 2), cv2.LINE_AA
                )
            else:
                end = (x + random.randint(-40, 40), y + random.randint(-40, 40))
                draw = lambda plane, value: cv2.arrowedLine(
                    plane, (x, y), end, value, width, cv2.LINE_AA, tipLength=0.4
                )
            drawn = np.zeros((256, 256), np.uint8)
            draw(drawn, 255)
            tone[drawn > 0] = shade
            place[:] = np.maximum(place, drawn)
    return made


def write_rows(pack: Path, folder: Path, share: float = 1.0, processes: int = os.cpu_count()) -> None:
    """FOLDER gets what train.py reads, `share` of the usual scenes of PACK."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = Rows(pack)
    add_scenes(rows, share, processes)
    np.save(folder / 'grey.npy', rows.grey), np.save(folder / 'region.npy', rows.region)
    np.save(folder / 'marks.npy', marks(MARKS))
    np.savez(folder / 'facts.npz', **rows.facts)
    print(len(rows), 'rows')
