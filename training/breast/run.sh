#!/bin/sh
# Reproduces the breast models and their figures: ./run.sh from a checkout with the data sets in ../shared/datasets
# (or SECOND_READ_DATA). PYTHON names an interpreter with requirements.txt installed; `npm ci` has run.
set -eu
cd "$(dirname "$0")/../.."
python="${PYTHON:-python3}"
folder=training/breast
mkdir -p "$folder/cache" "$folder/checkpoints"
for part in 0 1; do "$python" -m training.breast.network.cache --part "$part/2"; done
for fold in 0 1 2 3 4; do
  "$python" -m training.breast.network.train --fold "$fold" --seed 0 --steps 1000
  "$python" -m training.breast.network.train --fold "$fold" --seed 1 --steps 800
done
"$python" -m training.breast.network.export
"$python" -m training.breast.pasting.clusters
npx tsx "$folder/engine/measure.ts" "$folder/cache/measures.jsonl"
npx tsx "$folder/engine/measure-clusters.ts" "$folder/cache/clusters.jsonl"
"$python" -m training.breast.calibrate "$folder/cache/measures.jsonl" "$folder/cache/clusters.jsonl"
PYTHON="$python" "$folder/evaluate.sh"
