"""Runs all trainings side by side on one device: `jobs.py PACK OUT --seconds N`.

Makes the scenes, then trains lane by lane; OUT gets weights-all.pt, weights-out.pt, predictions.npz and
log.txt, written anew whenever a network is done. A training that fails stops no other.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import cv2
import numpy as np

from scenes import Rows, add_scenes

# Trainings of each lane, one after another: name, share of the lane's time, options.
WITHOUT = lambda source, seed=0, share=1.0: (
    f'without-{source}-{seed}',
    share,
    ['--without', source, '--seed', str(seed)],
)
FOLD = lambda fold: (f'fold-{fold}-0', 0.9, ['--fold', str(fold)])
ALL = lambda seed: (f'fold-all-{seed}', 1.2, ['--seed', str(seed)])
LANES = [
    [ALL(0), WITHOUT('roboflow_ich'), FOLD(0), FOLD(4)],
    [ALL(1), WITHOUT('roboflow_ich', 1), FOLD(1), WITHOUT('ct_ich', 0, 0.9)],
    [WITHOUT('cpaisd'), WITHOUT('mbh25'), FOLD(2), WITHOUT('phe_sich')],
    [WITHOUT('cpaisd', 1), WITHOUT('mbh25', 1), FOLD(3), WITHOUT('phe_sich', 1)],
]
# Weights that come back; of the others what they say does.
KEPT = [
    'without-roboflow_ich-0',
    'without-roboflow_ich-1',
    'without-cpaisd-0',
    'without-cpaisd-1',
    'without-mbh25-0',
    'without-phe_sich-0',
]
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


def write_rows(pack, folder, share, processes):
    rows = Rows(pack)
    add_scenes(rows, share, processes)
    np.save(folder / 'grey.npy', rows.grey), np.save(folder / 'region.npy', rows.region)
    np.save(folder / 'marks.npy', marks(MARKS))
    np.savez(folder / 'facts.npz', **rows.facts)
    return len(rows)


def gather(parts, out):
    """What is done so far."""
    import torch

    weights = {path.stem: torch.load(path, map_location='cpu') for path in sorted(parts.glob('*.pt'))}
    torch.save(
        {name: value for name, value in weights.items() if name.startswith('fold-all')},
        out / 'weights-all.pt',
    )
    torch.save({name: value for name, value in weights.items() if name in KEPT}, out / 'weights-out.pt')
    said = {}
    for path in sorted(parts.glob('*.npz')):
        for name, values in np.load(path).items():
            said[f'{path.stem}/{name}'] = values
    np.savez_compressed(out / 'predictions.npz', **said)


def run_lane(lane, end, rows, parts, log, lock, out, extra):
    for number, (name, share, options) in enumerate(lane):
        left = sum(one[1] for one in lane[number:])
        seconds = (end - time.time()) * share / left - 16
        command = [
            sys.executable,
            str(Path(__file__).with_name('train.py')),
            str(rows),
            str(parts),
            '--name',
            name,
            '--seconds',
            f'{max(seconds, 5):.0f}',
            *options,
            *extra,
        ]
        try:
            code = subprocess.run(
                command, stdout=log, stderr=subprocess.STDOUT, timeout=max(seconds, 5) + 90
            ).returncode
        except subprocess.TimeoutExpired:
            code = 'too long'
        print(name, 'ended with', code, file=log, flush=True)
        try:
            with lock:
                gather(parts, out)
        except Exception as error:  # the other trainings go on
            print('not gathered:', error, file=log, flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('pack', type=Path)
    parser.add_argument('out', type=Path)
    parser.add_argument('--seconds', type=float, default=720, help='in all, the scenes included')
    parser.add_argument('--processes', type=int, default=5)
    parser.add_argument('--scenes', type=float, default=1.0, help='share of the usual scenes')
    parser.add_argument('--extra', default='', help='more options of train.py')
    options = parser.parse_args()
    end = time.time() + options.seconds
    os.environ.update(OMP_NUM_THREADS='1', PYTHONUNBUFFERED='1')
    options.out.mkdir(parents=True, exist_ok=True)
    log, lock = sys.stdout, threading.Lock()
    with tempfile.TemporaryDirectory() as folder:
        rows, parts = Path(folder) / 'rows', Path(folder) / 'parts'
        rows.mkdir(), parts.mkdir()
        print(
            write_rows(options.pack, rows, options.scenes, options.processes),
            'rows,',
            f'{end - time.time():.0f} s left',
            file=log,
            flush=True,
        )
        lanes = [
            threading.Thread(
                target=run_lane, args=(lane, end, rows, parts, log, lock, options.out, options.extra.split())
            )
            for lane in LANES
        ]
        for lane in lanes:
            lane.start()
        for lane in lanes:
            lane.join()
        gather(parts, options.out)
    print('all done', file=log, flush=True)


if __name__ == '__main__':
    main()
