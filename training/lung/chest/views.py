"""Random views of whole slices, with and without masses laid in, and what the untrained encoder sees of
them, once for all networks.

Fold 0 of luna_slices and all of petct_dx are left out: they measure.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch

from training.datasets import rows_of
from training.efficientnet_lite import Encoder, load_imagenet
from training.lung.chest.data import (
    LUNG_WINDOW,
    Layer,
    body_of,
    dependent,
    found_in,
    large_nodules,
    lungs_of,
    read_slice,
    slice_of,
)
from training.lung.chest.laid_masses import noise
from training.lung.opacity.data import Slice, load_covid, random_view
from training.lung.opacity.network import FEATURES

CHUNK = 8
# The shipped decoder learned from luna_slices and covid_infnet alone, so that the others measure. Of each
# slice: views as it is, and tries to lay a mass into it.
OF_EACH = {'luna_slices': (0.6, 1.5), 'luna_normal': (2, 0), 'lidc_series': (3, 0), 'msd_tumour': (3, 0)}
# Whole series, from neck to bowel, show what is no lung: of these nothing is learned of masses, and of
# luna_normal one patient alone.
LUNGS_ALONE = {'luna_normal': 'LIDC-IDRI-0745', 'lidc_series': 'LIDC-IDRI-0063'}
# What -850 HU is in their window, for slices without lung.
LUNG_GREY = (-850 - LUNG_WINDOW[0]) / (LUNG_WINDOW[1] - LUNG_WINDOW[0]) * 255
OF_COVID = 2
# So many views show another window than the lung's: wide or soft ones, in which lung is dark or black.
REWINDOWED = 0.65
# Of those, so many in the usual window of soft tissue; and their noise at most.
USUAL_SOFT = 0.5
NOISE_HU = 25.0
# So many of the views without a laid mass show denser lung along a wall: whether it is a mass is left open.
DEPENDENT = 0.35
# A mass at the right is told from the arch and the descending aorta at the left.
MIRRORED = 0.1


def times(mean: float, rng: np.random.Generator) -> int:
    """A whole number whose mean it is."""
    return int(mean + rng.random())


def rewindowed(picture: np.ndarray, lung: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A picture in a lung window, now and then in another one: its lung is taken for -850 HU, its soft
    tissue for 40.
    """
    if rng.random() >= REWINDOWED:
        return picture
    rows, columns = body_of(picture)
    body = picture[rows, columns]
    dark = np.median(picture[lung]) if lung.sum() >= 200 else LUNG_GREY
    soft = np.percentile(body[body > dark + 40], 50)
    of_hu = lambda hu: dark + (hu + 850) / 890 * (soft - dark)
    if rng.random() < USUAL_SOFT:
        low, high = of_hu(rng.uniform(-260, -90)), of_hu(rng.uniform(160, 300))
    else:
        low, high = of_hu(rng.uniform(-900, -120)), of_hu(rng.uniform(90, 350))
    # A lung window holds one gray for some 6 HU, and hides the noise that a soft window shows.
    grainy = picture + rng.uniform(-0.5, 0.5, picture.shape)
    grainy += (
        rng.uniform(0, NOISE_HU) / 890 * (soft - dark) * noise(picture.shape, rng.uniform(0.4, 1.0), rng)
    )
    return np.clip((grainy - low) / (high - low), 0, 1) * 255


def views_of(data: Path, source: str, layer: Layer) -> Iterator[Slice]:
    root, (plain, laid) = data / source, OF_EACH[source]
    for row in rows_of(root):
        if (source == 'luna_slices' and row['fold'] == '0') or row['case'] != LUNGS_ALONE.get(
            source, row['case']
        ):
            continue
        picture = read_slice(root / row['file'])
        marked, known = found_in(root, row, picture.shape)
        known &= source not in LUNGS_ALONE
        lung = lungs_of(picture, marked)
        mm = float(row.get('mm_per_pixel') or 1.4)
        for _ in range(times(plain, layer.rng)):
            shown = layer.decoy(picture, mm, lung) if layer.rng.random() < 0.3 else picture
            dense = np.zeros_like(known)
            if layer.rng.random() < DEPENDENT:
                shown, dense = dependent(shown, mm, lung, layer.rng)
            yield slice_of(row['file'], rewindowed(shown, lung, layer.rng), (lung, marked, known & ~dense))
        for _ in range(times(laid, layer.rng)):
            drawn = layer.lay(picture, mm, lung)
            if drawn is not None:
                shown = layer.decoy(drawn[0], mm, drawn[2]) if layer.rng.random() < 0.3 else drawn[0]
                windowed = rewindowed(shown, lung, layer.rng)
                yield slice_of(row['file'], windowed, (drawn[2], marked | drawn[1], known | drawn[1]))


def covid_views(data: Path) -> Iterator[Slice]:
    """Infected lung is lung; whether a dense part of it is a mass is not known."""
    for item in load_covid(data / 'covid_infnet'):
        lung, infection, _ = item.targets
        planes = np.stack([lung, np.zeros_like(lung), 1 - infection])
        for _ in range(OF_COVID):
            yield Slice(item.name, (), item.grey, planes)


def chosen(data: Path, source: str, rng: np.random.Generator) -> Iterator[Slice]:
    if source == 'covid_infnet':
        return covid_views(data)
    return views_of(data, source, Layer(large_nodules(data / 'lidc_nodules'), rng))


class Store:
    """Views with their features, written as they come."""

    def __init__(self, folder: Path):
        folder.mkdir(parents=True, exist_ok=True)
        self.encoder = Encoder().eval()
        load_imagenet(self.encoder)
        self.encoder.to(memory_format=torch.channels_last)
        names = ['target', *(f'features-{stride}' for _, stride in FEATURES)]
        self.files = [open(folder / f'{name}.bin', 'wb') for name in names]

    @torch.no_grad()
    def add(self, pairs: list[tuple[np.ndarray, np.ndarray]]) -> None:
        picture = torch.from_numpy(np.stack([p for p, _ in pairs]).astype(np.float32))
        kept = self.encoder(picture.expand(-1, 3, -1, -1).contiguous(memory_format=torch.channels_last))
        target, *features = self.files
        target.write(np.rint(np.stack([t for _, t in pairs]) * 255).astype(np.uint8).tobytes())
        for file, value in zip(features, kept, strict=True):
            file.write(value.numpy().astype(np.float16).tobytes())

    def close(self) -> None:
        for file in self.files:
            file.close()


def write_views(data: Path, source: str, out: Path) -> None:
    rng = np.random.default_rng(31)
    store, pairs = Store(out), []
    for item in chosen(data, source, rng):
        pairs.append(random_view(item, rng, MIRRORED))
        if len(pairs) == CHUNK:
            store.add(pairs)
            pairs = []
    if pairs:
        store.add(pairs)
    store.close()
