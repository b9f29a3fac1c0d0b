"""Opacities on whole slices by source → analyses/lung/model/metrics.json (key `whole_slices`).

The networks were not trained on these sources; the probability from which opacities are named was fitted on
a part of them. A slice that is refused counts as read wrongly.
"""

from pathlib import Path

from training.datasets import lines_of
from training.metrics import write_figures

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


def write_whole_slices(measures: Path) -> None:
    rows = lines_of(measures)
    sets = sorted({row['set'] for row in rows})
    by_set = {name: figures([row for row in rows if row['set'] == name]) for name in sets}
    write_figures('lung', {'whole_slices': by_set})
