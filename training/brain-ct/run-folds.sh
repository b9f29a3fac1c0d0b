#!/bin/sh
# Trains the five fold networks, each without the patients of its own fold: run-folds.sh DATASET MINUTES [START]
set -eu
cd "$(dirname "$0")"
export OMP_NUM_THREADS=1
for fold in 0 1 2 3 4; do
  start=""
  [ "${3:-}" = resume ] && start="--start checkpoints/fold-$fold.pt --rate 1.5e-3"
  ${PYTHON:-python3} train.py cache "$1" "checkpoints/fold-$fold.pt" --fold "$fold" --minutes "$2" $start
done
