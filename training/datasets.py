"""The data sets of a module (`datasets.yaml`): whether they are here, and whether they are the ones it names.

`python -m training.datasets --checksum FOLDER` prints the checksum of a folder: SHA-256 over the lines
`<SHA-256 of the file>  <path>` of all its files, by path.
"""

import csv
import hashlib
import json
import os
import sys
from pathlib import Path

import yaml


def rows_of(folder: Path) -> list[dict[str, str]]:
    """Its labels.csv."""
    with open(folder / 'labels.csv', newline='') as file:
        return list(csv.DictReader(file))


def lines_of(path: Path) -> list[dict]:
    """JSON, an object a line."""
    return [json.loads(line) for line in path.read_text().splitlines()]


def checksum(folder: Path) -> str:
    total = hashlib.sha256()
    for path in sorted(one.relative_to(folder).as_posix() for one in folder.rglob('*') if one.is_file()):
        digest = hashlib.sha256((folder / path).read_bytes()).hexdigest()
        total.update(f'{digest}  {path}\n'.encode())
    return total.hexdigest()


def sets_of(file: Path) -> dict[str, dict]:
    """The sets of a module and of those that it names under `with`."""
    found = yaml.safe_load(file.read_text(encoding='utf-8'))
    others = [sets_of(file.parents[1] / other / file.name) for other in found.get('with', [])]
    return {name: facts for part in [found['sets'], *others] for name, facts in part.items()}


def check(file: Path, data: Path) -> None:
    """Stops where a set is missing or another one than the file names; `fetched` ones lie in their own root."""
    wrong = []
    fetched = Path(os.environ.get('SECOND_READ_SOURCES', data))
    for name, facts in sets_of(file).items():
        folder = (fetched if facts.get('fetched') else data) / name
        if not folder.is_dir():
            wrong.append(f'{name} is missing (from {facts["address"]}, commit {facts["commit"]})')
        elif checksum(folder) != facts['checksum']:
            wrong.append(f'{name} is not the set that the networks were trained on: its checksum differs')
    if wrong:
        raise SystemExit('\n'.join(wrong))


if __name__ == '__main__':
    print(checksum(Path(sys.argv[-1])))
