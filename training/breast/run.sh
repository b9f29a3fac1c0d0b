#!/bin/sh
# Reproduces the breast models and their figures: ./run.sh from a checkout with the data sets in ../shared/datasets
# (or SECOND_READ_DATA). PYTHON names an interpreter with requirements.txt installed; `npm ci` has run.
set -eu
cd "$(dirname "$0")"
PYTHON="${PYTHON:-python3}"
mkdir -p cache checkpoints
"$PYTHON" tissue_train.py --fold -1 --steps 1000
for fold in 0 1 2 3 4; do "$PYTHON" tissue_train.py --fold "$fold" --steps 520; done
cp checkpoints/tissue.onnx ../../analyses/breast/model/tissue.onnx
npx tsx measure.ts cache/measures.jsonl
"$PYTHON" calibrate.py cache/measures.jsonl
PYTHON="$PYTHON" ./evaluate.sh
