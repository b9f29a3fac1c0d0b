import { code } from '../../reading/code.ts';
import { calibratedSpacing, type ExportRecord } from '../export-record.ts';
import {
  categoryCode,
  detectionCodes,
  type ExportedDetail,
  type ExportedFinding,
  findingSentences,
  plainRows,
} from '../exported-finding.ts';
import { exportedQuantity } from '../exported-quantity.ts';
import type { Region } from '../regions.ts';
import { byMachineAlone, flagsOf } from '../verification.ts';
import type { Reference } from './references.ts';
import { concept, fhirText, type Json, quantity, type Resource } from './resource.ts';

const imagingCategory: Json = {
  coding: [
    {
      system: 'http://terminology.hl7.org/CodeSystem/observation-category',
      code: 'imaging',
      display: 'Imaging',
    },
  ],
};

function observation(record: ExportRecord, at: Reference, fields: Record<string, Json>): Resource {
  return {
    resourceType: 'Observation',
    status: flagsOf(record.verification ?? byMachineAlone).fhir,
    category: [imagingCategory],
    subject: { reference: at('patient') },
    effectiveDateTime: record.createdAt,
    device: { reference: at('device') },
    derivedFrom: [{ reference: at('imaging-study') }],
    bodySite: concept(record.coding.region),
    ...fields,
  };
}

/** Whether a finding was detected, how surely, and its descriptors; what was not looked for has no value. */
export function findingObservation(record: ExportRecord, line: ExportedFinding, at: Reference): Resource {
  const { detection } = line;
  const sentences = findingSentences(line);
  const components = [
    ...(line.certainty === null ? [] : [certainty(line.certainty)]),
    ...line.details.flatMap(detailComponent),
    ...line.measurements.map(measured),
  ];
  return observation(record, at, {
    code: concept(line.concept),
    ...(detection === 'not-assessed'
      ? { dataAbsentReason: absent('not-performed', 'Not Performed') }
      : { valueCodeableConcept: concept(detectionCodes[detection]) }),
    ...(sentences.length > 0 && { note: sentences.map((text) => ({ text: fhirText(text) })) }),
    ...(components.length > 0 && { component: components }),
  });
}

function measured(measurement: ExportedFinding['measurements'][number]): Json {
  const { concept: measuredConcept, value, unit } = exportedQuantity(measurement);
  return { code: concept(measuredConcept), valueQuantity: quantity(value, unit) };
}

function certainty(percent: number): Json {
  return {
    code: concept(code('111012', 'DCM', 'Certainty of Finding')),
    valueQuantity: quantity(percent, code('%', 'UCUM', '%')),
  };
}

/** Descriptors that the module has a concept for; the others stand in the notes. */
function detailComponent({ coded }: ExportedDetail): Json[] {
  return coded ? [{ code: concept(coded.concept), valueCodeableConcept: concept(coded.value) }] : [];
}

function absent(reason: string, display: string): Json {
  const system = 'http://terminology.hl7.org/CodeSystem/data-absent-reason';
  return { coding: [{ system, code: reason, display }] };
}

/** The area of one class of the label map: in mm² where pixels are calibrated, else in pixels. */
export function regionObservation(record: ExportRecord, region: Region, at: Reference): Resource {
  const spacing = calibratedSpacing(record);
  const { type } = region.coding;
  const area = spacing
    ? quantity(
        Number((region.pixels * spacing.x * spacing.y).toFixed(2)),
        code('mm2', 'UCUM', 'square millimetre'),
      )
    : quantity(region.pixels, code('{pixels}', 'UCUM', 'pixels'));
  return observation(record, at, {
    code: { coding: [codingOfArea], text: fhirText(`Area of ${region.label}`) },
    valueQuantity: area,
    component: [{ code: concept(code('121071', 'DCM', 'Finding')), valueCodeableConcept: concept(type) }],
  });
}

const codingOfArea: Json = { system: 'http://snomed.info/sct', code: '42798000', display: 'Area' };

/** The assessment category, and the lines of a table that word no finding. */
export function assessmentObservations(record: ExportRecord, at: Reference): Resource[] {
  const { assessment } = record.document;
  const category = assessment?.category;
  const coded = categoryCode(record);
  const rows = plainRows(record).map(([label, value]) =>
    observation(record, at, { code: { text: fhirText(label) }, valueString: fhirText(value) }),
  );
  if (!category || !coded) return rows;
  const assessed = observation(record, at, {
    code: concept(code('111005', 'DCM', 'Assessment Category')),
    valueCodeableConcept: concept(coded),
    note: [{ text: fhirText(`${category.label}: ${category.words}. ${category.management}`) }],
  });
  return [assessed, ...rows];
}
