import { placeName } from '../../exam/report/slice-words.ts';
import type { StoredExam } from '../../exam/stored-exam.ts';
import { capitalized } from '../../report/sentences.ts';
import { type MeasuredValue, measuredValues } from './measured-values.ts';
import type { DrawnMeasurement, ImagePlace, ReaderMeasurement } from './reader-measurement.ts';

/** How lengths and areas are written; documents have millimeters, a screen what its account reads. */
export interface LengthWords {
  readonly length: (mm: number) => string;
  readonly area: (mm2: number) => string;
}

const metric: LengthWords = {
  length: (mm) => `${mm.toFixed(1)} mm`,
  area: (mm2) => `${mm2.toFixed(1)} mm²`,
};

/** What a measurement says, line by line: "Mean 40.1 HU, SD 3.2", "Min 31, max 52 HU", "Area 98.1 mm²". */
export function measurementLines(drawn: DrawnMeasurement, words: LengthWords = metric): readonly string[] {
  const values = measuredValues(drawn);
  const where = drawn.atDetector ? ' at the detector' : '';
  const of = (name: MeasuredValue['statistic'] | MeasuredValue['quantity']) =>
    values.find(({ quantity, statistic }) => (statistic ?? quantity) === name) ?? noValue;
  switch (drawn.tool) {
    case 'length':
      return [
        drawn.pixelMm ? words.length(of('length').value) + where : `${fixed(of('length'))} px (no spacing)`,
      ];
    case 'angle':
      return [`${fixed(of('angle'))}°`];
    case 'ellipse':
      return [
        `Mean ${withUnit(fixed(of('mean')), drawn)}, SD ${fixed(of('sd'))}`,
        `Min ${of('min').value}, max ${withUnit(String(of('max').value), drawn)}`,
        `Area ${drawn.pixelMm ? words.area(of('area').value) + where : `${of('area').value.toFixed(0)} px² (no spacing)`}`,
      ];
    case 'arrow':
      return drawn.text === '' ? [] : [drawn.text];
    case 'probe': {
      const [{ x, y }] = drawn.points;
      return [probeWords(drawn), `x ${Math.floor(x)}, y ${Math.floor(y)}`];
    }
  }
}

const noValue = { value: 0 };
const fixed = ({ value }: { readonly value: number }) => value.toFixed(1);
const withUnit = (value: string, { unit }: { readonly unit: 'HU' | '' }) =>
  unit === '' ? value : `${value} ${unit}`;

function probeWords(drawn: DrawnMeasurement & { readonly tool: 'probe' }): string {
  const [red, green, blue] = drawn.values;
  return green === undefined ? withUnit(String(red), drawn) : `R ${red} G ${green} B ${blue}`;
}

const planeNames = { axial: 'Axial', coronal: 'Coronal', sagittal: 'Sagittal' } as const;

/** "Slice 12 (image 45)", "Right MLO", "Coronal plane 121 (10 mm slab, maximum)"; "Image" of a single one. */
export function imageName({ slice, cut }: ImagePlace, exam: StoredExam | undefined): string {
  if (cut !== undefined) {
    const slab = cut.slabMm > 0 ? ` (${cut.slabMm} mm slab, ${cut.projection ?? 'maximum'})` : '';
    return `${planeNames[cut.plane]} plane ${cut.across + 1}${slab}`;
  }
  return slice === undefined || exam === undefined ? 'Image' : capitalized(placeName(slice, exam));
}

/** A line of a report for each: "Slice 12 (image 45), length" and "23.4 mm". */
export function measurementRows(
  measurements: readonly ReaderMeasurement[],
  exam: StoredExam | undefined,
): [name: string, value: string][] {
  return measurements.map((each) => [
    `${imageName(each.image, exam)}, ${each.tool}`,
    measurementLines(each).join('; ') || 'Without text',
  ]);
}
