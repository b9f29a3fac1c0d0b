import type { WireFields } from '@second-read/core/analysis/report-module';
import { numberOf, type ReportText, readReportText, stringOf } from '@second-read/core/report/report-text';
import { flagFrom, percentFrom } from '@second-read/core/report/text-values';
import type { LungReading } from '../reading/schema.ts';
import { nodulesFrom } from './nodules-from-text.ts';
import { anyOpacityFrom, opacitiesFrom } from './opacities-from-text.ts';

/**
 * The reading of a reply of the specification: what was stored before there were readings, or what another
 * server says. Never throws; what is missing or malformed is null or not assessed, and a reply that says
 * nothing is not legible.
 */
export function readingFromWire(wire: WireFields): LungReading {
  const text = readReportText(wire.report_text);
  const legible = text.values.size > 0;
  return {
    module: 'lung',
    version: 1,
    origin: 'wire',
    legible,
    findings: legible ? [...nodulesFrom(text), ...opacitiesFrom(text)] : [],
    rules: text.trace.map((rule) => ({ id: null, values: {}, text: rule })),
    facts: {
      nodules: countFrom(text),
      anyOpacity: anyOpacityFrom(text),
      opacityShare: percentFrom(text, 'opacity_share'),
      opacityShareLeft: percentFrom(text, 'opacity_share_left'),
      opacityShareRight: percentFrom(text, 'opacity_share_right'),
    },
    input: {
      gate: null,
      spacingKnown: spacingFrom(text),
      extent: extentFrom(text),
      window: windowFrom(text),
      pose: poseFrom(text),
      quantity: null,
    },
    texts: { conclusion: stringOf(text, 'impression'), comments: [...text.comments] },
  };
}

function countFrom(text: ReportText): number | null {
  const count = numberOf(text, 'nodule_count');
  return count !== null && Number.isInteger(count) && count >= 0 ? count : null;
}

/** A size in pixels says that the file gave no spacing; without a nodule nothing says it. */
function spacingFrom(text: ReportText): boolean | null {
  const unit = /^[\d.]+ (mm|px)/.exec(stringOf(text, 'nodule_size') ?? '')?.[1];
  return unit === undefined ? null : unit === 'mm';
}

/** Of a crop opacities are not assessed, and nodules are. */
function extentFrom(text: ReportText): LungReading['input']['extent'] {
  if (flagFrom(text, 'nodule_assessed') === false) return 'slice';
  if (flagFrom(text, 'opacity_assessed') === false) return 'crop';
  return flagFrom(text, 'ground_glass') === null ? null : 'slice';
}

function windowFrom(text: ReportText): LungReading['input']['window'] {
  if (flagFrom(text, 'nodule') !== false) return null;
  switch (stringOf(text, 'nodule_kind')) {
    case 'mass':
      return 'lungs_black';
    case 'nodule or mass':
      return 'readable';
    default:
      return null;
  }
}

function poseFrom(text: ReportText): LungReading['input']['pose'] {
  const place = stringOf(text, 'region_affected') ?? '';
  if (place.includes('(side uncertain')) return 'turned';
  return /^(Right|Left) lung, /.test(place) ? 'upright' : null;
}
