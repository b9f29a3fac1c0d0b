"""Trains cervix networks from the first layer to the last on a device, within a time, each leaving out a
source or a fold.

    python -m training.cervix.end_to_end.train PACK OUT.xz imagenet|pretrained --seconds N [--device cuda]

`imagenet`: from ImageNet's encoder, one network without each source, plain and with twice the change of
light and mixed feature statistics; five without a fold of VIA and AnnoCerv; one of all. `pretrained`: one
without each source from an encoder that saw none of it, by matching places and by restoring hidden parts
(`training/pretraining.py`). Figures are those of `unseen/left_out.py`.
"""

import numpy as np
import torch

from training.cervix.end_to_end.figures import figures_of, row_of
from training.cervix.end_to_end.pictures import Teacher, load, peak_loss
from training.cervix.network.losses import SCORE_WEIGHT, mask_loss, score_loss
from training.cervix.network.network import CervixNet
from training.cervix.network.views import SIDE
from training.efficientnet_lite import settle
from training.end_to_end import run
from training.end_to_end.tuning import Plan, early_levels, tune
from training.pretraining import on

SOURCES = ('via', 'annocerv', 'atlas', 'puskesmas')
BATCH, BATCH_TO_TRY = 28, 4  # the second on a processor
PLAN = Plan(rates={'early': 1.5e-4, 'late': 6e-4, 'decoder': 2.5e-3}, decay=0.02, memory=0.995)
PEAK_WEIGHT = 0.15
STRENGTH = 2.0
SETTLING = 6
SHARES = {
    'imagenet': {'left': 0.063, 'folds': 0.06, 'all': 0.07},
    'pretrained': {'contrast': 0.055, 'restore': 0.05, 'left': 0.06},
}


def tuned(
    network: CervixNet, teacher: Teacher, seconds: float, device: torch.device, name: str, mixes: bool
) -> CervixNet:
    """Trains `network` in place; returns the running mean of its weights."""

    def loss_of_batch() -> torch.Tensor:
        view, target, known, scores, score_known = teacher.batch()
        with on(device):
            maps, logits, _ = network.read(*early_levels(network, view, mixes))
        maps, logits = maps.float(), logits.float()
        return (
            mask_loss(maps, target, known)
            + SCORE_WEIGHT * score_loss(logits, scores, score_known)
            + PEAK_WEIGHT * peak_loss(maps, target, scores, score_known)
        )

    return tune(network, loss_of_batch, PLAN, seconds=seconds, device=device, name=f'cervix {name}')


class Run(run.Run):
    module, notes, decoded = 'cervix', ('figures', 'rows'), 48
    example = (BATCH, 3, SIDE, SIDE)

    def load(self, folder):
        self.all = load(folder, self.device)
        self.batch = BATCH if self.device.type == 'cuda' else BATCH_TO_TRY
        return len(self.all.source)

    def make_network(self) -> CervixNet:
        return CervixNet()

    def teacher(self, left: np.ndarray, seed: int, strength: float = 1.0) -> Teacher:
        return Teacher(self.all, left, self.device, seed, self.batch, strength)

    def source_left(self, source: str) -> np.ndarray:
        """The atlas's unlabeled pictures go with the atlas."""
        return (self.all.source == source) | ((self.all.source == 'other') & (source == 'atlas'))

    def train(
        self,
        name: str,
        left: np.ndarray,
        share: float,
        network: CervixNet | None = None,
        hard: bool = False,
        keeps: bool = True,
    ) -> None:
        def work():
            torch.manual_seed(3)
            teacher = self.teacher(left, 5, STRENGTH if hard else 1.0)
            average = tuned(network or self.started(), teacher, share * self.seconds, self.device, name, hard)
            rows = [
                row_of(average, self.all, int(i))
                for i in self.asked(np.nonzero(left & (self.all.source != 'other'))[0])
            ]
            return average, figures_of(rows), rows

        self.keep(name, work, keeps)

    def imagenet(self) -> None:
        shares = SHARES['imagenet']
        folded = np.isin(self.all.source, ('via', 'annocerv'))
        for source in SOURCES:
            self.train(f'without-{source}', self.source_left(source), shares['left'])
        for fold in range(5):
            self.train(f'fold-{fold}', folded & (self.all.fold == str(fold)), shares['folds'])
        self.train('all', np.zeros(len(self.all.source), bool), shares['all'])
        for source in SOURCES:
            self.train(
                f'hard-without-{source}', self.source_left(source), shares['left'], hard=True, keeps=False
            )

    def pretrained(self) -> None:
        shares = SHARES['pretrained']
        for source in SOURCES:
            left = self.source_left(source)
            for kind in run.KINDS:
                network = self.begun(
                    kind, lambda: self.teacher(left, 9), 7, shares[kind] * self.seconds, f'without {source}'
                )
                if network is not None:
                    self.train(f'{kind}-without-{source}', left, shares['left'], network, keeps=False)

    def taught_itself(self, kind: str, teacher: Teacher, seconds: float, name: str) -> CervixNet:
        network = super().taught_itself(kind, teacher, seconds, name)
        settle(network.encoder, network.encoder, (teacher.picture() for _ in range(SETTLING)))
        return network


if __name__ == '__main__':
    run.main(Run)
