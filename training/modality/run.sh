#!/bin/sh
# Everything from pictures to the shipped gate: run.sh DATASETS PHOTOGRAPHS (see README.md). One thread, about 20 minutes.
set -eu
datasets=$(realpath "$1")
photographs=$2
cd "$(dirname "$0")/../.."
python=${PYTHON:-python3}
folder=training/modality
export OMP_NUM_THREADS=1
[ -d "$photographs/nilearn" ] || "$folder/fetch-photographs.sh" "$photographs"
mkdir -p "$folder/cache"
[ -f "$folder/cache/pictures.pkl" ] || "$python" -m training.modality.collect "$datasets" "$photographs" "$folder/cache/pictures.pkl"
"$python" -m training.modality.features "$folder/cache/pictures.pkl" "$folder/cache"
"$python" -m training.modality.train "$folder/cache/learnt.npz" "$folder/checkpoints"
"$python" -m training.modality.evaluate "$folder/cache/measured.npz" "$folder/checkpoints" analyses/modality/model/metrics.json
"$python" -m training.modality.export "$folder/checkpoints/all.pt" analyses/modality/model/modality.onnx
