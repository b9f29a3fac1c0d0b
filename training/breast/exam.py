"""The part `exam` of metrics.json: what the report of the four-view film exam names, beside its labels.

    npm run exam -- breast DATA/breast/exams/files --out DIR
    python -m training.breast.exam DIR/exam.json

Hit: the center of what is named on a view lies in the labeled lesion's box there. One exam with one lesion
in each breast, so that the figures tell of this exam and measure nothing else.
"""

import json
import sys
from datetime import date
from pathlib import Path

from training.breast.evaluate import MODEL
from training.breast.sources import holds, truths


def main():
    exam = json.loads(Path(sys.argv[1]).read_text())
    lesions = {
        Path(file).name: truth['lesions'] for (source, file), truth in truths().items() if source == 'exams'
    }
    named = [(Path(one['file']).name, one['box']) for mass in exam['findings'] for one in mass['slices']]
    hits = {
        file: any(
            holds(lesion, box['x'] + box['width'] / 2, box['y'] + box['height'] / 2)
            for lesion in lesions[file]
            for name, box in named
            if name == file
        )
        for file in lesions
    }
    scores = exam['scores']
    figures = {
        'date': date.today().isoformat(),
        'note': 'One four-view film exam of another scanner (left malignant, right benign), read by the shipped networks, which never saw it. '
        'One exam measures nothing: no interval. training/breast/exam.py.',
        'exams': 1,
        'views': len(lesions),
        'masses_named': len(exam['findings']),
        'views_with_the_lesion_named': sum(hits.values()),
        'malignant_views_with_the_lesion_named': sum(hit for file, hit in hits.items() if '_L_' in file),
        'category': scores['birads'],
        'malignant_left': round(scores['malignant_left'], 3),
        'malignant_right': round(scores['malignant_right'], 3),
    }
    path = MODEL / 'metrics.json'
    path.write_text(json.dumps({**json.loads(path.read_text()), 'exam': figures}, indent=2) + '\n')
    print(json.dumps(figures, indent=2))


if __name__ == '__main__':
    main()
