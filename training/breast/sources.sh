#!/bin/sh
# Measures the shipped breast engine on films of every source: the part by source of metrics.json
# and of the card, and the curve of the alarm budget (decision 030).
# Needs the data sets (SECOND_READ_DATA). PYTHON: an interpreter with requirements.txt installed.
# ./sources.sh --points chooses the operating point first.
set -eu
cd "$(dirname "$0")/../.."
python="${PYTHON:-python3}"
folder=training/breast
cache="$folder/cache"
mkdir -p "$cache"
"$python" -m training.breast.network.recover
npx tsx "$folder/engine/evaluate-sources.ts" "$cache/sources.jsonl"
if [ "${1:-}" = --points ]; then
  "$python" -m training.breast.sources "$cache/sources.jsonl" --points
  npx tsx "$folder/engine/evaluate-sources.ts" "$cache/sources.jsonl"
fi
"$python" -m training.breast.sources "$cache/sources.jsonl"
npx tsx "$folder/engine/alarm-rows.ts" "$cache/alarm-rows.json"
npx tsx training/engine/alarm-curve.ts breast breast "$cache/alarm-rows.json"
