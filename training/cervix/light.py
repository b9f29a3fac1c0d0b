"""Puts what `engine/light.ts` measured into `metrics.json`: false refusals by source and what was refused
after known damage.

    python -m training.cervix.light cache/light.jsonl
"""

import argparse
import json
from pathlib import Path

METRICS = Path(__file__).resolve().parents[2] / 'analyses/cervix/model/metrics.json'
# The constants were set by hand with the pictures of these sources in view: no figure here is of a source
# never seen.
SEEN = 'thresholds were set with all four sources in view; green filter is simulated, no real one was at hand'


def share(hits: list[bool]) -> dict:
    return {
        'value': round(sum(hits) / len(hits), 4) if hits else None,
        'low': None,
        'high': None,
        'n': len(hits),
    }


def figures(rows: list[dict]) -> dict:
    iodine = [row for row in rows if row['view'] == 'lugol']
    others = [row for row in rows if row['view'] != 'lugol']
    sets = sorted({row['set'] for row in others})
    changed = sorted({name for row in others for name in row['problems']} - {'asIs'})
    return {
        'note': SEEN,
        'iodine_pictures_refused_atlas': share([bool(row['problems']['asIs']) for row in iodine]),
        **{
            f'false_refusal_{name}': share(
                [bool(row['problems']['asIs']) for row in others if row['set'] == name]
            )
            for name in sets
        },
        **{
            f'refused_after_{name}': share(
                [bool(row['problems'][name]) for row in others if name in row['problems']]
            )
            for name in changed
        },
    }


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('light', type=Path)
    rows = [json.loads(line) for line in parser.parse_args().light.read_text().splitlines()]
    metrics = json.loads(METRICS.read_text())
    METRICS.write_text(json.dumps({**metrics, 'light_and_stain': figures(rows)}, indent=2) + '\n')
