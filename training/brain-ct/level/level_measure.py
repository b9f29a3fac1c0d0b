"""What networks say of the packed slices that they never learned from: `level_measure.py PACK PREDICTIONS
[MODEL_FOLDER]`.

PACK of pack.py, PREDICTIONS of jobs.py. Prints per source the AUC for all labeled bleedings and for the
visible ones, the share of right levels (neighbors half), and how far the same head in another window is
read differently. CT-ICH by fold; several seeds are averaged. The levels go into metrics.json of
MODEL_FOLDER.
"""

import json
import sys
from pathlib import Path

import numpy as np
from sklearn.metrics import roc_auc_score

from sources import LEVELS, SOURCES


def auc(label, score):
    return f'{roc_auc_score(label, score):.3f}' if 0 < label.sum() < len(label) else '-'


class Predictions:
    """Logit of any bleeding and levels of every packed slice, by networks that never saw its source, or of
    CT-ICH its patient.
    """

    def __init__(self, pack, said):
        packed = np.load(pack)
        self.facts = {
            name: packed[name]
            for name in ('source', 'picture', 'case', 'any', 'visible', 'level', 'pair', 'types')
        }
        count = len(self.facts['any'])
        self.logits, self.levels, self.position = (
            np.full((count, 6), np.nan),
            np.full((count, len(LEVELS)), np.nan),
            np.full(count, np.nan),
        )
        jobs = sorted({name.split('/')[0] for name in said.files})
        for job in dict.fromkeys(name.rsplit('-', 1)[0] for name in jobs):
            self.add(
                [
                    {part: said[f'{name}/{part}'] for part in ('row', 'logits', 'levels', 'position')}
                    for name in jobs
                    if name.rsplit('-', 1)[0] == job
                ],
                job,
            )

    def add(self, read, job):
        row = read[0]['row']
        source = self.facts['source'][row]
        wanted = np.isin(
            source,
            ['aisd', 'rsna_dicom', 'aisd_dicom']
            if job == 'fold-all'
            else ['ct_ich', 'rewindowed']
            if job.startswith('fold')
            else [job[8:]],
        )
        if job == 'without-ct_ich':
            return
        self.logits[row[wanted]] = np.mean([one['logits'][wanted] for one in read], 0)
        self.levels[row[wanted]] = np.mean([one['levels'][wanted] for one in read], 0)
        self.position[row[wanted]] = np.mean([one['position'][wanted] for one in read], 0)


def share_right(level, wanted):
    away = np.abs(level - wanted)
    return np.mean(np.where(away == 0, 1, np.where(away == 1, 0.5, 0)))


def level_figures(level, wanted, source):
    by_source = {
        name: {
            'value': round(float(share_right(level[source == name], wanted[source == name])), 3),
            'of': int((source == name).sum()),
        }
        for name in np.unique(source)
    }
    return {
        'right_neighbors_half': round(float(share_right(level, wanted)), 3),
        'right': round(float(np.mean(level == wanted)), 3),
        'of': len(level),
        'by_source': by_source,
    }


def main():
    found = Predictions(sys.argv[1], np.load(sys.argv[2]))
    facts, score = found.facts, found.logits[:, 0]
    for name in ['ct_ich', *SOURCES]:
        own = (facts['source'] == name) & ~np.isnan(score)
        known = own & (facts['any'] >= 0)
        plain = own & ((facts['any'] == 0) | facts['visible'])
        print(
            name,
            own.sum(),
            'AUC',
            auc(facts['any'][known] == 1, score[known]),
            'visible',
            auc(facts['visible'][plain], score[plain]),
        )
    pair = np.nonzero((facts['source'] == 'rewindowed') & ~np.isnan(score))[0]
    print(
        'other windows: median change of the logit',
        f'{np.median(np.abs(score[pair] - score[facts["pair"][pair]])):.3f}',
    )
    own = (facts['level'] >= 0) & (facts['source'] != 'rewindowed') & ~np.isnan(score)
    figures = level_figures(found.levels[own].argmax(1), facts['level'][own], facts['source'][own])
    print(json.dumps(figures))
    if len(sys.argv) > 3:
        path = Path(sys.argv[3]) / 'metrics.json'
        path.write_text(json.dumps({**json.loads(path.read_text()), 'level': figures}, indent=2) + '\n')


if __name__ == '__main__':
    main()
