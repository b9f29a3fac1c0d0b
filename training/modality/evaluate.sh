#!/bin/sh
# Measures the gate out of fold: analyses/modality/model/metrics.json and the table of its README.
# SECOND_READ_DATA: the data sets. PHOTOGRAPHS: what fetch-photographs.sh unpacked. PYTHON: with requirements.txt installed.
set -eu
cd "$(dirname "$0")/../.."
python=${PYTHON:-python3}
folder=training/modality
export OMP_NUM_THREADS=1
if ! ls "$folder"/checkpoints/fold-?.pt >/dev/null 2>&1; then
  echo "The gate's fold networks are missing: run training/modality/run.sh first." >&2
  exit 1
fi
mkdir -p "$folder/cache"
if [ ! -f "$folder/cache/pictures.pkl" ]; then
  if [ ! -d "${PHOTOGRAPHS:-}" ]; then
    echo "The everyday pictures are missing: run training/modality/fetch-photographs.sh DIRECTORY and set PHOTOGRAPHS to it." >&2
    exit 1
  fi
  "$python" -m training.modality.collect "${SECOND_READ_DATA:-../shared/datasets}" "$PHOTOGRAPHS" "$folder/cache/pictures.pkl"
fi
[ -f "$folder/cache/measured.npz" ] || "$python" -m training.modality.features "$folder/cache/pictures.pkl" "$folder/cache" --only measured
exec "$python" -m training.modality.evaluate "$folder/cache/measured.npz" "$folder/checkpoints" analyses/modality/model/metrics.json
