#!/bin/sh
# From slices to the shipped network: run.sh DATASET (…/brain/ct_ich). One thread, about an hour and a half of processor time.
set -eu
cd "$(dirname "$0")"
dataset=$1
export OMP_NUM_THREADS=1 PYTHONPATH=..
[ -f cache/index.csv ] || npx tsx prepare.ts "$dataset" cache
${PYTHON:-python3} outlined.py cache "$dataset"
[ -f cache/views/network.pt ] || ${PYTHON:-python3} views.py cache "$dataset"
./run-folds.sh "$dataset" "${STEPS:-400}"
./run-midline.sh "$dataset"
./finish.sh "$dataset"
