"""Which spots a model learns from, and how often: negatives the more often the higher the network last
scored them.
"""

import numpy as np
import torch
from torch.nn import functional as F

from training.lung.joint.spots.views import cut_to, hollow, laid, lit, random_grid, scaled
from training.lung.joint.spots.windows import Windows
from training.lung.joint.store import is_seen
from training.lung.spot.network import FACTS

# Share of each source in a batch; what a model does not see leaves its share to the others.
SHARES = {
    'luna_slices': 0.42,
    'lidc_nodules': 0.22,
    'luna_normal': 0.12,
    'msd_tumour': 0.08,
    'lidc_series': 0.04,
    'petct_dx': 0.04,
}
LAID = 0.08
# Of a source's share, where it has both.
POSITIVE = 0.4


class Drawer:
    """Rows for batches of a model."""

    def __init__(self, data: Windows, model: str, device):
        self.data, self.device = data, device
        seen = np.array([is_seen(record, model) for record in data.records])
        source = np.array([record['source'] for record in data.records])
        self.parts = []
        total = sum(share for name, share in SHARES.items() if (seen & (source == name)).any())
        for name, share in SHARES.items():
            rows = {
                label: np.flatnonzero(seen & (source == name) & (data.labels == label)) for label in (0, 1)
            }
            if len(rows[0]) + len(rows[1]) == 0:
                continue
            positive = POSITIVE if len(rows[1]) > 0 else 0.0
            for label, part in ((1, positive), (0, 1 - positive)):
                if part > 0 and len(rows[label]) > 0:
                    self.parts.append((torch.from_numpy(rows[label]).to(device), label, share / total * part))
        usable = lambda records: torch.tensor(
            [i for i, r in enumerate(records) if is_seen(r, model)], device=device
        )
        self.grounds, self.nodules = usable(data.ground_records), usable(data.nodule_records)
        # How often a negative was scored high, by its row.
        self.hard = torch.full((len(data.labels),), 0.5, device=device)

    def batch(self, size: int) -> tuple[torch.Tensor, ...]:
        count = round(size * LAID)
        chosen = []
        for rows, label, share in self.parts:
            wanted = max(1, round((size - count) * share))
            if label == 1:
                chosen.append(rows[torch.randint(len(rows), (wanted,), device=self.device)])
            else:
                chosen.append(rows[torch.multinomial(self.hard[rows] + 0.08, wanted, replacement=True)])
        rows = torch.cat(chosen)
        grid = random_grid(len(rows), self.device, 4.0)
        view = F.grid_sample(self.data.pixels[rows][:, None].float(), grid, align_corners=False)
        truth = self.data.truth[rows]
        view = scaled(view, self.data.limits[rows])
        is_large = (self.data.facts[rows, 2] > 4.2) & (truth > 0)
        view = torch.where(is_large.view(-1, 1, 1, 1), hollow(view, 0.12), view)
        view = cut_to(view, grid, self.data.boxes[rows])
        pick = lambda part: part[torch.randint(len(part), (count,), device=self.device)]
        view = torch.cat([view, laid(self.data, pick(self.grounds), pick(self.nodules))])
        facts = self.data.facts[rows]
        noisy = facts + torch.randn_like(facts) * torch.tensor([0.12, 0.06, 0.3, 0.0], device=self.device)
        known = (torch.rand(len(rows), 1, device=self.device) > 0.3).float()
        facts = torch.cat([noisy, torch.zeros(count, FACTS, device=self.device)])
        known = torch.cat([known, torch.zeros(count, 1, device=self.device)])
        return lit(view), facts, known, torch.cat([truth, torch.ones(count, device=self.device)]), rows
