#!/bin/sh
# Calibrates and measures the cervix engine out of fold: analyses/cervix/model/reading.json, metrics.json and the table of
# its README. Needs the networks of the folds that run.sh leaves in checkpoints, and the data sets (SECOND_READ_DATA).
# PYTHON: an interpreter with requirements.txt installed.
set -eu
cd "$(dirname "$0")/../.."
python="${PYTHON:-python3}"
folder=training/cervix
for fold in 0 1 2 3 4; do
  if [ ! -f "$folder/checkpoints/cervix-$fold.onnx" ]; then
    echo "$folder/checkpoints/cervix-$fold.onnx is missing: train the folds first ($folder/run.sh)." >&2
    exit 1
  fi
done
mkdir -p "$folder/cache"
npx tsx "$folder/measure.ts" "$folder/cache/measures.jsonl"
"$python" -m training.cervix.calibrate "$folder/cache/measures.jsonl"
npx tsx "$folder/evaluate.ts" "$folder/cache/evaluation.jsonl"
"$python" -m training.cervix.evaluate "$folder/cache/measures.jsonl" "$folder/cache/evaluation.jsonl"
"$python" -m training.figures cervix
