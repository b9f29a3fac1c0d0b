"""Prints the pictures of one fold of a set, one path a line: python -m training.lung.crops.files SET FOLD"""

import sys
from pathlib import Path

from training.lung.crops.data import crop_rows

if __name__ == '__main__':
    root, fold = Path(sys.argv[1]), sys.argv[2]
    for row in crop_rows(root):
        if row['fold'] == fold:
            print(root / row['file'])
