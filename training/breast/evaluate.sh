#!/bin/sh
# Measures the breast engine out of fold: analyses/breast/model/metrics.json and the table of its README.
# Needs the networks and calibrations of the folds that run.sh leaves in checkpoints, and the data sets
# (SECOND_READ_DATA). PYTHON: an interpreter with requirements.txt installed.
set -eu
cd "$(dirname "$0")/../.."
folder=training/breast
for fold in 0 1 2 3 4; do
  for name in "breast-fold$fold.onnx" "calibration-fold$fold.json"; do
    if [ ! -f "$folder/checkpoints/$name" ]; then
      echo "$folder/checkpoints/$name is missing: the folds must be trained first ($folder/run.sh)." >&2
      exit 1
    fi
  done
done
mkdir -p "$folder/cache"
npx tsx "$folder/engine/evaluate.ts" "$folder/cache/evaluation.jsonl"
"${PYTHON:-python3}" -m training.breast.evaluate "$folder/cache/evaluation.jsonl"
