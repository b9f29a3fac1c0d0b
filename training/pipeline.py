"""What the entries of the modules share: `python -m training.<module> prepare|train|export|evaluate`.

A stage is a list of steps; a step is a function of this package or a script of the engine (TypeScript). They
run one after another, each in its own process, from the root of the repository; the first that fails ends
the run.
"""

import argparse
import os
import subprocess
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from training.datasets import check

ROOT = Path(__file__).resolve().parents[1]
DATA = Path(os.environ.get('SECOND_READ_DATA', ROOT.parent / 'shared/datasets')).resolve()
# Sets that are fetched from public repositories, by organ and name as in DATA.
SOURCES = Path(os.environ.get('SECOND_READ_SOURCES', DATA)).resolve()
ANALYSES = ROOT / 'analyses'
FOLDS = range(5)


def python(step: Callable[..., None], *arguments: object, **options: object) -> None:
    print('+', f'{step.__module__}.{step.__name__}', *arguments, options or '', flush=True)
    with ProcessPoolExecutor(1, get_context('spawn')) as process:
        process.submit(step, *arguments, **options).result()


def engine(script: str, *arguments: object) -> None:
    """A TypeScript file below `training`, which reads pictures with the shipped engine."""
    run('node', '--import', 'tsx', f'training/{script}', *arguments)


def run(*command: object) -> None:
    words = [str(word) for word in command]
    print('+', ' '.join(words), flush=True)
    done = subprocess.run(words, cwd=ROOT)
    if done.returncode != 0:
        raise SystemExit(done.returncode)


def folder_of(module: str) -> Path:
    """Where a module keeps its cache and checkpoints."""
    return ROOT / 'training' / module


def main(module: str, *stages: Callable[[], None]) -> None:
    named = {stage.__name__: stage for stage in stages}
    parser = argparse.ArgumentParser(prog=f'python -m training.{module}')
    parser.add_argument('stage', choices=named)
    stage = parser.parse_args().stage
    os.chdir(ROOT)
    os.environ['SECOND_READ_DATA'] = str(DATA)
    for threads in ('OMP_NUM_THREADS', 'OPENCV_FOR_THREADS_NUM'):
        os.environ.setdefault(threads, '1')
    for part in ('cache', 'checkpoints', 'runs'):
        (folder_of(module) / part).mkdir(exist_ok=True)
    if stage == 'prepare':
        check(folder_of(module) / 'datasets.yaml', DATA)
    named[stage]()
