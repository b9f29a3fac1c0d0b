"""Opened heads of patients that the network never saw, for engine/open-skull.ts: `skull_opened.py CACHE
DATA OUT COUNT`.

Writes OUT (COUNT × 3 × 256 × 256 bytes): grey, 1 inside the whole skull, 1 where the skull was taken out
and nothing is known.
"""

import random
import sys
from pathlib import Path

import numpy as np

from skull_samples import opened
from skull_train import whole_heads


def main():
    cache, data, out = map(Path, sys.argv[1:4])
    random.seed(9), np.random.seed(9)
    heads = [(grey, inside) for is_out, grey, inside in whole_heads(cache, data) if is_out]
    with open(out, 'wb') as file:
        for grey, inside in random.sample(heads, int(sys.argv[4])):
            shown, gone = opened(grey.astype(np.float32) / 255, inside)
            file.write(
                np.stack([np.round(np.clip(shown, 0, 1) * 255), inside, gone * (1 - inside)])
                .astype(np.uint8)
                .tobytes()
            )


if __name__ == '__main__':
    main()
