"""Trains cervix networks from the first layer to the last on a device, within a time, each leaving out a source or a fold.

    python -m training.cervix.end_to_end.train PACK OUT.xz imagenet|pretrained --seconds N [--device cuda]

`imagenet`: from ImageNet's encoder, one network without each source, plain and with twice the change of light and mixed feature
statistics; five without a fold of VIA and AnnoCerv; one of all. `pretrained`: one without each source from an encoder that saw none
of it, by matching places and by restoring hidden parts (`training/pretraining.py`). Figures are those of `unseen/left_out.py`.
"""
import argparse
import copy
import time
import traceback
from pathlib import Path

import cv2
import numpy as np
import torch

from training import deltas
from training.cervix.end_to_end.pictures import Everything, Teacher, load, peak_loss
from training.cervix.network.losses import SCORE_WEIGHT, mask_loss, score_loss
from training.cervix.network.network import CervixNet
from training.cervix.network.read import read
from training.cervix.network.views import SIDE
from training.cervix.unseen.left_out import CERVIX_FROM, LESION_SHARE, PEAK
from training.efficientnet_lite import FROZEN, Encoder, settle
from training.metrics import auc, dice
from training.pretraining import contrast, fastest_layout, mixed, on, optimizer_of, remember, restore, timed

SOURCES = ("via", "annocerv", "atlas", "puskesmas")
BATCH = 28
RATES = {"early": 1.5e-4, "late": 6e-4, "decoder": 2.5e-3}
DECAY, MEMORY, PEAK_WEIGHT = 0.02, 0.995, 0.15
DECODED = 48
STRENGTH = 2.0
JUNCTION_FROM = 0.5
SHARES = {"imagenet": {"left": 0.063, "folds": 0.06, "all": 0.07}, "pretrained": {"contrast": 0.055, "restore": 0.05, "left": 0.06}}


def groups_of(network: CervixNet) -> list[dict]:
    early = [network.encoder._conv_stem, network.encoder._bn0, *network.encoder._blocks[:FROZEN]]
    parts = {
        "early": [p for m in early for p in m.parameters()],
        "late": list(network.encoder._blocks[FROZEN:].parameters()),
        "decoder": [p for n, p in network.named_parameters() if not n.startswith("encoder.")],
    }
    return [{"params": p, "rate": RATES[name]} for name, p in parts.items()]


def tune(network: CervixNet, teacher: Teacher, seconds: float, device: torch.device, name: str, mixes: bool) -> CervixNet:
    """Trains `network` in place; returns the running mean of its weights."""
    average = copy.deepcopy(network).eval()
    groups = groups_of(network)
    trained = [p for g in groups for p in g["params"]]
    optimizer = optimizer_of(groups, DECAY, device)
    network.train()
    steps = [0]

    def loss_of() -> torch.Tensor:
        if steps[0]:
            remember(average, network, min(MEMORY, (1 + steps[0]) / (10 + steps[0])))
        steps[0] += 1
        view, target, known, scores, score_known = teacher.batch()
        with on(device):
            quarter, eighth = network.encoder.early(view)
            if mixes:
                quarter, eighth = mixed(quarter), mixed(eighth)
            maps, logits, _ = network.read(quarter, eighth)
        maps, logits = maps.float(), logits.float()
        return mask_loss(maps, target, known) + SCORE_WEIGHT * score_loss(logits, scores, score_known) + PEAK_WEIGHT * peak_loss(maps, target, scores, score_known)

    timed(seconds, optimizer, trained, loss_of, f"tune cervix {name}")
    remember(average, network, MEMORY)
    return average.eval()


@torch.no_grad()
def row_of(network: CervixNet, e: Everything, i: int) -> dict:
    """What the two looks say of one picture, as `unseen/left_out.py` and the engine have it."""
    result = read(network, e.images[i], e.shares[i])
    maps, masks = result["maps"], e.masks[i].cpu().numpy() > 0
    cervix = maps[0] > CERVIX_FROM
    inside = maps[1][cervix] if cervix.any() else np.zeros(1)
    peak = float(np.percentile(inside, PEAK))
    row = {"source": str(e.source[i]), "name": str(e.name[i]), "case": str(e.case[i]), "peak": peak, "mean": float(inside.mean()),
           "lesion": float(result["scores"][0] + result["first_scores"][0]), "not_negative": float(result["scores"][1] + result["first_scores"][1]),
           "labels": [float(s) if k else None for s, k in zip(e.scores[i].cpu(), e.score_known[i].cpu(), strict=True)]}
    if masks[1].any():
        row["dice"] = dice((maps[1] > LESION_SHARE * peak) & cervix, masks[1])
    if e.known[i, 2] > 0 and masks[2].any():
        row["junction"] = dice(maps[2] > JUNCTION_FROM, masks[2])
    if e.known[i, 0] == 1 and masks[0].any():
        row["cervix"] = dice(cervix, masks[0])
    return row


def figures_of(rows: list[dict]) -> dict:
    out: dict = {}
    for source in sorted({row["source"] for row in rows}):
        mine = [row for row in rows if row["source"] == source]
        for label, k in (("lesion", 0), ("not negative", 1)):
            known = [row for row in mine if row["labels"][k] is not None]
            for by in ("peak", "mean", "lesion", "not_negative"):
                value = auc([(row["labels"][k], row[by]) for row in known]) if known else float("nan")
                if np.isfinite(value):
                    out[f"{source} {label} by {by}"] = round(value, 3)
        for part in ("dice", "junction", "cervix"):
            values = [row[part] for row in mine if part in row]
            if values:
                out[f"{source} {part}"] = round(float(np.mean(values)), 3)
    return out


class Run:
    def __init__(self, args: argparse.Namespace) -> None:
        self.args, self.device = args, torch.device(args.device)
        torch.set_num_threads(1)
        cv2.setNumThreads(1)
        torch.backends.cudnn.benchmark = True
        # Blurs and matrices of views need full precision; the networks train in bfloat16.
        torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = False
        self.begin = time.time()
        self.all = load(args.pack / "cervix", self.device)
        self.base = torch.load(args.pack / "imagenet.pt", map_location="cpu", weights_only=True)
        self.done: dict = {"models": {}, "figures": {}, "rows": {}}
        self.layout = fastest_layout(Encoder().to(self.device), torch.randn(BATCH, 3, SIDE, SIDE, device=self.device), self.device)
        self.seconds = args.seconds - (time.time() - self.begin)
        self.batch = BATCH if self.device.type == "cuda" else 4
        print("cervix", args.arm, len(self.all.source), f"pictures ready after {time.time() - self.begin:.0f} s", flush=True)

    def teacher(self, left: np.ndarray, seed: int, strength: float = 1.0) -> Teacher:
        return Teacher(self.all, left, self.device, seed, self.batch, strength)

    def source_left(self, source: str) -> np.ndarray:
        """The atlas's unlabeled pictures go with the atlas."""
        return (self.all.source == source) | ((self.all.source == "other") & (source == "atlas"))

    def started(self, encoder: dict | None = None) -> CervixNet:
        network = CervixNet()
        network.encoder.load_state_dict(encoder or self.base)
        return network.to(self.device).to(memory_format=self.layout)

    def train(self, name: str, left: np.ndarray, share: float, network: CervixNet | None = None, hard: bool = False, keeps: bool = True) -> None:
        """A training that fails is told, and the others go on."""
        try:
            torch.manual_seed(3)
            teacher = self.teacher(left, 5, STRENGTH if hard else 1.0)
            average = tune(network or self.started(), teacher, share * self.seconds, self.device, name, hard)
            asked = np.nonzero(left & (self.all.source != "other"))[0]
            asked = asked if self.device.type == "cuda" else asked[:: max(1, len(asked) // 6)]
            rows = [row_of(average, self.all, int(i)) for i in asked]
            self.done["rows"][name], self.done["figures"][name] = rows, figures_of(rows)
            if keeps:
                state = {k.removeprefix("encoder."): v for k, v in average.state_dict().items()}
                self.done["models"][name] = deltas.packed(state, self.base)
            print("cervix", name, self.done["figures"][name], f"{time.time() - self.begin:.0f} s", flush=True)
        except Exception:
            traceback.print_exc()
        deltas.write(self.args.out, self.done)

    def imagenet(self) -> None:
        shares = SHARES["imagenet"]
        folded = np.isin(self.all.source, ("via", "annocerv"))
        for source in SOURCES:
            self.train(f"without-{source}", self.source_left(source), shares["left"])
        for fold in range(5):
            self.train(f"fold-{fold}", folded & (self.all.fold == str(fold)), shares["folds"])
        self.train("all", np.zeros(len(self.all.source), bool), shares["all"])
        for source in SOURCES:
            self.train(f"hard-without-{source}", self.source_left(source), shares["left"], hard=True, keeps=False)

    def pretrained(self) -> None:
        shares = SHARES["pretrained"]
        for source in SOURCES:
            left = self.source_left(source)
            for kind in ("contrast", "restore"):
                try:
                    torch.manual_seed(7)
                    teacher = self.teacher(left, 9)
                    if kind == "contrast":
                        encoder = Encoder()
                        encoder.load_state_dict(self.base)
                        encoder = encoder.to(self.device).to(memory_format=self.layout)
                        contrast(encoder, teacher.pair, shares[kind] * self.seconds, self.device, f"cervix without {source}")
                        network = self.started(encoder.state_dict())
                    else:
                        network = self.started()
                        restore(network, DECODED, teacher.picture, shares[kind] * self.seconds, self.device, f"cervix without {source}")
                    settle(network.encoder, network.encoder, (teacher.picture() for _ in range(6)))
                except Exception:
                    traceback.print_exc()
                    continue
                self.train(f"{kind}-without-{source}", left, shares["left"], network, keeps=False)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("pack", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("arm", choices=("imagenet", "pretrained"))
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--device", default="cuda")
    run = Run(parser.parse_args())
    getattr(run, run.args.arm)()
