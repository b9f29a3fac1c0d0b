"""Trains breast networks from the first layer to the last on a device, within a time, each leaving out a fold and a source.

    python -m training.breast.tried.end_to_end.train PACK OUT.xz imagenet|pretrained --seconds N [--device cuda]

`imagenet`: five networks from ImageNet's encoder (no fold k; 0 no contrast mammograms, 1 no Mastery, 2 no film exam), one without
MIAS, three with lesions of MIAS alone, one with mixed feature statistics. `pretrained`: the networks 0 to 2 again, each from an
encoder that saw no film it leaves out: by matching places, and by restoring hidden parts (`training/pretraining.py`).
"""
import argparse
import copy
import time
import traceback
from pathlib import Path

import cv2
import numpy as np
import torch
from sklearn.metrics import roc_auc_score

from training import deltas
from training.breast.tried.end_to_end import losses
from training.breast.tried.end_to_end.films import load
from training.breast.tried.end_to_end.views import Views
from training.breast.network.network import BreastNetwork
from training.breast.network.views import HEIGHT, STRIDE, WIDTH, canonical
from training.efficientnet_lite import FROZEN, Encoder
from training.pretraining import contrast, fastest_layout, mixed, on, optimizer_of, remember, restore, timed

BATCH = {"ddsm_tissue": 9, "lesion": 9, "other": 6, "sources": 8}
SOURCE_CHANCES = {"cesm_dm_test": 0.6, "mammogram_mastery": 0.25, "exams": 0.15}
RATES = {"early": 1.5e-4, "late": 5e-4, "decoder": 2e-3}
DECAY, MEMORY = 0.02, 0.995
LEFT = {0: "cesm_dm_test", 1: "mammogram_mastery", 2: "exams"}
DECODED = 32
PLACES, PAIRS = 16, 12
SETTLING = 6  # batches that the normalisation is settled on
# The parts of the whole time, in the order of the trainings.
SHARES = {"imagenet": {"all": 0.103, "mias": 0.093, "without-mias": 0.065, "mixed": 0.09}, "pretrained": {"contrast": 0.08, "restore": 0.07, "all": 0.083}}


def group_of(film):
    if film["source"] != "mias":
        return film["source"] if film["source"] == "ddsm_tissue" else "sources"
    return "lesion" if film["circles"] else "other"


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
            weight = np.array([SOURCE_CHANCES.get(films.facts[n]["source"], 1.0) for n in pool])
            counts = np.array([sum(films.facts[m]["source"] == films.facts[n]["source"] for m in pool) for n in pool])
            self.pools[group], self.chances[group] = np.array(pool), weight / counts / (weight / counts).sum()
        missing = sum(n for g, n in BATCH.items() if g not in self.pools)
        self.counts = {g: BATCH[g] + missing // len(self.pools) for g in self.pools}
        if device.type == "cpu":  # to try the program only
            self.counts = {g: max(1, n // 6) for g, n in self.counts.items()}

    def picks(self):
        parts = [(g, i) for g, n in self.counts.items() for i in self.rng.choice(self.pools[g], n, p=self.chances[g])]
        return [i for _, i in parts], [g for g, _ in parts]

    def batch(self):
        picks, groups = self.picks()
        planes, shares, circles, laid, _ = self.views.draw(picks, groups)
        facts = [self.films.facts[i] for i in picks]
        seen = ((circles[:, :-1, 0] > 0) & (circles[:, :-1, 0] < WIDTH) & (circles[:, :-1, 1] > 0) & (circles[:, :-1, 1] < HEIGHT)
                & (circles[:, :-1, 2] > 0)).any(1).cpu().numpy()
        untouched = laid[:, 6] < 0
        known = [[f["abnormal"] >= 0 and u and (s or not f["abnormal"])] * 2 + [f["density"] >= 0] * 2 for f, u, s in zip(facts, untouched, seen, strict=True)]
        wanted = [[f["abnormal"], f["malignant"], f["density"] > 0, f["density"] > 1] for f in facts]
        tensor = self.views.tensor
        flags = {"ddsm": tensor([f["source"] == "ddsm_tissue" for f in facts]) > 0,
                 "tissue": tensor([f["source"] in ("ddsm_tissue", "mias") for f in facts]) > 0,
                 "placed": tensor([f["source"] != "ddsm_tissue" and not f["unplaced"] for f in facts]) > 0}
        return planes, shares, circles, tensor(laid), flags, tensor(wanted), tensor(known)

    def pair(self):
        """Two views of each of PAIRS films and places of the breast that match, for `contrast`."""
        picks, groups = self.picks()
        order = self.rng.permutation(len(picks))[:PAIRS]
        picks, groups = [picks[k] for k in order], [groups[k] for k in order]
        parts = [self.views.draw(picks, groups, lay=False) for _ in range(2)]
        chosen = [self.films.deep[i][0][self.rng.integers(max(1, int(0.9 * len(self.films.deep[i][0]))), size=PLACES)] for i in picks]
        spots = torch.cat([self.views.tensor(np.stack(chosen))[..., [1, 0]], torch.ones(len(picks), PLACES, 1, device=self.device)], -1)
        places = [(spots @ part[4].transpose(1, 2))[..., :2] / torch.tensor([WIDTH / 2, HEIGHT / 2], device=self.device) - 1 for part in parts]
        return torch.cat([p[0] for p in parts]), torch.cat(places)

    def picture(self):
        picks, groups = self.picks()
        return self.views.draw(picks, groups, lay=False)[0]


@torch.no_grad()
def settled(network, teacher, batches=SETTLING):
    """The encoder's normalisation gets the statistics of the teacher's own views (AdaBN)."""
    layers = [m for m in network.encoder.modules() if isinstance(m, torch.nn.BatchNorm2d)]
    network.eval()
    for layer in layers:
        layer.reset_running_stats()
        layer.momentum = None
        torch.nn.Module.train(layer, True)
    for _ in range(batches):
        network.encoder(teacher.picture())
    for layer in layers:
        torch.nn.Module.train(layer, False)
        layer.momentum = 0.1


def groups_of(network):
    early = [network.encoder._conv_stem, network.encoder._bn0, *network.encoder._blocks[:FROZEN]]
    parts = {"early": [p for m in early for p in m.parameters()], "late": list(network.encoder._blocks[FROZEN:].parameters()),
             "decoder": [p for n, p in network.named_parameters() if not n.startswith("encoder.")]}
    return [{"params": p, "rate": RATES[name]} for name, p in parts.items()]


def tune(network, teacher, seconds, device, name, mixes=False):
    """Trains `network` in place; returns the running mean of its weights."""
    settled(network, teacher)
    average = copy.deepcopy(network).eval()
    groups = groups_of(network)
    trained = [p for g in groups for p in g["params"]]
    optimizer = optimizer_of(groups, DECAY, device)
    network.train()
    steps = [0]

    def loss_of():
        if steps[0]:
            remember(average, network, min(MEMORY, (1 + steps[0]) / (10 + steps[0])))
        steps[0] += 1
        planes, shares, circles, laid, flags, wanted, known = teacher.batch()
        with on(device):
            quarter, eighth = network.encoder.early(planes)
            if mixes:
                quarter, eighth = mixed(quarter), mixed(eighth)
            tissue, lesion, scores = (v.float() for v in network.read(quarter, eighth))
        return (losses.tissue_loss(tissue, shares, flags["ddsm"], flags["tissue"]) + losses.lesion_loss(lesion, circles, laid, flags["placed"])
                + losses.score_loss(scores, wanted, known))

    timed(seconds, optimizer, trained, loss_of, f"tune {name}")
    remember(average, network, MEMORY)
    return average.eval()


def peaks_of(lesion, shares):
    """(score, x, y) of the mass map's peaks within the breast, in pixels of the input."""
    score = torch.sigmoid(lesion[:1])[None]
    top = torch.nn.functional.max_pool2d(score, 9, 1, 4)
    inside = torch.as_tensor(shares[1:].sum(0) > 127, device=score.device)
    y, x = torch.nonzero((score == top)[0, 0] & inside & (score[0, 0] > 0.002), as_tuple=True)
    return sorted(((float(score[0, 0, b, a]), (int(a) + 0.5) * STRIDE, (int(b) + 0.5) * STRIDE) for a, b in zip(x.cpu(), y.cpu(), strict=True)), reverse=True)[:20]


def found_at(rows, limits=(0.5, 1, 2)):
    """Share of masses hit by so many false peaks per film; rows of (peaks, circles)."""
    events, lesions = [], 0
    for peaks, circles in rows:
        masses = [c for c in circles if c[3] in ("CIRC", "SPIC", "MISC", "ARCH", "ASYM")]
        lesions += len(masses)
        hit = set()
        for score, x, y in peaks:
            on_any = [k for k, c in enumerate(circles) if np.hypot(x - c[0], y - c[1]) < max(c[2], 8)]
            mine = [k for k, c in enumerate(masses) if np.hypot(x - c[0], y - c[1]) < max(c[2], 8)]
            if not on_any:
                events.append((score, 0))
            elif mine and mine[0] not in hit:
                hit.add(mine[0])
                events.append((score, 1))
    events.sort(reverse=True)
    out, false, true, left = {}, 0, 0, list(limits)
    for _, good in events:
        false, true = false + 1 - good, true + good
        while left and false > left[0] * len(rows):
            out[left.pop(0)] = round(true / max(lesions, 1), 3)
    out |= {limit: round(true / max(lesions, 1), 3) for limit in left}
    return out, lesions


@torch.no_grad()
def measured(network, films, left, plain, device):
    """Figures of the films left out, by source, on views as the engine makes them."""
    rows, dice, scores = {}, {}, []
    for n in left:
        facts, (planes, shares, circles) = films.facts[n], plain[n]
        tissue, lesion, film = (v[0].float() for v in network(torch.from_numpy(planes)[None].to(device)))
        source = facts["source"]
        if source != "ddsm_tissue" and not facts["unplaced"]:
            rows.setdefault(source, []).append((peaks_of(lesion, shares), circles))
        p, t = tissue.argmax(0).cpu().numpy(), shares.argmax(0)
        pairs = {"breast": ((p == 1) | (p == 2), (t == 1) | (t == 2)), "muscle": (p == 3, t == 3), "gland": (p == 2, t == 2)}
        for part, (a, b) in pairs.items():
            if source in ("ddsm_tissue", "mias") and (part != "gland" or source == "ddsm_tissue") and a.sum() + b.sum():
                dice.setdefault(f"{part} {source}", []).append(2 * (a & b).sum() / (a.sum() + b.sum()))
        if source == "mias":
            scores.append((facts["abnormal"], facts["malignant"], *film.cpu().numpy().tolist()))
    out = {f"masses {s}": found_at(r) for s, r in rows.items()} | {k: round(float(np.mean(v)), 3) for k, v in dice.items()}
    for k, name in enumerate(("abnormal", "malignant")):
        if len({row[k] for row in scores}) == 2:
            out[f"auc {name}"] = round(float(roc_auc_score([r[k] for r in scores], [r[2 + k] for r in scores])), 3)
    return out, {s: [p for p, _ in r] for s, r in rows.items()}


def without(fold, source):
    return lambda f: (f["source"] in ("mias", "ddsm_tissue") and f["fold"] == fold) or f["source"] == source


class Run:
    def __init__(self, args):
        self.args, self.device = args, torch.device(args.device)
        torch.set_num_threads(1)
        cv2.setNumThreads(1)
        torch.backends.cudnn.benchmark = True
        # Blurs and matrices of views need full precision; the networks train in bfloat16.
        torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = False
        self.begin = time.time()
        self.films = load(args.pack / "breast", self.device)
        self.base = torch.load(args.pack / "imagenet.pt", map_location="cpu", weights_only=True)
        self.plain = {n: canonical(self.item(n)) for n in range(len(self.films.facts))}
        self.done = {"models": {}, "figures": {}, "peaks": {}}
        example = torch.randn(sum(BATCH.values()), 3, HEIGHT, WIDTH, device=self.device)
        encoder = Encoder().to(self.device)
        self.layout = fastest_layout(encoder, example, self.device)
        self.seconds = args.seconds - (time.time() - self.begin)
        print("breast", args.arm, f"ready after {time.time() - self.begin:.0f} s", flush=True)

    def item(self, n):
        facts = self.films.facts[n]
        grey, labels = (part[n, 0, :, : self.films.columns[n]].cpu().numpy() for part in (self.films.grey, self.films.labels))
        return {"grey": np.ascontiguousarray(grey).astype(np.float32), "labels": np.ascontiguousarray(labels), "circles": facts["circles"], "box": facts["box"]}

    def started(self, encoder=None):
        network = BreastNetwork()
        network.encoder.load_state_dict(encoder or self.base)
        return network.to(self.device).to(memory_format=self.layout)

    def train(self, name, left_out, share, network=None, mixes=False, keeps=True, seed=0):
        """A training that fails is told, and the others go on."""
        try:
            torch.manual_seed(seed)
            teacher = Teacher(self.films, left_out, self.device, seed)
            average = tune(network or self.started(), teacher, share * self.seconds, self.device, name, mixes)
            left = teacher.left if self.device.type == "cuda" else teacher.left[:: max(1, len(teacher.left) // 6)]
            figures, peaks = measured(average, self.films, left, self.plain, self.device)
            self.done["figures"][name], self.done["peaks"][name] = figures, peaks
            if keeps:
                state = {k.removeprefix("encoder."): v for k, v in average.state_dict().items()}
                self.done["models"][name] = deltas.packed(state, self.base)
            print("breast", name, figures, f"{time.time() - self.begin:.0f} s", flush=True)
        except Exception:
            traceback.print_exc()
        deltas.write(self.args.out, self.done)

    def imagenet(self):
        shares = SHARES["imagenet"]
        for fold in range(5):
            self.train(f"all-{fold}", without(fold, LEFT.get(fold)), shares["all"], seed=fold)
        for fold in range(3):
            self.train(f"mias-{fold}", lambda f, k=fold: without(k, None)(f) or group_of(f) == "sources", shares["mias"], seed=fold)
        self.train("without-mias", lambda f: f["source"] == "mias", shares["without-mias"], keeps=False)
        self.train("mixed-0", without(0, LEFT[0]), shares["mixed"], mixes=True, keeps=False)

    def pretrained(self):
        shares = SHARES["pretrained"]
        for fold in range(3):
            left_out = without(fold, LEFT[fold])
            for kind in ("contrast", "restore"):
                try:
                    torch.manual_seed(10 + fold)
                    teacher = Teacher(self.films, left_out, self.device, 10 + fold)
                    if kind == "contrast":
                        encoder = Encoder()
                        encoder.load_state_dict(self.base)
                        encoder = encoder.to(self.device).to(memory_format=self.layout)
                        contrast(encoder, teacher.pair, shares[kind] * self.seconds, self.device, f"breast {fold}")
                        network = self.started(encoder.state_dict())
                    else:
                        network = self.started()
                        restore(network, DECODED, teacher.picture, shares[kind] * self.seconds, self.device, f"breast {fold}")
                except Exception:
                    traceback.print_exc()
                    continue
                self.train(f"{kind}-{fold}", left_out, shares["all"], network, seed=fold)
        self.keep_better(("contrast", "restore"))

    def keep_better(self, kinds):
        """Of two kinds of pre-training, the networks of the one that finds more masses of the films left out stay in the file."""
        found = {kind: [f[1] for name, f in self.mass_figures() if name.startswith(kind)] for kind in kinds}
        worse = min(kinds, key=lambda kind: float(np.mean(found[kind])) if found[kind] else -1.0)
        self.done["models"] = {name: m for name, m in self.done["models"].items() if not name.startswith(worse)}
        print("breast", found, "without", worse, flush=True)
        deltas.write(self.args.out, self.done)

    def mass_figures(self):
        return [(name, figure[0]) for name, figures in self.done["figures"].items() for key, figure in figures.items() if key.startswith("masses")]


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("pack", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("arm", choices=("imagenet", "pretrained"))
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--device", default="cuda")
    run = Run(parser.parse_args())
    getattr(run, run.args.arm)()
