#!/bin/sh
# From slices to the shipped network: run.sh DATASET (…/brain/ct_ich). One thread, about an hour of processor time.
set -eu
cd "$(dirname "$0")"
dataset=$1
[ -f cache/index.csv ] || npx tsx prepare.ts "$dataset" cache
./run-folds.sh "$dataset" "${MINUTES:-5}"
./finish.sh "$dataset"
