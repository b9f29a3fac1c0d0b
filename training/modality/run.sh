#!/bin/sh
# Everything from pictures to the shipped gate: run.sh DATASETS PHOTOGRAPHS (see README.md). One thread, about 45 minutes.
set -eu
cd "$(dirname "$0")"
datasets=$1
photographs=$2
export OMP_NUM_THREADS=1
[ -d "$photographs/nilearn" ] || ./fetch-photographs.sh "$photographs"
[ -f cache/pictures.pkl ] || python3 collect.py "$datasets" "$photographs" cache/pictures.pkl
${PYTHON:-python3} train.py cache/pictures.pkl checkpoints/all.pt --minutes 12
for fold in 0 1 2 3 4; do ${PYTHON:-python3} train.py cache/pictures.pkl "checkpoints/fold-$fold.pt" --fold "$fold" --minutes 6; done
${PYTHON:-python3} evaluate.py cache/pictures.pkl checkpoints ../../analyses/modality/model/metrics.json
${PYTHON:-python3} export.py checkpoints/all.pt ../../analyses/modality/model/modality.onnx
