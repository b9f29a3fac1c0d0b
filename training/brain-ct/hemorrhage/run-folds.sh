#!/bin/sh
# Trains the haemorrhage networks, each from two starts: without the patients of one fold, to measure, and of all patients, to ship:
# run-folds.sh DATA STEPS
set -eu
cd "$(dirname "$0")/.."
. ./rooms.sh
for fold in 0 1 2 3 4 all; do
  for start in 0 1; do
    ${PYTHON:-python3} hemorrhage/train.py cache "$1" "checkpoints/fold-$fold-$start.pt" --fold "$fold" --seed "$start" --steps "$2"
  done
done
