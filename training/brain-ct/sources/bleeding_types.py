"""What a hemorrhage is called on sources that the network never saw: `bleeding_types.py DATA FACTS
MODEL_FOLDER`.

FACTS is the `-facts.json` of engine/alarm-rows.ts. Of every type by the labels, a slice may hold several:
how often a bleeding is named, how often it is then called so, and the AUC of the type's score against the
slices that bleed without it. Writes metrics.json and the table of the model card; sources that FACTS lacks
keep their figures.
"""

import csv
import json
import sys
from pathlib import Path

import numpy as np

from model_card import write_part
from network import TYPES
from sources import auc, share

NAMES = {
    'edh': 'epidural',
    'sdh': 'subdural',
    'sah': 'subarachnoid',
    'iph': 'intraparenchymal',
    'ivh': 'intraventricular',
}
SOURCES = {'mbh25': 'MBH-Seg 25', 'rsna_dicom': 'RSNA', 'phe_sich': 'PHE-SICH', 'roboflow_ich': 'Roboflow'}


def bleeding(data, facts, source):
    """(label row, fact) of the slices that bleed and got a report."""
    labels = {row['file']: row for row in csv.DictReader(open(data / source / 'labels.csv'))}
    own = [(labels[fact['file']], fact) for fact in facts if fact['source'] == source and 'level' in fact]
    return [(label, fact) for label, fact in own if label['any_ich'] == '1']


def figures(slices, kind):
    """Of one type on one source; nothing said of a type on a slice: the slice is left out."""
    said = [(label, fact) for label, fact in slices if label[kind] != '']
    having = [(label, fact) for label, fact in said if label[kind] == '1']
    named = [fact for _, fact in having if fact['kind'] is not None]
    return {
        'slices': len(having),
        'cases': len({label['case'] for label, _ in having}),
        'of_bleeding_slices': len(said),
        'named_a_bleeding': share([fact['kind'] is not None for _, fact in having]),
        'called_so_among_named': share([fact['kind'] == NAMES[kind] for fact in named]),
        'auc_against_other_types': auc(
            np.array([int(label[kind]) for label, _ in said]),
            np.array([fact['types'][kind] for _, fact in said]),
        ),
    }


def table(found):
    rows = [
        '| type | source, never learnt from | slices, cases | a bleeding is named | of these called so | AUC against other types |',
        '|---|---|---|---|---|---|',
    ]
    shown = lambda value: '–' if value is None else f'{value:.2f}'
    for kind in TYPES:
        for source in sorted((source for source in found if kind in found[source]), key=SOURCES.get):
            part = found[source][kind]
            keys = 'named_a_bleeding', 'called_so_among_named', 'auc_against_other_types'
            rows.append(
                f'| {NAMES[kind]} | {SOURCES[source]} | {part["slices"]}, {part["cases"]} | '
                + ' | '.join(shown(part[key]) for key in keys)
                + ' |'
            )
    return rows


def main():
    data, facts, target = map(Path, sys.argv[1:4])
    facts = json.loads(facts.read_text())
    read = [source for source in SOURCES if any(fact['source'] == source for fact in facts)]
    found = {
        source: {
            kind: part for kind in TYPES if (part := figures(bleeding(data, facts, source), kind))['slices']
        }
        for source in read
    }
    metrics = json.loads((target / 'metrics.json').read_text())
    found = {**metrics['haemorrhage'].get('types_on_other_sources', {}), **found}
    metrics['haemorrhage']['types_on_other_sources'] = found
    (target / 'metrics.json').write_text(json.dumps(metrics, indent=2) + '\n')
    write_part(target.parent / 'README.md', 'types', table(found))


if __name__ == '__main__':
    main()
