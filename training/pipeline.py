"""What the entries of the modules share: `python -m training.<module> prepare|train|export|evaluate`.

A stage is a list of steps; a step is a module of this package or a script of the engine (TypeScript). They
run one after another from the root of the repository, and the first that fails ends the run.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from training.datasets import check

ROOT = Path(__file__).resolve().parents[1]
DATA = Path(os.environ.get('SECOND_READ_DATA', ROOT.parent / 'shared/datasets')).resolve()
# Sets that are fetched from public repositories, by organ and name as in DATA.
SOURCES = Path(os.environ.get('SECOND_READ_SOURCES', DATA)).resolve()
STAGES = ('prepare', 'train', 'export', 'evaluate')


def python(name: str, *arguments: object) -> None:
    """A module below `training`, in a process of its own."""
    run(sys.executable, '-m', f'training.{name}', *arguments)


def engine(script: str, *arguments: object) -> None:
    """A TypeScript file below `training`, which reads pictures with the shipped engine."""
    run('node', '--import', 'tsx', f'training/{script}', *arguments)


def analyse(module: str, *arguments: object) -> None:
    run('npm', 'run', '--silent', 'analyse', '--', module, *arguments)


def run(*command: object) -> None:
    words = [str(word) for word in command]
    print('+', ' '.join(words), flush=True)
    environment = {'OMP_NUM_THREADS': '1', **os.environ, 'SECOND_READ_DATA': str(DATA)}
    done = subprocess.run(words, cwd=ROOT, env=environment)
    if done.returncode != 0:
        raise SystemExit(done.returncode)


def folder_of(module: str) -> Path:
    """Where a module keeps its cache and checkpoints, from the root."""
    return Path('training') / module


def main(module: str, stages: dict[str, Callable[[], None]]) -> None:
    parser = argparse.ArgumentParser(prog=f'python -m training.{module}')
    parser.add_argument('stage', choices=STAGES)
    stage = parser.parse_args().stage
    os.chdir(ROOT)
    for part in ('cache', 'checkpoints', 'runs'):
        (folder_of(module) / part).mkdir(exist_ok=True)
    if stage == 'prepare':
        check(folder_of(module) / 'datasets.yaml', DATA)
    stages[stage]()
