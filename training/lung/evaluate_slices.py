"""Figures of the whole engine on whole slices → analyses/lung/model/metrics.json (key `slices`).

    npm run --silent analyse -- lung training/lung/runs/composed/[0-9][0-9][0-9].png --out runs/composed-out
    … the same for lung_region and covid_infnet pictures, then
    python -m training.lung.evaluate_slices --composed runs/composed-out --region runs/region-out --covid runs/covid-out --data ../shared/datasets/lung
"""

import argparse
import csv
import json
from pathlib import Path

import numpy as np
from PIL import Image

from training.metrics import auc, dice, interval, mean, median


def results(folder: Path) -> list[dict]:
    with open(folder / "results.jsonl") as file:
        return [json.loads(line) for line in file]


def labels_of(folder: Path, result: dict) -> np.ndarray:
    return np.asarray(Image.open(folder / result["labels"]))


def table(path: Path) -> dict[str, dict[str, str]]:
    with open(path, newline="") as file:
        return {Path(row["file"]).name: row for row in csv.DictReader(file)}


def hit(candidate: dict, row: dict[str, str]) -> bool:
    """The candidate's centre lies in the nodule's box, widened to at least 8 pixels."""
    x, y = candidate["x"] + candidate["width"] / 2, candidate["y"] + candidate["height"] / 2
    width, height = (max(float(row[k]), 8) for k in ("width", "height"))
    cx, cy = float(row["x"]) + float(row["width"]) / 2, float(row["y"]) + float(row["height"]) / 2
    return abs(x - cx) <= width / 2 and abs(y - cy) <= height / 2


def detection(folder: Path, composed: Path) -> dict:
    rows = table(composed / "labels.csv")
    best, false, errors = [], [], []
    done = [r for r in results(folder) if r["status"] == "completed"]
    for result in done:
        row = rows[Path(result["file"]).name]
        mine = [c for c in result["candidates"] if hit(c, row)]
        best.append(max((c["score"] for c in mine), default=0.0))
        false += [c["score"] for c in result["candidates"] if not hit(c, row)]
        if mine:
            errors.append(abs((mine[0]["width"] + mine[0]["height"]) / 2 - (float(row["width"]) + float(row["height"])) / 2))
    false.sort(reverse=True)
    names = [str(i) for i in range(len(done))]
    figures = {"slices": len(done), "refused": len(results(folder)) - len(done)}
    for rate in (0.25, 0.5, 1, 2, 4):
        position = int(rate * len(done))
        threshold = false[position] if position < len(false) else 0.0
        found = [float(score > threshold) for score in best]
        figures[f"sensitivity_at_{rate}_false_per_slice"] = interval(found, names, mean)
    return {**figures, "box_error_px_median": interval(errors, [str(i) for i in range(len(errors))], median)}


def region(folder: Path, data: Path) -> dict:
    rows, values, cases = table(data / "labels.csv"), [], []
    for result in results(folder):
        if result["status"] != "completed":
            continue
        row = rows[Path(result["file"]).name]
        truth = np.asarray(Image.open(data / row["mask"]).convert("L")) > 0
        values.append(dice(labels_of(folder, result) > 0, truth))
        cases.append(row["case"])
    return {"dice_lungs": interval(values, cases, mean), "dice_lungs_median": interval(values, cases, median)}


def infection(folder: Path, data: Path, others: list[float]) -> dict:
    rows = table(data / "labels.csv")
    both, glass, solid, cases, shares = [], [], [], [], []
    all_results = results(folder)
    done = [r for r in all_results if r["status"] == "completed"]
    for result in done:
        row = rows[Path(result["file"]).name]
        truth = np.asarray(Image.open(data / row["mask_classes"]).convert("L"))
        labels = labels_of(folder, result)
        both.append(dice(labels >= 4, truth > 0))
        cases.append(row["case"])
        glass += [dice(labels == 4, truth == 1)] if (truth == 1).any() else []
        solid += [dice(labels == 5, truth == 2)] if (truth == 2).any() else []
        shares.append(result["scores"]["opacity_share"])
    pairs = [(1, s) for s in shares if s is not None] + [(0, s) for s in others]
    names = [str(i) for i in range(max(len(glass), len(solid), len(pairs)))]
    return {
        "dice_infection": interval(both, cases, mean),
        "dice_ground_glass": interval(glass, names[: len(glass)], mean),
        "dice_consolidation": interval(solid, names[: len(solid)], mean),
        "auc_opacity_share_against_composed_slices": interval(pairs, names[: len(pairs)], auc),
        "refused": len(all_results) - len(done),
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for name in ("composed", "region", "covid", "data"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--pictures", type=Path, default=Path("training/lung/runs/composed"))
    parser.add_argument("--out", type=Path, default=Path("analyses/lung/model/metrics.json"))
    args = parser.parse_args()
    others = [r["scores"]["opacity_share"] for r in results(args.composed) if r["status"] == "completed"]
    figures = {
        "composed_nodules": {
            "evaluated": "LIDC nodules of fold 0 (38 px or more, from about 5 mm) blended into quiet lung of 13 tumour-free slices of one patient",
            **detection(args.composed, args.pictures),
        },
        "lung_region": {"evaluated": "8 LungSegDB slices, nothing trained on them", **region(args.region, args.data / "lung_region")},
        "covid": {
            "evaluated": "50 COVID slices, rules without training; constants were chosen looking at them",
            **infection(args.covid, args.data / "covid_infnet", [s for s in others if s is not None]),
        },
    }
    known = json.loads(args.out.read_text()) if args.out.exists() else {}
    args.out.write_text(json.dumps({**known, "slices": figures}, indent=2) + "\n")
    print(json.dumps(figures, indent=1))
