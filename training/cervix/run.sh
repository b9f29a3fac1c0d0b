#!/bin/sh
# Reproduces the cervix network, its constants and their figures: ./run.sh from a checkout with the data sets in
# ../shared/datasets (or SECOND_READ_DATA). PYTHON names an interpreter with requirements.txt installed; `npm ci` has run.
# About two hours of processor time.
set -eu
cd "$(dirname "$0")/../.."
python="${PYTHON:-python3}"
data="${SECOND_READ_DATA:-../shared/datasets}/cervix"
set -- --data "$data"
out=training/cervix/checkpoints
[ -f training/cervix/cache/annocerv-target.npy ] || "$python" -m training.cervix.network.cache "$@"
for fold in 0 1 2 3 4 all; do
  "$python" -m training.cervix.network.train "$@" --fold "$fold" --out "$out"
  "$python" -m training.cervix.network.export --fold "$fold"
done
"$python" -m training.cervix.network.export --fold all --out analyses/cervix/model/cervix.onnx
"$python" -m training.cervix.network.appearance
PYTHON="$python" training/cervix/evaluate.sh
