"""Batches of views of the films that one network is taught by."""

import numpy as np
import torch

from training.breast.tried.end_to_end.views import Views
from training.breast.network.views import HEIGHT, WIDTH

BATCH = {'ddsm_tissue': 9, 'lesion': 9, 'other': 6, 'sources': 8}
SOURCE_CHANCES = {'cesm_dm_test': 0.6, 'mammogram_mastery': 0.25, 'exams': 0.15}
PLACES, PAIRS = 16, 12


def group_of(film):
    if film['source'] != 'mias':
        return film['source'] if film['source'] == 'ddsm_tissue' else 'sources'
    return 'lesion' if film['circles'] else 'other'


class Teacher:
    """One network's films, and batches of them."""

    def __init__(self, films, without, device, seed):
        self.films, self.device = films, device
        self.taught = [n for n, f in enumerate(films.facts) if not without(f)]
        self.left = [n for n, f in enumerate(films.facts) if without(f)]
        self.views = Views(films, self.taught, device, seed)
        self.rng = np.random.default_rng(seed + 100)
        self.pools, self.chances = {}, {}
        for group in BATCH:
            pool = [n for n in self.taught if group_of(films.facts[n]) == group]
            if not pool:
                continue
            weight = np.array([SOURCE_CHANCES.get(films.facts[n]['source'], 1.0) for n in pool])
            counts = np.array(
                [sum(films.facts[m]['source'] == films.facts[n]['source'] for m in pool) for n in pool]
            )
            self.pools[group], self.chances[group] = np.array(pool), weight / counts / (weight / counts).sum()
        missing = sum(n for g, n in BATCH.items() if g not in self.pools)
        self.counts = {g: BATCH[g] + missing // len(self.pools) for g in self.pools}
        if device.type == 'cpu':  # to try the program only
            self.counts = {g: max(1, n // 6) for g, n in self.counts.items()}

    def picks(self):
        parts = [
            (g, i)
            for g, n in self.counts.items()
            for i in self.rng.choice(self.pools[g], n, p=self.chances[g])
        ]
        return [i for _, i in parts], [g for g, _ in parts]

    def batch(self):
        picks, groups = self.picks()
        planes, shares, circles, laid, _ = self.views.draw(picks, groups)
        facts = [self.films.facts[i] for i in picks]
        seen = (
            (
                (circles[:, :-1, 0] > 0)
                & (circles[:, :-1, 0] < WIDTH)
                & (circles[:, :-1, 1] > 0)
                & (circles[:, :-1, 1] < HEIGHT)
                & (circles[:, :-1, 2] > 0)
            )
            .any(1)
            .cpu()
            .numpy()
        )
        untouched = laid[:, 6] < 0
        known = [
            [f['abnormal'] >= 0 and u and (s or not f['abnormal'])] * 2 + [f['density'] >= 0] * 2
            for f, u, s in zip(facts, untouched, seen, strict=True)
        ]
        wanted = [[f['abnormal'], f['malignant'], f['density'] > 0, f['density'] > 1] for f in facts]
        tensor = self.views.tensor
        flags = {
            'ddsm': tensor([f['source'] == 'ddsm_tissue' for f in facts]) > 0,
            'tissue': tensor([f['source'] in ('ddsm_tissue', 'mias') for f in facts]) > 0,
            'placed': tensor([f['source'] != 'ddsm_tissue' and not f['unplaced'] for f in facts]) > 0,
        }
        return planes, shares, circles, tensor(laid), flags, tensor(wanted), tensor(known)

    def pair(self):
        """Two views of each of PAIRS films and places of the breast that match, for `contrast`."""
        picks, groups = self.picks()
        order = self.rng.permutation(len(picks))[:PAIRS]
        picks, groups = [picks[k] for k in order], [groups[k] for k in order]
        parts = [self.views.draw(picks, groups, lay=False) for _ in range(2)]
        chosen = [
            self.films.deep[i][0][
                self.rng.integers(max(1, int(0.9 * len(self.films.deep[i][0]))), size=PLACES)
            ]
            for i in picks
        ]
        spots = torch.cat(
            [
                self.views.tensor(np.stack(chosen))[..., [1, 0]],
                torch.ones(len(picks), PLACES, 1, device=self.device),
            ],
            -1,
        )
        places = [
            (spots @ part[4].transpose(1, 2))[..., :2]
            / torch.tensor([WIDTH / 2, HEIGHT / 2], device=self.device)
            - 1
            for part in parts
        ]
        return torch.cat([p[0] for p in parts]), torch.cat(places)

    def picture(self):
        picks, groups = self.picks()
        return self.views.draw(picks, groups, lay=False)[0]
