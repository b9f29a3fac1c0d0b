#!/bin/sh
# Reproduces the breast models and their figures: ./run.sh from a checkout with the data sets in ../shared/datasets
# (or SECOND_READ_DATA). PYTHON names an interpreter with requirements.txt installed; `npm ci` has run.
set -eu
cd "$(dirname "$0")"
PYTHON="${PYTHON:-python3}"
mkdir -p cache checkpoints
for part in 0 1; do "$PYTHON" cache.py --part "$part/2"; done
for fold in 0 1 2 3 4; do "$PYTHON" train.py --fold "$fold" --steps 360; done
"$PYTHON" export.py
npx tsx measure.ts cache/measures.jsonl
"$PYTHON" calibrate.py cache/measures.jsonl
PYTHON="$PYTHON" ./evaluate.sh
