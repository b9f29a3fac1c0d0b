"""What pack.py wrote, and which of it a model must not see."""

import pickle
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

# Models by name: the fold of luna_slices, lidc_nodules and covid_infnet, and the source or patient that each
# never sees. `ship` never sees what measures it; of the infections it sees all.
LEFT_OUT = {
    'ship': ('0', 'petct_dx'),
    '0': ('0', 'petct_dx'),
    '1': ('1', 'msd_tumour'),
    '2': ('2', 'LIDC-IDRI-0745'),
    '3': ('3', 'lidc_series'),
    '4': ('4', 'LIDC-IDRI-0513'),
}
FOLDED = ('luna_slices', 'lidc_nodules', 'covid_infnet')


def is_seen(record: dict, model: str) -> bool:
    fold, other = LEFT_OUT[model]
    if other in (record['source'], record['case']):
        return False
    if model == 'ship' and record['source'] == 'covid_infnet':
        return True
    return record['source'] not in FOLDED or record['fold'] != fold


def load(folder: Path, kinds: tuple[str, ...]) -> Iterator[dict]:
    for path in sorted(folder.glob('*.pkl')):
        with open(path, 'rb') as handle:
            yield from (record for record in pickle.load(handle) if record['kind'] in kinds)


def decoded(data: bytes) -> np.ndarray:
    return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
