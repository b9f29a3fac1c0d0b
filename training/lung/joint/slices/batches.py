"""Which slices a model learns from, and how often."""

import numpy as np
import torch
from torch.nn import functional as F

from training.lung.joint.draw import uniform
from training.lung.joint.slices.disease import filled, laid
from training.lung.joint.slices.planes import Slices
from training.lung.joint.slices.views import views_of
from training.lung.joint.slices.windows import shown, windowed
from training.lung.joint.store import is_seen

SHARES = {
    'luna_slices': 0.4,
    'covid_infnet': 0.26,
    'luna_normal': 0.12,
    'msd_tumour': 0.08,
    'lidc_series': 0.07,
    'petct_dx': 0.07,
}


class Drawer:
    def __init__(self, data: Slices, model: str, device):
        self.data, self.device, self.parts = data, device, []
        seen = np.array([is_seen(record, model) for record in data.records])
        source = np.array([record['source'] for record in data.records])
        present = {name: np.flatnonzero(seen & (source == name)) for name in SHARES}
        total = sum(share for name, share in SHARES.items() if len(present[name]))
        self.parts = [
            (torch.from_numpy(rows).to(device), SHARES[name] / total)
            for name, rows in present.items()
            if len(rows)
        ]

    @torch.no_grad()
    def batch(self, size: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Picture, planes at half its size, and the lower end of each window in HU."""
        data, device = self.data, self.device
        rows = torch.cat(
            [
                part[torch.randint(len(part), (max(1, round(size * share)),), device=device)]
                for part, share in self.parts
            ]
        )
        grey, planes, mm = views_of(data, rows)
        free = 1 - data.is_covid[rows].view(-1, 1, 1, 1)
        levels = data.levels[rows]
        draw = uniform(len(rows), 0, 1, device)
        grey, planes = filled(grey, planes, levels, (draw < 0.2).float() * free)
        grey, planes = laid(grey, planes, mm, levels, ((draw >= 0.15) & (draw < 0.7)).float() * free)
        grey, ends, low = windowed(grey, data.limits[rows], levels, free)
        picture = shown(grey, ends, planes[:, 6:])
        return picture, F.avg_pool2d(planes[:, :6] * planes[:, 6:], 2), low
