#!/bin/sh
# From slices to the shipped network: run.sh DATA (…/brain). The hemorrhage networks want a GPU (jobs.py: 16 networks in 13 minutes of an H100);
# the rest about an hour of processor time.
set -eu
cd "$(dirname "$0")"
data=$1
dataset=$data/ct_ich
python=${PYTHON:-python3}
. ./rooms.sh
for source in ct_ich phe_sich roboflow_ich mbh25 cpaisd aisd rsna_dicom aisd_dicom ct_ich_boxes; do
  [ -f "cache/$source/index.csv" ] || npx tsx engine/prepare.ts "$data/$source" "cache/$source"
done
"$python" hemorrhage/outlined.py cache/ct_ich "$dataset"
if [ ! -f cache/pack.npz ]; then
  "$python" window/rewindow.py learn "$dataset" cache/windows 300
  npx tsx engine/prepare.ts cache/windows cache/rewindowed
  "$python" hemorrhage/pack.py cache "$data" cache/pack.npz --rewindowed cache/windows
fi
[ -f cache/trained/predictions.npz ] || "$python" hemorrhage/jobs.py cache/pack.npz cache/trained
midline/run-midline.sh "$dataset"
./finish.sh "$dataset"
