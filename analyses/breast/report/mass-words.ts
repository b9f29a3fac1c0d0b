import { measured } from '@second-read/core/reading/measurement';
import type { ReportDetail } from '@second-read/core/report/document';
import { percentText } from '@second-read/core/report/percent';
import {
  type BreastFinding,
  type BreastReading,
  margins,
  massDensities,
  massShapes,
  type Place,
} from '../reading/schema.ts';
import { placeWords } from './place-words.ts';

export type MassFinding = Extract<BreastFinding, { type: 'mass' }>;

export const borderWords = 'reaches the image border, may not be shown whole';

/** Those that a report tells of, the likeliest first. */
export function foundMasses({ findings }: BreastReading): MassFinding[] {
  return findings.flatMap((finding) =>
    finding.type === 'mass' && finding.state === 'found' ? [finding] : [],
  );
}

/** The numbers by which the specification names the descriptors; 0: none. */
export function massNumbers({ descriptors }: MassFinding) {
  const numberOf = <T>(values: readonly T[], value: T | null | undefined) =>
    value == null ? 0 : values.indexOf(value) + 1;
  return {
    definition: numberOf(margins, descriptors?.margin),
    density: numberOf(massDensities, descriptors?.density),
    shape: numberOf(massShapes, descriptors?.shape),
  };
}

/** "central, middle depth", or that it was not measured. */
export function massPlaceWords(place: Place | null | undefined): string {
  return place ? placeWords(place) : 'place not measured';
}

/** The same of a mass within a report: in the words of the reply where those are none of ours. */
export function massPlaceIn({ origin, reviewed }: BreastReading, mass: MassFinding): string | null {
  const { told, descriptors } = mass;
  if (told?.place !== undefined) return told.place;
  const isUntold = origin === 'wire' && reviewed !== true && !descriptors?.place;
  return isUntold ? null : massPlaceWords(descriptors?.place);
}

/** "high-density irregular mass with spiculated margin": the words of the BI-RADS lexicon, as dictated. */
export function massKind(descriptors: MassFinding['descriptors']): string {
  const { density, shape, margin } = descriptors ?? {};
  const kind = [density && `${density}-density`, shape, 'mass'].filter(Boolean).join(' ');
  return margin ? `${kind} with ${margin} margin` : kind;
}

/**
 * "Mass 1": "high irregular mass with spiculated margin, 14.2 mm, … (model score 87.4 %, for malignancy 61.0
 * %)."
 */
export function massDetail(mass: MassFinding, at: number): ReportDetail {
  const said = [
    massKind(mass.descriptors),
    sizeWords(mass),
    massPlaceWords(mass.descriptors?.place),
    mass.descriptors?.atBorder ? borderWords : null,
  ].filter(Boolean);
  const malignancy = measured(mass.measurements, 'malignancy', 'percent');
  const [lesion = null, malignant = null] = [mass.certainty, malignancy].map((each) =>
    each === null ? null : percentText(each),
  );
  const scores =
    lesion !== null && lesion === malignant
      ? [`model score for malignancy ${lesion}`]
      : [lesion && `model score ${lesion}`, malignant && `for malignancy ${malignant}`].filter(Boolean);
  const value = `${said.join(', ')}${scores.length === 0 ? '' : ` (${scores.join(', ')})`}.`;
  return { label: `Mass ${at + 1}`, value };
}

function sizeWords({ measurements }: MassFinding): string | null {
  const mm = measured(measurements, 'longest_diameter', 'mm');
  if (mm !== null) return `${mm.toFixed(1)} mm`;
  const px = measured(measurements, 'longest_diameter', 'px');
  if (px === null) return null;
  const estimated = measured(measurements, 'estimated_diameter', 'mm');
  if (estimated !== null) return `${px} px (about ${estimated} mm)`;
  const share = measured(measurements, 'share_of_breast_width', 'percent');
  return share === null ? `${px} px` : `${px} px, ${share.toFixed(0)} % of the breast width`;
}
