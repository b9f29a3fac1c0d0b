"""Trains breast networks from the first layer to the last on a device, within a time, each leaving out a
fold and a source.

    python -m training.breast.tried.end_to_end.train PACK OUT.xz imagenet|pretrained --seconds N [--device cuda]

`imagenet`: five networks from ImageNet's encoder (no fold k; 0 no contrast mammograms, 1 no Mastery, 2 no
film exam), one without MIAS, three with lesions of MIAS alone, one with mixed feature statistics.
`pretrained`: the networks 0 to 2 again, each from an encoder that saw no film it leaves out: by matching
places, and by restoring hidden parts (`training/pretraining.py`).
"""

import numpy as np
import torch

from training import deltas
from training.breast.network.network import BreastNetwork
from training.breast.network.views import HEIGHT, WIDTH, canonical
from training.breast.tried.end_to_end import losses
from training.breast.tried.end_to_end.figures import measured
from training.breast.tried.end_to_end.films import load
from training.breast.tried.end_to_end.teacher import BATCH, Teacher, group_of
from training.efficientnet_lite import settle
from training.end_to_end import run
from training.end_to_end.tuning import Plan, early_levels, tune
from training.pretraining import on

PLAN = Plan(rates={'early': 1.5e-4, 'late': 5e-4, 'decoder': 2e-3}, decay=0.02, memory=0.995)
LEFT = {0: 'cesm_dm_test', 1: 'mammogram_mastery', 2: 'exams'}
SETTLING = 6  # batches that the normalisation is settled on
# The parts of the whole time, in the order of the trainings.
SHARES = {
    'imagenet': {'all': 0.103, 'mias': 0.093, 'without-mias': 0.065, 'mixed': 0.09},
    'pretrained': {'contrast': 0.08, 'restore': 0.07, 'all': 0.083},
}


def settled_and_tuned(network, teacher, seconds, device, name, mixes=False):
    """Trains `network` in place, after its encoder's normalisation got the statistics of the teacher's own
    views.
    """
    settle(network.eval().encoder, network.encoder, (teacher.picture() for _ in range(SETTLING)))

    def loss_of_batch():
        planes, shares, circles, laid, flags, wanted, known = teacher.batch()
        with on(device):
            tissue, lesion, scores = (v.float() for v in network.read(*early_levels(network, planes, mixes)))
        return (
            losses.tissue_loss(tissue, shares, flags['ddsm'], flags['tissue'])
            + losses.lesion_loss(lesion, circles, laid, flags['placed'])
            + losses.score_loss(scores, wanted, known)
        )

    return tune(network, loss_of_batch, PLAN, seconds=seconds, device=device, name=name)


def without(fold, source):
    return lambda f: (f['source'] in ('mias', 'ddsm_tissue') and f['fold'] == fold) or f['source'] == source


class Run(run.Run):
    module, notes, decoded = 'breast', ('figures', 'peaks'), 32
    example = (sum(BATCH.values()), 3, HEIGHT, WIDTH)

    def load(self, folder):
        self.films = load(folder, self.device)
        self.plain = {n: canonical(self.item(n)) for n in range(len(self.films.facts))}
        return len(self.plain)

    def make_network(self):
        return BreastNetwork()

    def item(self, n):
        facts = self.films.facts[n]
        grey, labels = (
            part[n, 0, :, : self.films.columns[n]].cpu().numpy()
            for part in (self.films.grey, self.films.labels)
        )
        return {
            'grey': np.ascontiguousarray(grey).astype(np.float32),
            'labels': np.ascontiguousarray(labels),
            'circles': facts['circles'],
            'box': facts['box'],
        }

    def train(self, name, left_out, share, network=None, mixes=False, keeps=True, seed=0):
        def work():
            torch.manual_seed(seed)
            teacher = Teacher(self.films, left_out, self.device, seed)
            average = settled_and_tuned(
                network or self.started(), teacher, share * self.seconds, self.device, name, mixes
            )
            return average, *measured(average, self.films, self.asked(teacher.left), self.plain, self.device)

        self.keep(name, work, keeps)

    def imagenet(self):
        shares = SHARES['imagenet']
        for fold in range(5):
            self.train(f'all-{fold}', without(fold, LEFT.get(fold)), shares['all'], seed=fold)
        for fold in range(3):
            self.train(
                f'mias-{fold}',
                lambda f, k=fold: without(k, None)(f) or group_of(f) == 'sources',
                shares['mias'],
                seed=fold,
            )
        self.train('without-mias', lambda f: f['source'] == 'mias', shares['without-mias'], keeps=False)
        self.train('mixed-0', without(0, LEFT[0]), shares['mixed'], mixes=True, keeps=False)

    def pretrained(self):
        shares = SHARES['pretrained']
        for fold in range(3):
            left_out, seed = without(fold, LEFT[fold]), 10 + fold
            for kind in run.KINDS:
                network = self.begun(
                    kind,
                    lambda: Teacher(self.films, left_out, self.device, seed),
                    seed,
                    shares[kind] * self.seconds,
                    str(fold),
                )
                if network is not None:
                    self.train(f'{kind}-{fold}', left_out, shares['all'], network, seed=fold)
        self.keep_better(run.KINDS)

    def keep_better(self, kinds):
        """Of two kinds of pre-training, the networks of the one that finds more masses of the films left
        out stay in the file.
        """
        found = {kind: [f[1] for name, f in self.mass_figures() if name.startswith(kind)] for kind in kinds}
        worse = min(kinds, key=lambda kind: float(np.mean(found[kind])) if found[kind] else -1.0)
        self.done['models'] = {
            name: m for name, m in self.done['models'].items() if not name.startswith(worse)
        }
        print('breast', found, 'without', worse, flush=True)
        deltas.write(self.args.out, self.done)

    def mass_figures(self):
        return [
            (name, figure[0])
            for name, figures in self.done['figures'].items()
            for key, figure in figures.items()
            if key.startswith('masses')
        ]


if __name__ == '__main__':
    run.main(Run)
