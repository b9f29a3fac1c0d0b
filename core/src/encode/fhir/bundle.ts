import type { LabelMap } from '../../pixels/plane.ts';
import { fhirExamTime } from '../../report/exam-time.ts';
import type { ExportRecord } from '../export-record.ts';
import { categoryCode, exportedFindings, partSentence } from '../exported-finding.ts';
import { regionsOf } from '../regions.ts';
import { byMachineAlone, flagsOf, isVerified, standingSentence } from '../verification.ts';
import { imagingStudy, media } from './imaging.ts';
import { assessmentObservations, findingObservation, regionObservation } from './observations.ts';
import { type Reference, resourceAddresses } from './references.ts';
import { concept, fhirText, type Json, type Resource } from './resource.ts';

export interface FhirBundle extends Resource {
  readonly resourceType: 'Bundle';
  readonly entry: readonly { readonly fullUrl: string; readonly resource: Resource }[];
}

/**
 * The report as a collection of FHIR R4 resources: a DiagnosticReport with its status, an Observation for
 * each finding, region and line of the assessment, the ImagingStudy of the exported DICOM instances and their
 * Media.
 */
export function fhirBundle(record: ExportRecord, labels: LabelMap): FhirBundle {
  const at = resourceAddresses(record);
  const regions = regionsOf(record, labels);
  const observations = [
    ...exportedFindings(record).map((line) => findingObservation(record, line, at)),
    ...regions.map((region) => regionObservation(record, region, at)),
    ...assessmentObservations(record, at),
  ].map((resource, index) => ({ fullUrl: at(`observation-${index + 1}`), resource }));
  const pictures = media(record, at);
  return {
    resourceType: 'Bundle',
    type: 'collection',
    timestamp: record.createdAt,
    entry: [
      {
        fullUrl: at('diagnostic-report'),
        resource: diagnosticReport(record, at, {
          observations: observations.map(({ fullUrl }) => fullUrl),
          media: pictures.map(({ fullUrl }) => fullUrl),
        }),
      },
      { fullUrl: at('patient'), resource: patient(record) },
      { fullUrl: at('organization'), resource: organization(record) },
      { fullUrl: at('device'), resource: device(record) },
      { fullUrl: at('imaging-study'), resource: imagingStudy(record, at, regions.length > 0) },
      ...pictures,
      ...observations,
    ],
  };
}

function diagnosticReport(
  record: ExportRecord,
  at: Reference,
  parts: { observations: readonly string[]; media: readonly string[] },
): Resource {
  const { verification = byMachineAlone } = record;
  const { assessment, diagnosis, notice, disclaimer, title, header } = record.document;
  const category = assessment?.category;
  const concluded = category?.severity === 'pending' ? undefined : category;
  const conclusion = [
    diagnosis?.text,
    concluded && `${concluded.label}: ${concluded.words}. ${concluded.management}`,
    ...(assessment?.comments ?? []),
    partSentence(header),
    notice,
    `${disclaimer} ${standingSentence(verification)}`,
  ];
  const coded = categoryCode(record);
  return {
    resourceType: 'DiagnosticReport',
    identifier: [
      { system: 'urn:ietf:rfc:3986', value: `urn:oid:${record.uid('report')}` },
      { value: record.reportId },
    ],
    status: flagsOf(verification).fhir,
    category: [
      {
        coding: [
          { system: 'http://terminology.hl7.org/CodeSystem/v2-0074', code: 'RAD', display: 'Radiology' },
        ],
      },
    ],
    code: { coding: [codingOfStudy], text: fhirText(title) },
    subject: { reference: at('patient') },
    effectiveDateTime: record.exam ? fhirExamTime(record.exam) : record.createdAt,
    issued: isVerified(verification) ? verification.signedAt : record.createdAt,
    performer: [{ reference: at('organization') }],
    ...(isVerified(verification) && {
      resultsInterpreter: [{ display: fhirText(verification.signedBy) }],
    }),
    result: parts.observations.map((reference) => ({ reference })),
    imagingStudy: [{ reference: at('imaging-study') }],
    media: parts.media.map((reference) => ({ link: { reference } })),
    conclusion: fhirText(conclusion.filter((text) => text !== undefined).join('\n')),
    ...(coded && { conclusionCode: [concept(coded)] }),
  };
}

const codingOfStudy: Json = {
  system: 'http://loinc.org',
  code: '18748-4',
  display: 'Diagnostic imaging study',
};

const genders: Readonly<Record<string, string>> = { M: 'male', F: 'female', O: 'other' };

/** The entered ID is written as it is, or not at all; the rest as far as the site keeps it. */
function patient({ patientId, kept = {}, archived }: ExportRecord): Resource {
  const name = archived?.patientName || kept.patientName;
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(kept.patientBirthDate ?? '') ?? [];
  const gender = genders[kept.patientSex ?? ''];
  const system = 'http://terminology.hl7.org/CodeSystem/v2-0203';
  const type = { coding: [{ system, code: 'MR', display: 'Medical record number' }] };
  return {
    resourceType: 'Patient',
    identifier: [{ type, value: patientId }],
    ...(name && { name: [humanName(name)] }),
    ...(gender && { gender }),
    ...(year && { birthDate: `${year}-${month}-${day}` }),
  };
}

/** The first group of a DICOM name: family, given, middle, prefix, suffix. */
function humanName(name: string): Json {
  const [group = ''] = name.split('=');
  const [family = '', given = '', middle = '', prefix = '', suffix = ''] = group.split('^').map(fhirText);
  const givens = [given, middle].filter((part) => part !== '');
  return {
    text: fhirText([prefix, given, middle, family, suffix].filter((part) => part !== '').join(' ')),
    ...(family !== '' && { family }),
    ...(givens.length > 0 && { given: givens }),
    ...(prefix !== '' && { prefix: [prefix] }),
    ...(suffix !== '' && { suffix: [suffix] }),
  };
}

/** Whether a patient ID can stand in a FHIR string as it is: those have no control characters. */
export function isFhirPatientId(patientId: string): boolean {
  return !/\p{Cc}/u.test(patientId);
}

function organization({ organisation }: ExportRecord): Resource {
  return { resourceType: 'Organization', name: fhirText(organisation) };
}

function device({ product }: ExportRecord): Resource {
  return {
    resourceType: 'Device',
    deviceName: [{ name: fhirText(product.name), type: 'user-friendly-name' }],
    version: [{ value: product.version }],
    note: [{ text: 'Research use only. Not for primary diagnosis.' }],
  };
}
