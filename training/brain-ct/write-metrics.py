"""Joins the measurements into metrics.json and the table of the model card: `write-metrics.py HAEMORRHAGE
GEOMETRY INSIDE MODEL_FOLDER`.

What other scripts wrote there (other sources, types, windows, infarcts, exams) stays."""

import json
import sys
from pathlib import Path

from model_card import write_part


def hypodense_row(planted):
    alone = planted['symmetry_alone']
    return (
        'Hypodense area, sensitivity / specificity',
        f'{planted["sensitivity"]:.3f} / {planted["specificity"]:.3f} (symmetry alone {alone["sensitivity"]:.3f} / {alone["specificity"]:.3f})',
        f'{planted["of"]} planted, {planted["untouched"]} untouched, fold 0',
    )


def main():
    haemorrhage, geometry, outline, target = map(Path, sys.argv[1:5])
    blood, shape, inside = (json.loads(path.read_text()) for path in (haemorrhage, geometry, outline))
    before = json.loads((target / 'metrics.json').read_text())
    result = {
        **before,
        'model': 'brain-ct',
        'haemorrhage': {**before['haemorrhage'], **blood},
        'geometry': shape,
        'intracranial_mask': inside,
        'note': 'Haemorrhage: networks that never saw the patient. Geometry: real slices changed by known amounts, '
        'no labels exist. CT-ICH, patients 54-130 of the training side.',
    }
    (target / 'metrics.json').write_text(json.dumps(result, indent=2) + '\n')
    low, high = blood['auc_slice']['interval']
    point, shift = blood['operating_point'], shape['midline_shift']
    seen, level = blood['auc_by_outline'], blood['with_log_odds_of_the_level']
    names = {
        'edh': 'epidural',
        'sdh': 'subdural',
        'sah': 'subarachnoid',
        'iph': 'intraparenchymal',
        'ivh': 'intraventricular',
    }
    rows = [
        (
            'Haemorrhage, slice AUC, unseen patients',
            f'{blood["auc_slice"]["value"]:.3f} ({low:.3f}-{high:.3f}, 95 %, by patient)',
            f'{blood["slices"]} slices, {blood["bleeding_slices"]} with bleeding, {blood["patients"]} patients',
        ),
        (
            '… with the log odds of the level, left out of the report',
            f'{level["auc_slice"]:.3f} (outlined {level["outlined"]:.3f}, the others {level["not_found_by_eye"]:.3f})',
            'the same slices',
        ),
        (
            '… bleedings outlined here',
            f'{seen["outlined"]["value"]:.3f}',
            f'{seen["outlined"]["of"]} slices of {seen["outlined"]["patients"]} patients against all without bleeding',
        ),
        (
            '… the others: labelled, nothing found by eye',
            f'{seen["not_found_by_eye"]["value"]:.3f}',
            f'{seen["not_found_by_eye"]["of"]} slices against the same',
        ),
        (
            '… patients with an outlined bleeding',
            f'{seen["patients_with_outlined"]["value"]:.3f}',
            f'{seen["patients_with_outlined"]["of"]} patients',
        ),
        (
            "… the map's brightest place lies within the outline",
            f'{blood["brightest_place_within_outline"]["value"]:.3f}',
            f'{blood["brightest_place_within_outline"]["of"]} slices',
        ),
        (
            '… pairs at the same level only (chance 0.5)',
            f'{blood["auc_same_level_pairs"]:.3f}',
            'pairs within 0.06 of the scan',
        ),
        *[
            (
                f'… level: {name}',
                f'{part["value"]:.3f}',
                f'{part["of"]} slices, {part["bleeding"]} with bleeding',
            )
            for name, part in blood['auc_by_level'].items()
        ],
        ('… patient AUC', f'{blood["auc_patient"]["value"]:.3f}', f'{blood["auc_patient"]["of"]} patients'),
        *[
            (
                f'… type: {names[kind]}, found as any bleeding',
                f'{part["found_as_any_bleeding"]:.3f}',
                f'{part["bleeding"]} slices; told from the rest {part["value"]:.3f}',
            )
            for kind, part in blood['auc_by_type'].items()
        ],
        ('… place in the scan alone (floor)', f'{blood["auc_position_alone"]:.3f}', ''),
        (
            '… specificity at a sensitivity of 0.90 for all labels',
            f'{blood["specificity_at_sensitivity_0.90"]:.3f}',
            'the same slices',
        ),
        (
            '… with one threshold for all levels (the report has one for each): sensitivity for outlined bleedings, for all labels / specificity',
            f'{point["sensitivity_outlined"]:.3f}, {point["sensitivity"]:.3f} / {point["specificity"]:.3f}',
            f'from probability {point["threshold"]}',
        ),
        ('… expected calibration error', f'{blood["expected_calibration_error"]:.3f}', ''),
        (
            'Intracranial mask, Dice against outlines made another way',
            f'{inside["mean_dice"]:.3f} (least {inside["least_dice"]:.3f})',
            f'{inside["of"]} slices of as many patients',
        ),
        (
            'Midline shift, mean error',
            f'{shift["mean_error_of_inner_width"]:.2%} of the inner width',
            f'{shape["slices"]} slices, {shape["seeds"]} seeds, 0-15 mm',
        ),
        ('… AUC above 5 mm', f'{shift["auc_above_5_mm"]:.3f}', ''),
        (
            '… pushed from one side, mean error',
            f'{shift["mean_error_pushed_from_one_side"]:.2%}',
            'another family of fields, the same slices',
        ),
        (
            '… unmoved slices, mean / 95th percentile',
            f'{shift["unmoved_mean"]:.2%} / {shift["unmoved_95th_percentile"]:.2%}',
            '',
        ),
        (
            "Evans' index, mean error",
            f'{shape["evans_index"]["mean_error"]:.4f}',
            f'{shape["evans_index"]["of"]} widened slices, {shape["evans_index"]["measured"]:.0%} measurable',
        ),
        hypodense_row(shape['hypodense']),
    ]
    table = ['| measure | value | on |', '|---|---|---|', *(f'| {a} | {b} | {c} |' for a, b, c in rows)]
    write_part(target.parent / 'README.md', 'figures', table)


if __name__ == '__main__':
    main()
