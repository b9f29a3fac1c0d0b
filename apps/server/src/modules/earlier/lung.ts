import {
  type LungFinding,
  type LungReading,
  type NoduleDescriptors,
  type NoduleFinding,
  noduleKinds,
  sizeRows,
  textures,
  thirds,
} from '@second-read/analyses/lung/reading/schema';
import { readingFromWire, sideOf } from '@second-read/analyses/lung/report/from-wire';
import type { WireFields } from '@second-read/core/analysis/report-module';
import type { Measurement } from '@second-read/core/reading/measurement';
import { type ReportText, readReportText, stringOf } from '@second-read/core/report/report-text';
import { unsaid } from '@second-read/core/report/state-from-text';
import { flagFrom } from '@second-read/core/report/text-values';

/** With what its words say of nodules, and of how the picture was taken. */
export function earlierLung(wire: WireFields): LungReading {
  const reading = readingFromWire(wire);
  const text = readReportText(wire.report_text);
  return {
    ...reading,
    findings: reading.findings.flatMap<LungFinding>((each) =>
      each.type === 'nodule' ? nodulesFrom(text, each) : [each],
    ),
    input: {
      ...reading.input,
      spacingKnown: spacingFrom(text),
      window: windowFrom(text),
      pose: poseFrom(stringOf(text, 'region_affected') ?? ''),
    },
  };
}

/** The likeliest nodule has fields of its own, further ones the comment that tells of each. */
function nodulesFrom(text: ReportText, best: NoduleFinding): NoduleFinding[] {
  if (best.descriptors === null) return [best];
  const place = stringOf(text, 'region_affected') ?? '';
  const first: NoduleFinding = {
    ...best,
    descriptors: {
      kind: wordOf(noduleKinds, stringOf(text, 'nodule_kind')),
      texture: wordOf(textures, stringOf(text, 'nodule_type')),
      third: thirdOf(place),
      near: borderOf(place),
      sizeRow: wordOf(sizeRows, /^(\w+) \(/.exec(stringOf(text, 'lung_rads_size') ?? '')?.[1]),
    },
    measurements: [...diameterOf(stringOf(text, 'nodule_size')), ...extentOf(stringOf(text, 'volume'))],
  };
  return first.state === 'found' ? [first, ...text.comments.flatMap(nodulesOfSentence)] : [first];
}

const sentence =
  /^(Nodule|Mass) (\d+): ([\w-]+), mean diameter ([\d.]+ \w+)[^,]*, (.+) \(model score ([\d.]+) %\)\.$/;

function nodulesOfSentence(words: string): NoduleFinding[] {
  const [, kind, number = '1', texture, diameter, place = '', score] = sentence.exec(words) ?? [];
  if (kind === undefined || Number(number) < 2) return [];
  return [
    {
      ...{ ...unsaid, id: `nodule-${Number(number)}`, type: 'nodule', state: 'found', reason: null },
      certainty: Math.min(100, Number(score)),
      side: sideOf(place),
      descriptors: {
        kind: wordOf(noduleKinds, kind.toLowerCase()),
        texture: wordOf(textures, texture),
        third: thirdOf(place),
        near: borderOf(place),
        sizeRow: null,
      },
      measurements: diameterOf(diameter ?? null),
    },
  ];
}

/** The enum value that these words stand for. */
function wordOf<T extends string>(values: readonly T[], words: string | null | undefined): T | null {
  return values.find((value) => value === words?.replace(/[\s-]/g, '_')) ?? null;
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

/** "310 mm³", with how it was had, or the area where no volume can be measured. */
function extentOf(words: string | null): Measurement[] {
  const [, volume] = /^(\d+) mm³/.exec(words ?? '') ?? [];
  const method = words?.includes('(area × slice thickness)') ? 'area_times_slice_thickness' : null;
  if (volume !== undefined) return [{ quantity: 'volume', value: Number(volume), unit: 'mm3', method }];
  const [, area, unit] = /\(area (\d+(?:\.\d+)?) (mm|px)²\)/.exec(words ?? '') ?? [];
  if (area === undefined) return [];
  return [{ quantity: 'area', value: Number(area), unit: unit === 'mm' ? 'mm2' : 'px2', method: null }];
}

/** A size in pixels says that the file gave no spacing; without a nodule nothing says it. */
function spacingFrom(text: ReportText): boolean | null {
  const unit = /^[\d.]+ (mm|px)/.exec(stringOf(text, 'nodule_size') ?? '')?.[1];
  return unit === undefined ? null : unit === 'mm';
}

function windowFrom(text: ReportText): LungReading['input']['window'] {
  const kind = flagFrom(text, 'nodule') === false ? stringOf(text, 'nodule_kind') : null;
  return kind === 'mass' ? 'lungs_black' : kind === 'nodule or mass' ? 'readable' : null;
}

function poseFrom(place: string): LungReading['input']['pose'] {
  if (place.includes('(side uncertain')) return 'turned';
  return /^(Right|Left) lung, /.test(place) ? 'upright' : null;
}
