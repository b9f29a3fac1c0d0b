"""The table of figures of a model card, from metrics.json.

`training/<module>/card.yaml` lists the rows: what is measured, on what, and where metrics.json holds it.
`python -m training.card <module> --check` fails where the card says something else.
"""

import json
import sys

import yaml

from training.pipeline import ANALYSES, ROOT

START, END = '<!-- figures: written by training/card.py -->', '<!-- /figures -->'
NAMES = {'brain_ct': 'brain-ct'}


def figure_at(metrics: dict, path: list[str]):
    for name in path:
        metrics = metrics[name]
    return metrics


def shown(figure) -> str:
    """A number, or a figure with its interval and the number of cases."""
    if figure is None:
        return '–'
    if not isinstance(figure, dict):
        return rounded(figure)
    low, high = figure.get('interval', (figure.get('low'), figure.get('high')))
    value = figure['value'] if 'value' in figure else figure['share']
    return rounded(value) if low is None else f'{rounded(value)} ({rounded(low)} to {rounded(high)})'


def rounded(value: float) -> str:
    """Two digits, three near 0 and 1."""
    if isinstance(value, int):
        return str(value)
    return f'{value:.3f}' if 0 < value < 0.1 or 0.99 < value < 1 else f'{value:.2f}'


def table_of(module: str, metrics: dict) -> str:
    spec = yaml.safe_load((ROOT / 'training' / module / 'card.yaml').read_text(encoding='utf-8'))
    lines = ['| source | cases | figure | value (95 % interval) |', '| --- | --- | --- | --- |']
    for row in spec['rows']:
        values = '; '.join(shown(figure_at(metrics, path.split('>'))) for path in row['at'])
        cases = row.get('cases', '')
        if isinstance(cases, list):
            cases = ', '.join(str(figure_at(metrics, path.split('>'))) for path in cases)
        lines.append(f'| {row["source"]} | {cases} | {row["figure"]} | {values} |')
    return '\n'.join(lines)


def card_with(text: str, table: str) -> str:
    before, rest = text.split(START)
    return f'{before}{START}\n\n{table}\n\n{END}{rest.split(END)[1]}'


def write_card(module: str, is_check: bool = False) -> None:
    folder = ANALYSES / NAMES.get(module, module)
    metrics = json.loads((folder / 'model/metrics.json').read_text(encoding='utf-8'))
    card = folder / 'README.md'
    text = card.read_text(encoding='utf-8')
    wanted = card_with(text, table_of(module, metrics))
    if is_check and wanted != text:
        raise SystemExit(f'{card} does not say what metrics.json holds')
    if not is_check:
        card.write_text(wanted, encoding='utf-8')


if __name__ == '__main__':
    write_card(sys.argv[1], is_check=True)
