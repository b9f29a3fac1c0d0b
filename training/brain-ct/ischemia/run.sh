#!/bin/sh
# Trains, measures and exports the network of hypodense areas: run.sh DATA (…/brain). Needs cache/SOURCE of engine/prepare.ts for aisd,
# cpaisd, ct_ich and phe_sich.
set -eu
cd "$(dirname "$0")/.."
data=$1
python=${PYTHON:-python3}
model=../../analyses/brain-ct/model
. ./rooms.sh
"$python" ischemia/infarct_train.py cache "$data" checkpoints/hypodense.pt --without aisd,cpaisd --fold 0 --steps 1000 --seed 6
"$python" skull/small_export.py checkpoints/hypodense.pt "$model/hypodense.onnx" chance
for source in aisd cpaisd rsna_dicom roboflow_ich; do npx tsx engine/hypodense-rows.ts "$data" $source "cache/rows/$source"; done
for source in ct_ich phe_sich; do npx tsx engine/hypodense-rows.ts "$data" $source "cache/rows/$source" 0 3; done
"$python" ischemia/infarct_measure.py "$data" cache/rows cache checkpoints/hypodense.pt checkpoints/infarcts.json
STRIDE=1 npx tsx engine/measure.ts cache/ct_ich "$data/ct_ich" shipped 5 checkpoints/planted.json
"$python" ischemia/write_infarcts.py checkpoints/infarcts.json "$model" checkpoints/planted.json
