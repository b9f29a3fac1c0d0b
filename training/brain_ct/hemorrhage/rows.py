"""The rows that the hemorrhage networks learn from: packed slices, scenes made of them, and marks."""

import os
import random
from pathlib import Path

import numpy as np

from training.brain_ct.hemorrhage.scenes import Rows, add_scenes
from training.brain_ct.hemorrhage.slices import marks

MARKS = 256


def write_rows(pack: Path, folder: Path, share: float = 1.0, processes: int = os.cpu_count()) -> None:
    """FOLDER gets what train.py reads, `share` of the usual scenes of PACK."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = Rows(pack)
    add_scenes(rows, share, processes)
    random.seed(4)
    np.save(folder / 'grey.npy', rows.grey), np.save(folder / 'region.npy', rows.region)
    np.save(folder / 'marks.npy', np.stack([marks() for _ in range(MARKS)]))
    np.savez(folder / 'facts.npz', **rows.facts)
    print(len(rows), 'rows')
