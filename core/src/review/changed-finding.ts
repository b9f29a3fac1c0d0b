import { sides } from '../reading/finding.ts';
import type { Outline } from '../reading/outline.ts';
import type { AnyFinding, AnyReading } from '../reading/reading.ts';
import { type ChangeOf, type CodedValue, sideDescriptor } from './change.ts';
import { withSliceOutline } from './exam/slice-outlines.ts';
import { type Measured, withMeasurement } from './measure.ts';
import { outlineMeasures, type Spacing } from './outline-measures.ts';
import { outlineRegion } from './outline-region.ts';
import type { ReviewModule } from './review-module.ts';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** In millimeters; null or missing where the file gives none. */
  readonly spacingMm?: Spacing | null;
}

export interface Setting {
  readonly module: ReviewModule;
  readonly picture: Picture;
  readonly machine: AnyReading;
}

/** With what a change says of it. */
export function modified(
  finding: AnyFinding,
  change: ChangeOf<'describe' | 'measure' | 'outline'>,
  setting: Setting,
): AnyFinding {
  const { module } = setting;
  switch (change.kind) {
    case 'describe':
      return described(finding, change.descriptor, change.to, module);
    case 'measure': {
      const { name: quantity, to: value, unit } = change;
      return measuredBy(finding, { quantity, value, unit }, module);
    }
    case 'outline':
      return outlined(finding, { outline: change.to, slice: change.slice }, setting);
  }
}

export function measuredBy(finding: AnyFinding, measured: Measured, module: ReviewModule): AnyFinding {
  const measurements = withMeasurement(finding.measurements, measured);
  return module.measured({ ...finding, measurements }, measured.quantity);
}

interface Drawn {
  readonly outline: Outline;
  /** Of an exam. */
  readonly slice: number | undefined;
}

/** With the region, and with what the module measures by it; of an exam with the outline on its slice. */
export function outlined(
  finding: AnyFinding,
  { outline, slice }: Drawn,
  { module, picture, machine }: Setting,
): AnyFinding {
  if (slice !== undefined) {
    const drawn = withSliceOutline(finding, slice, outline);
    return module.seenOn?.(drawn) ?? drawn;
  }
  const placed = { ...finding, region: outlineRegion(outline, picture) };
  const measures = outlineMeasures(outline, picture.spacingMm ?? null);
  return module.outlined?.(placed, measures, { outline, picture, machine }) ?? placed;
}

export function described(
  finding: AnyFinding,
  name: string,
  value: CodedValue,
  module: ReviewModule,
): AnyFinding {
  return name === sideDescriptor
    ? { ...finding, side: sides.find((side) => side === value) ?? null }
    : module.described(finding, name, value);
}

/** A rejected finding says nothing of what was measured on it. */
export function without({ told: _, ...finding }: AnyFinding): AnyFinding {
  return {
    ...finding,
    ...{ state: 'not_found', reason: null, certainty: null },
    measurements: [],
    region: null,
  };
}
