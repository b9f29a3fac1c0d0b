"""Puts what `engine/framing.ts` measured into `metrics.json`: what the report and the live view say of
pictures made bad by known amounts.

    python -m training.cervix.framing cache/framing.jsonl

Thresholds as in `analyses/cervix/engine/photograph/framing.ts` and `analyses/cervix/capture/camera.ts`.
"""

import argparse
import json
from pathlib import Path

from training.cervix.light import METRICS
from training.metrics import interval, mean

FAR_BELOW, NEAR_FROM = 0.18, 0.6
NOTE = "VIA pictures, which the networks and the live view's perceptron have seen; far and cut-off ones are made from them"


def said(row: dict) -> dict[str, bool]:
    live = row['live']
    far = live['share'] < FAR_BELOW
    return {
        'report_small': row['framing'] == 'small',
        'report_cut_off': row['framing'] == 'cut_off',
        'live_too_far': far,
        'live_too_near': not far and live['cut'] >= NEAR_FROM,
    }


def figures(rows: list[dict]) -> dict:
    out: dict = {'note': NOTE}
    for change in dict.fromkeys(row['change'] for row in rows):
        part = [row for row in rows if row['change'] == change]
        wanted = (
            ('small', 'far')
            if change.startswith('far')
            else ('cut', 'near')
            if change.startswith('cut')
            else ('',)
        )
        for name in said(part[0]):
            if any(word in name for word in wanted):
                key = f'{change}_{name}'.replace('.', '_')
                out[key] = interval(
                    [float(said(row)[name]) for row in part], [row['case'] for row in part], mean
                )
    return out


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('framing', type=Path)
    rows = [json.loads(line) for line in parser.parse_args().framing.read_text().splitlines()]
    metrics = json.loads(METRICS.read_text())
    METRICS.write_text(json.dumps({**metrics, 'framing': figures(rows)}, indent=2) + '\n')
