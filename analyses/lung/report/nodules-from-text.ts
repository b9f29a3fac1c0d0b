import type { Side } from '@second-read/core/reading/finding';
import type { Measurement } from '@second-read/core/reading/measurement';
import { type ReportText, stringOf } from '@second-read/core/report/report-text';
import { stateFrom, unsaid } from '@second-read/core/report/state-from-text';
import { flagFrom, percentFrom } from '@second-read/core/report/text-values';
import {
  type NoduleDescriptors,
  type NoduleFinding,
  noduleKinds,
  sizeRows,
  textures,
  thirds,
} from '../reading/schema.ts';

/** The likeliest nodule from the fields of the reply, further ones from the comment that tells of each. */
export function nodulesFrom(text: ReportText): NoduleFinding[] {
  const best = bestNodule(text);
  if (best.state !== 'found') return [best];
  return [best, ...text.comments.flatMap(nodulesOfSentence)];
}

function bestNodule(text: ReportText): NoduleFinding {
  const stated = stateFrom(text, 'nodule', percentFrom(text, 'nodule_confidence'));
  const base = { ...unsaid, id: 'nodule-1', type: 'nodule' as const };
  const wasLookedFor = flagFrom(text, 'nodule_assessed') !== false;
  if (stated.state !== 'found' && !wasLookedFor) {
    return { ...base, state: 'not_assessed', reason: 'organ_not_found', certainty: null, descriptors: null };
  }
  if (stated.state === 'not_assessed') return { ...base, ...stated, descriptors: null };
  const place = stringOf(text, 'region_affected') ?? '';
  return {
    ...base,
    ...stated,
    ...(stated.state === 'found' && { told: toldOf(text) }),
    side: sideOf(place),
    descriptors: {
      kind: wordOf(noduleKinds, stringOf(text, 'nodule_kind')),
      texture: wordOf(textures, stringOf(text, 'nodule_type')),
      third: thirdOf(place),
      near: borderOf(place),
      sizeRow: wordOf(sizeRows, /^(\w+) \(/.exec(stringOf(text, 'lung_rads_size') ?? '')?.[1]),
    },
    measurements: [...diameterOf(stringOf(text, 'nodule_size')), ...extentOf(stringOf(text, 'volume'))],
  };
}

/** The words of each by their key in the reply. */
const toldKeys = ['nodule_kind', 'nodule_size', 'nodule_type', 'region_affected', 'volume', 'lung_rads_size'];

function toldOf(text: ReportText): Record<string, string> {
  const words = toldKeys.map((key) => [key, stringOf(text, key)] as const);
  return Object.fromEntries(words.filter((entry): entry is [string, string] => entry[1] !== null));
}

const sentence =
  /^(Nodule|Mass) (\d+): ([\w-]+), mean diameter ([\d.]+ \w+)[^,]*, (.+) \(model score ([\d.]+) %\)\.$/;

/** As the engine words it; the first has its own fields. */
function nodulesOfSentence(words: string): NoduleFinding[] {
  const [, kind, number = '1', texture, diameter, place = '', score] = sentence.exec(words) ?? [];
  if (kind === undefined || Number(number) < 2) return [];
  const descriptors: NoduleDescriptors = {
    kind: wordOf(noduleKinds, kind.toLowerCase()),
    texture: wordOf(textures, texture),
    third: thirdOf(place),
    near: borderOf(place),
    sizeRow: null,
  };
  return [
    {
      ...unsaid,
      id: `nodule-${Number(number)}`,
      type: 'nodule',
      state: 'found',
      reason: null,
      certainty: Math.min(100, Number(score)),
      side: sideOf(place),
      descriptors,
      measurements: diameterOf(diameter ?? null),
    },
  ];
}

/** The enum value that these words stand for. */
function wordOf<T extends string>(values: readonly T[], words: string | null | undefined): T | null {
  return values.find((value) => value === words?.replace(/[\s-]/g, '_')) ?? null;
}

function sideOf(place: string): Side | null {
  const side = /^(right|left) lung/i.exec(place)?.[1]?.toLowerCase();
  return side === 'right' || side === 'left' ? side : null;
}

function thirdOf(place: string) {
  return wordOf(thirds, /lung, (\w+) third/.exec(place)?.[1]);
}

function borderOf(place: string): NoduleDescriptors['near'] {
  const border = /, near the (chest wall|hilum|mediastinum)/.exec(place)?.[1];
  return border === undefined ? null : border === 'chest wall' ? 'chest_wall' : 'mediastinum';
}

/** "9.4 mm" or "14.2 px (pixel size unknown)" */
function diameterOf(words: string | null): Measurement[] {
  const [, value, unit] = /^(\d+(?:\.\d+)?) (mm|px)/.exec(words ?? '') ?? [];
  if (value === undefined) return [];
  return [
    { quantity: 'mean_diameter', value: Number(value), unit: unit === 'mm' ? 'mm' : 'px', method: null },
  ];
}

const bySliceThickness = '(area × slice thickness)';

/** "310 mm³", with how it was had, or the area where no volume can be measured. */
function extentOf(words: string | null): Measurement[] {
  const [, volume] = /^(\d+) mm³/.exec(words ?? '') ?? [];
  const method = words?.includes(bySliceThickness) ? 'area_times_slice_thickness' : null;
  if (volume !== undefined) return [{ quantity: 'volume', value: Number(volume), unit: 'mm3', method }];
  const [, area, unit] = /\(area (\d+(?:\.\d+)?) (mm|px)²\)/.exec(words ?? '') ?? [];
  if (area === undefined) return [];
  return [{ quantity: 'area', value: Number(area), unit: unit === 'mm' ? 'mm2' : 'px2', method: null }];
}
