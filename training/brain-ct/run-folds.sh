#!/bin/sh
# Trains the five fold networks, each without the patients of its own fold: run-folds.sh DATASET STEPS
set -eu
cd "$(dirname "$0")"
export OMP_NUM_THREADS=1 PYTHONPATH=..
for fold in 0 1 2 3 4; do
  ${PYTHON:-python3} train.py cache "$1" "checkpoints/fold-$fold.pt" --fold "$fold" --steps "$2"
done
