/**
 * Whether the same head in another window gets the same report: `npx tsx
 * training/brain-ct/engine/window-agreement.ts DATA SETS OUT`. SETS holds what `rewindow.py eight` wrote of
 * the DICOM sets (SETS/rsna, SETS/aisd); each picture is compared with the Hounsfield units it came from.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { hasBleeding } from '../../../analyses/brain-ct/engine/findings/bleeding-words.ts';
import { isShifted } from '../../../analyses/brain-ct/engine/findings/signs.ts';
import { measure } from '../../../analyses/brain-ct/engine/measure/measure.ts';
import type { Measurements } from '../../../analyses/brain-ct/engine/measure/measurements.ts';
import { prepare } from '../../../analyses/brain-ct/engine/prepare.ts';
import { context } from '../../../analyses/study.test-support.ts';
import { readStudy } from '../../engine/read-study.ts';

const [data = '', sets = '', out = ''] = process.argv.slice(2);
const sources = { rsna: 'rsna_dicom', aisd: 'aisd_dicom' } as const;

async function read(path: string): Promise<Measurements | undefined> {
  const study = await readStudy(path);
  const prepared = prepare(study);
  return prepared.seen().upright === undefined ? undefined : measure(prepared, context);
}

interface Compared {
  readonly file: string;
  readonly window: string;
  readonly probability: readonly [hu: number, picture: number];
  readonly named: boolean;
  readonly level: boolean;
  readonly shift: boolean;
  readonly evans: number | null;
  readonly widthError: number | null;
  readonly review: boolean;
}

function compared(file: string, window: string, hu: Measurements, picture: Measurements): Compared {
  const [a, b] = [hu.csf?.evansIndex, picture.csf?.evansIndex];
  const width = Number(window.split('/')[0]);
  const found = picture.density.window?.width;
  return {
    file,
    window,
    probability: [hu.bleeding.probability, picture.bleeding.probability],
    named: hasBleeding(hu) === hasBleeding(picture),
    level: hu.level === picture.level,
    shift: isShifted(hu) === isShifted(picture),
    evans: a === undefined || b === undefined ? null : Math.abs(a - b),
    widthError: found === undefined ? null : Math.abs(Math.log(found / width)),
    review: picture.unlike.length > 0,
  };
}

const share = (rows: readonly Compared[], holds: (row: Compared) => boolean): number =>
  Number((rows.filter(holds).length / Math.max(1, rows.length)).toFixed(4));

function summary(rows: readonly Compared[]) {
  const change = (row: Compared) => Math.abs(row.probability[0] - row.probability[1]);
  const changes = rows.map(change).sort((a, b) => a - b);
  return {
    pictures: rows.length,
    named_alike: share(rows, ({ named }) => named),
    level_alike: share(rows, ({ level }) => level),
    shift_alike: share(rows, ({ shift }) => shift),
    all_three_alike: share(rows, ({ named, level, shift }) => named && level && shift),
    probability_within_0_05: share(rows, (row) => change(row) <= 0.05),
    median_change_of_probability: Number((changes[Math.floor(changes.length / 2)] ?? 0).toFixed(4)),
    put_up_for_review: share(rows, ({ review }) => review),
  };
}

const rows: Compared[] = [];
for (const [set, source] of Object.entries(sources)) {
  const known = new Map<string, Measurements | undefined>();
  for (const line of readFileSync(`${sets}/${set}/labels.csv`, 'utf8').trim().split('\n').slice(1)) {
    const [picture = '', file = '', width, centre] = line.split(',');
    if (!known.has(file)) known.set(file, await read(`${data}/${source}/${file}`));
    const [hu, shown] = [known.get(file), await read(`${sets}/${set}/${picture}`)];
    if (hu !== undefined && shown !== undefined) rows.push(compared(file, `${width}/${centre}`, hu, shown));
  }
}
const windows = [...new Set(rows.map(({ window }) => window))];
const inside = rows.filter(({ level, review }) => level || !review);
const result = {
  all: summary(rows),
  not_for_review: summary(inside.filter(({ review }) => !review)),
  by_window: Object.fromEntries(windows.map((w) => [w, summary(rows.filter(({ window }) => window === w))])),
};
writeFileSync(out, `${JSON.stringify(result, null, 2)}\n`);
writeFileSync(out.replace('.json', '-rows.json'), JSON.stringify(rows));
console.log(JSON.stringify(result.all), JSON.stringify(result.not_for_review));
