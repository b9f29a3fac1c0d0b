#!/bin/sh
# From slices to the shipped network: run.sh DATA (…/brain). One thread, about an hour and a half of processor time.
set -eu
cd "$(dirname "$0")"
data=$1
dataset=$data/ct_ich
. ./rooms.sh
[ -f cache/ct_ich/index.csv ] || npx tsx engine/prepare.ts "$dataset" cache/ct_ich
${PYTHON:-python3} hemorrhage/outlined.py cache/ct_ich "$dataset"
[ -f cache/views/network.pt ] || ${PYTHON:-python3} hemorrhage/views.py cache "$data"
hemorrhage/run-folds.sh "$data" "${STEPS:-400}"
midline/run-midline.sh "$dataset"
./finish.sh "$dataset"
