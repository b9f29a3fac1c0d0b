"""Opacities on whole slices by source → analyses/lung/model/metrics.json (key `whole_slices`).

    python -m training.lung.opacity.whole_slices cache/opacities.jsonl

The networks were not trained on these sources; the probability from which opacities are named was fitted on
a part of them. A slice that is refused counts as read wrongly.
"""

import argparse
import json
from pathlib import Path

OPACITIES = ('ground-glass', 'consolidation')


def figures(rows: list[dict]) -> dict:
    def share(kept: list[dict], holds) -> dict:
        return {'value': round(sum(map(holds, kept)) / len(kept), 3), 'n': len(kept)}

    def opacity(row: dict) -> bool:
        return row['accepted'] and any(kind in row['named'] for kind in OPACITIES)

    def nodule(row: dict) -> bool:
        return row['accepted'] and 'nodule' in row['named']

    out = {}
    groups = {'with': [r for r in rows if r['opaque']], 'without': [r for r in rows if not r['opaque']]}
    for label, kept in groups.items():
        if kept:
            out[f'opacity_named_on_slices_{label}'] = share(kept, opacity)
            out[f'nodule_named_on_slices_{label}'] = share(kept, nodule)
    return out


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument('measures', type=Path)
    parser.add_argument('--out', type=Path, default=Path('analyses/lung/model/metrics.json'))
    args = parser.parse_args()
    rows = [json.loads(line) for line in args.measures.read_text().splitlines()]
    metrics = json.loads(args.out.read_text())
    sets = sorted({row['set'] for row in rows})
    metrics['whole_slices'] = {name: figures([row for row in rows if row['set'] == name]) for name in sets}
    args.out.write_text(json.dumps(metrics, indent=2) + '\n')
    print(json.dumps(metrics['whole_slices'], indent=2))


if __name__ == '__main__':
    main()
