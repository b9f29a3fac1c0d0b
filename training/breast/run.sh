#!/bin/sh
# Reproduces the breast models and their figures: ./run.sh from a checkout with the data sets in ../shared/datasets
# (or SECOND_READ_DATA). PYTHON names an interpreter with requirements.txt installed; `npm ci` has run.
set -eu
cd "$(dirname "$0")"
PYTHON="${PYTHON:-python3}"
mkdir -p cache checkpoints
for part in 0 1; do "$PYTHON" cache.py --part "$part/2"; done
for fold in 0 1 2 3 4; do
  "$PYTHON" train.py --fold "$fold" --seed 0 --steps 1000
  "$PYTHON" train.py --fold "$fold" --seed 1 --steps 800
done
"$PYTHON" export.py
"$PYTHON" cluster_pasting.py
npx tsx measure.ts cache/measures.jsonl
npx tsx measure-clusters.ts cache/clusters.jsonl
"$PYTHON" calibrate.py cache/measures.jsonl cache/clusters.jsonl
PYTHON="$PYTHON" ./evaluate.sh
