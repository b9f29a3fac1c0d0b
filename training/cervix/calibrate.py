"""Fits thresholds and picture probabilities to measures of held-out pictures (`measure.ts`).

    python -m training.cervix.calibrate cache/measures.jsonl

Writes `checkpoints/reading-fold<k>.json`, fitted without the pictures of fold k, for the evaluation, and
`analyses/cervix/model/reading.json`, fitted on all, which ships.
"""

import argparse
import json
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression

# Strength of the penalty; small samples and related measures call for a strong one. Not tuned.
INVERSE_PENALTY = 0.1
# Measures that each probability rests on.
LESION = ("closeLesion", "closeNotNegative", "closeSwede", "wholeLesion", "wholeNotNegative", "mapMean", "mapPeak", "paleShare", "paleSpread")
NOT_NEGATIVE = ("closeLesion", "closeNotNegative", "wholeLesion", "wholeNotNegative", "mapMean", "mapPeak", "paleShare", "paleSpread")
SWEDE = ("closeLesion", "closeSwede", "wholeLesion", "wholeSwede", "mapMean", "mapPeak", "paleShare", "paleSpread")
# A lesion is reported from the probability that reaches this share of the pictures with one.
SENSITIVITY = 0.85


def truth_of(row: dict, target: str) -> float | None:
    if target == "swede":
        return None if row["labels"]["swede"] is None else float(row["labels"]["swede"] >= 5)
    value = row["labels"][target]
    return None if value is None else float(value)


def case_weights(rows: list[dict]) -> np.ndarray:
    """Several pictures of one cervix count as one."""
    cases = [(row["set"], row["case"]) for row in rows]
    return np.array([1 / cases.count(case) for case in cases])


def fit(rows: list[dict], target: str, names: tuple[str, ...]) -> dict:
    rows = [row for row in rows if truth_of(row, target) is not None]
    x = np.array([[row["measures"][name] for name in names] for row in rows])
    y = np.array([truth_of(row, target) for row in rows])
    mean, scale = x.mean(0), x.std(0).clip(1e-3)
    model = LogisticRegression(C=INVERSE_PENALTY, max_iter=1000)
    model.fit(((x - mean) / scale).clip(-3, 3), y, sample_weight=case_weights(rows))
    terms = [
        {"measure": name, "mean": round(float(m), 5), "scale": round(float(s), 5), "weight": round(float(w), 5)}
        for name, m, s, w in zip(names, mean, scale, model.coef_[0], strict=True)
    ]
    return {"bias": round(float(model.intercept_[0]), 5), "terms": terms}


def probability(model: dict, row: dict) -> float:
    z = [np.clip((row["measures"][t["measure"]] - t["mean"]) / t["scale"], -3, 3) * t["weight"] for t in model["terms"]]
    return float(1 / (1 + np.exp(-(model["bias"] + sum(z)))))


def best_threshold(rows: list[dict], region: str) -> float:
    scans = [row["dice"][region] for row in rows if row["set"] == "via" and row["dice"][region] is not None]
    return float(rows[0]["dice"]["thresholds"][int(np.mean(scans, 0).argmax())])


def report_from(rows: list[dict], model: dict) -> float:
    found = sorted(probability(model, row) for row in rows if row["labels"]["lesion"])
    return round(found[int((1 - SENSITIVITY) * len(found))], 3)


def constants(rows: list[dict]) -> dict:
    lesion = fit(rows, "lesion", LESION)
    return {
        "thresholds": {"lesion": best_threshold(rows, "lesion"), "junction": best_threshold(rows, "junction")},
        "lesion": lesion,
        "notNegative": fit(rows, "notNegative", NOT_NEGATIVE),
        "swedeFromFive": fit(rows, "swede", SWEDE),
        "reportFrom": report_from(rows, lesion),
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("measures", type=Path)
    parser.add_argument("--checkpoints", type=Path, default=Path("training/cervix/checkpoints"))
    parser.add_argument("--out", type=Path, default=Path("analyses/cervix/model/reading.json"))
    args = parser.parse_args()
    rows = [json.loads(line) for line in args.measures.read_text().splitlines()]
    for fold in sorted({row["fold"] for row in rows}):
        others = [row for row in rows if row["fold"] != fold]
        (args.checkpoints / f"reading-fold{fold}.json").write_text(json.dumps(constants(others), indent=2) + "\n")
    args.out.write_text(json.dumps(constants(rows), indent=2) + "\n")
    print(args.out)
