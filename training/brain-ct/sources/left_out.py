"""What a source would get had its slices no part in the choice of thresholds: `left_out.py DATA FACTS HOME
SOURCES`.

FACTS is the `-facts.json` of engine/alarm-rows.ts, SOURCES what sources.py wrote of it. Thresholds are
chosen on the other sources as operating_point.py chooses them on all; SOURCES gets the shares of each
source with them.
"""

import json
import sys
from pathlib import Path

from operating_point import chosen, with_home
from sources import read_facts, share


def named_without(read, bone, name):
    """Which slices of a source a bleeding is named on, by thresholds of the others."""
    _, _, probability, level = read[name]
    thresholds = chosen({other: part for other, part in read.items() if other != name})
    return (probability >= thresholds[level]) & ~bone


def main():
    data, facts, home, sources = map(Path, sys.argv[1:5])
    told = read_facts(data, json.loads(facts.read_text()))[0]
    read = with_home({name: part[:4] for name, part in told.items()}, home)
    found = json.loads(sources.read_text())
    for name, part in found.items():
        any_ich, visible = read[name][:2]
        named = named_without(read, told[name][5], name)
        part['thresholds_of_the_others'] = {
            'sensitivity_visible': share(named[visible]),
            'specificity': share(~named[any_ich == 0]),
        }
        print(name, part['thresholds_of_the_others'])
    sources.write_text(json.dumps(found, indent=2) + '\n')


if __name__ == '__main__':
    main()
