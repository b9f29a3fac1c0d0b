"""Writes a module's measured figures from metrics.json into the marked part of its README.

python -m training.figures lung
"""

import json
import sys
from pathlib import Path

START, END = '<!-- figures: written by training/figures.py -->', '<!-- end of figures -->'


def lines_of(figures: dict, path: str = '') -> list[str]:
    rows = []
    for name, value in figures.items():
        where = f'{path}{name}'.replace('_', ' ')
        if isinstance(value, dict) and 'value' in value:
            interval = '' if value['low'] is None else f'{value["low"]} to {value["high"]}'
            rows.append(f'| {where} | {value["value"]} | {interval} | {value["n"]} |')
        elif isinstance(value, dict):
            rows += lines_of(value, f'{path}{name}: ')
        else:
            rows.append(f'| {where} | {value} | | |')
    return rows


if __name__ == '__main__':
    folder = Path('analyses') / sys.argv[1]
    readme = folder / 'README.md'
    text = readme.read_text()
    rows = lines_of(json.loads((folder / 'model' / 'metrics.json').read_text()))
    table = '\n'.join(['| figure | value | 95 % interval | n |', '| --- | --- | --- | --- |', *rows])
    before, rest = text.split(START)
    readme.write_text(f'{before}{START}\n\n{table}\n\n{END}{rest.split(END)[1]}')
