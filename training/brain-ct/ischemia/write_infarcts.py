"""Writes what infarct_measure.py found into metrics.json and the model card: `write_infarcts.py FIGURES
MODEL_FOLDER [GEOMETRY]`.

GEOMETRY is what engine/measure.ts wrote: its planted areas replace those of the card.
"""

import json
import re
import sys
from pathlib import Path

NAMES = {
    'aisd': 'AISD: strokes, days old in part',
    'cpaisd': 'CPAISD: strokes within hours, very dark window',
    'cpaisd_core': '… of these with a core, not penumbra alone',
    'ct_ich': 'CT-ICH, fold 0',
    'phe_sich': 'PHE-SICH, fold 0',
    'rsna_dicom': 'RSNA',
    'roboflow_ich': 'Roboflow',
}
METHODS = {'symmetry': 'symmetry alone (before)', 'network': 'network alone', 'both': 'as reported'}


def cells(part, key):
    return ', '.join(f'{part[method][key]:.2f}' for method in METHODS)


def table(figures):
    # A part of a source stands behind it.
    order = sorted(
        figures['infarcts'],
        key=lambda source: (
            figures['infarcts'][source.removesuffix('_core')]['both']['named_in_place'],
            source,
        ),
    )
    rows = [
        f'Figures in the order: {", ".join(METHODS.values())}.',
        '',
        '| outlined infarcts, never learned from | slices | AUC against slices without | named in place | named elsewhere alone | Dice |',
        '|---|---|---|---|---|---|',
    ]
    rows += [
        f'| {NAMES[source]} | {part["slices"]} | {cells(part, "auc")} | {cells(part, "named_in_place")} | {cells(part, "named_elsewhere")} | {cells(part, "dice")} |'
        for source in order
        for part in [figures['infarcts'][source]]
    ]
    rows += [
        '',
        '| slices without bleeding or known infarct | slices | an area is named on |',
        '|---|---|---|',
    ]
    worst = sorted(figures['without'], key=lambda source: -figures['without'][source]['both'])
    return rows + [
        f'| {NAMES[source]} | {part["slices"]} | {", ".join(f"{part[method]:.2f}" for method in METHODS)} |'
        for source in worst
        for part in [figures['without'][source]]
    ]


def main():
    figures, target = json.loads(Path(sys.argv[1]).read_text()), Path(sys.argv[2])
    metrics = json.loads((target / 'metrics.json').read_text())
    metrics['infarcts'] = figures
    readme = target.parent / 'README.md'
    text = readme.read_text()
    if len(sys.argv) > 3:
        metrics['geometry']['hypodense'] = planted = json.loads(Path(sys.argv[3]).read_text())['hypodense']
        row = (
            f'| Hypodense area, sensitivity / specificity | {planted["sensitivity"]:.3f} / {planted["specificity"]:.3f} (symmetry alone '
            f'{planted["symmetry_alone"]["sensitivity"]:.3f} / {planted["symmetry_alone"]["specificity"]:.3f}) | {planted["of"]} planted, {planted["untouched"]} untouched, fold 0 |'
        )
        text = re.sub(r'\| Hypodense area, sensitivity / specificity .*', row, text)
    (target / 'metrics.json').write_text(json.dumps(metrics, indent=2) + '\n')
    start, end = text.index('<!-- infarcts:'), text.index('<!-- /infarcts -->')
    readme.write_text(
        f'{text[:start]}{text[start : text.index(chr(10), start)]}\n\n'
        + '\n'.join(table(figures))
        + f'\n\n{text[end:]}'
    )


if __name__ == '__main__':
    main()
