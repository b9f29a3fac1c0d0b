#!/bin/sh
# Measures the brain CT engine out of fold and on sources that it never saw: analyses/brain-ct/model/metrics.json, the tables of its README,
# the curve of the alarm budget, the calibration in haemorrhage.onnx. Needs the networks that run.sh leaves in checkpoints, and the data sets (SECOND_READ_DATA). PYTHON: an
# interpreter with requirements.txt installed.
set -eu
cd "$(dirname "$0")"
for fold in 0 1 2 3 4; do
  for network in "fold-$fold-0.pt" "midline-$fold.onnx"; do
    if [ ! -f "checkpoints/$network" ]; then
      echo "checkpoints/$network is missing: the folds must be trained first (training/brain-ct/run.sh)." >&2
      exit 1
    fi
  done
done
rm -f checkpoints/geometry.json
data=${SECOND_READ_DATA:-../../../shared/datasets}/brain
./finish.sh "$data/ct_ich"
exec sources/measure.sh "$data"
