"""Puts the figures of other sources and other windows into metrics.json and at the head of the model card,
the worst first: `write_sources.py SOURCES AGREEMENT MODEL_FOLDER` (JSON of sources.py and
window-agreement.ts).
"""

import json
import sys
from pathlib import Path

from model_card import write_part

NAMES = {
    'phe_sich': 'PHE-SICH: deep bleedings, other hospitals',
    'roboflow_ich': 'Roboflow: bright window, trauma',
    'mbh25': 'MBH-Seg 25: very dark window, after surgery',
    'aisd': 'AISD: strokes, no bleeding',
    'cpaisd': 'CPAISD: strokes, very dark window',
    'rsna_dicom': 'RSNA: single DICOM slices',
    'aisd_dicom': 'AISD: one DICOM series',
}


def share(value):
    return '' if value is None else f'{value:.2f}'


def worst_of(part):
    return min(value for value in (part['sensitivity_visible'], part['specificity'], 1) if value is not None)


def sources_table(sources):
    rows = [
        '| source, never learnt from | slices, with bleeding, of it visible | AUC | named: visible / specificity | … by thresholds of the other sources | … of the pictures that the domain check passes | plain "none" on a visible one | sorted as face |',
        '|---|---|---|---|---|---|---|---|',
    ]
    both = lambda part: ' / '.join(share(part[key]) or '–' for key in ('sensitivity_visible', 'specificity'))
    for name, part in sorted(sources.items(), key=lambda pair: worst_of(pair[1])):
        shares = ' | '.join(map(both, (part, part['thresholds_of_the_others'], part['passed'])))
        plain = share(part['plain_no_among_visible']) or '–'
        auc = '–' if part['auc'] is None else f'{part["auc"]:.3f}'
        rows.append(
            f'| {NAMES[name]} | {part["slices"]}, {part["bleeding"]}, {part["visible"]} | {auc} | {shares} | {plain} | {share(part["sorted_as_face"])} |'
        )
    return rows


def passed_by_domain(sources):
    """Of all sources together: sensitivity for visible bleedings and specificity among the pictures that
    the domain check passes.
    """
    parts = [part['passed'] for part in sources.values()]
    pooled = lambda key, of: round(
        sum(part[key] * part[of] for part in parts if part[key] is not None)
        / sum(part[of] for part in parts),
        4,
    )
    return {
        'sensitivity_visible': pooled('sensitivity_visible', 'visible'),
        'visible': sum(part['visible'] for part in parts),
        'specificity': pooled('specificity', 'clear'),
        'clear': sum(part['clear'] for part in parts),
    }


def windows_table(agreement):
    rows = [
        '| DICOM slice shown in a window of (width/centre, HU) | pictures | named alike | level alike | probability within 0.05 | for review |',
        '|---|---|---|---|---|---|',
    ]
    parts = [
        *sorted(agreement['by_window'].items(), key=lambda pair: pair[1]['named_alike']),
        ('all', agreement['all']),
        ('all not put up for review', agreement['not_for_review']),
    ]
    for name, part in parts:
        rows.append(
            f'| {name} | {part["pictures"]} | {part["named_alike"]:.2f} | {part["level_alike"]:.2f} | {part["probability_within_0_05"]:.2f} | {part["put_up_for_review"]:.2f} |'
        )
    return rows


def main():
    sources, agreement = (json.loads(Path(path).read_text()) for path in sys.argv[1:3])
    target = Path(sys.argv[3])
    metrics = json.loads((target / 'metrics.json').read_text())
    metrics['haemorrhage']['other_sources'] = sources
    metrics['haemorrhage']['passed_by_domain_check'] = passed = passed_by_domain(sources)
    metrics['other_windows'] = agreement
    (target / 'metrics.json').write_text(json.dumps(metrics, indent=2) + '\n')
    home = metrics['haemorrhage']['operating_point']
    sentence = (
        f'Pictures that the domain check passes, all sources: {passed["sensitivity_visible"]:.3f} of {passed["visible"]} visible bleedings named, none named on\n'
        f'{passed["specificity"]:.3f} of {passed["clear"]} without (CT-ICH out of fold: {home["sensitivity_outlined"]:.3f}, {home["specificity"]:.3f}).'
    )
    write_part(
        target.parent / 'README.md',
        'sources',
        [*sources_table(sources), '', sentence, '', *windows_table(agreement)],
    )


if __name__ == '__main__':
    main()
