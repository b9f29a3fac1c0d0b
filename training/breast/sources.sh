#!/bin/sh
# Measures the shipped breast engine on films of every source: the part by source of metrics.json
# and of the card, and the curve of the alarm budget (decision 030).
# Needs the data sets (SECOND_READ_DATA). PYTHON: an interpreter with requirements.txt installed.
# ./sources.sh --points chooses the operating point first.
set -eu
cd "$(dirname "$0")"
PYTHON="${PYTHON:-python3}"
mkdir -p cache
"$PYTHON" recover.py
npx tsx evaluate-sources.ts cache/sources.jsonl
if [ "${1:-}" = --points ]; then
  "$PYTHON" sources.py cache/sources.jsonl --points
  npx tsx evaluate-sources.ts cache/sources.jsonl
fi
"$PYTHON" sources.py cache/sources.jsonl
npx tsx engine/alarm-rows.ts cache/alarm-rows.json
npx tsx ../engine/alarm-curve.ts breast breast cache/alarm-rows.json
