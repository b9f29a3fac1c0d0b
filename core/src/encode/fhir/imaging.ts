import { fhirExamTime } from '../../report/exam-time.ts';
import { sopClasses } from '../dicom/common-modules.ts';
import { type ExportRecord, type InstanceName, instancesBySeries } from '../export-record.ts';
import type { Reference } from './references.ts';
import { concept, fhirText, type Json, type Resource } from './resource.ts';

const modalities: Readonly<Record<InstanceName, string>> = {
  picture: 'OT',
  capture: 'OT',
  segmentation: 'SEG',
  report: 'SR',
  'cad-report': 'SR',
  document: 'DOC',
  'key-objects': 'KO',
};

/**
 * The study of the DICOM instances that the same report is exported as, under the same UIDs; of an archived
 * picture its own study, with the series it belongs to. It began when its file says the exam was.
 */
export function imagingStudy(record: ExportRecord, at: Reference, hasSegments: boolean): Resource {
  const instances: InstanceName[] = record.slices
    ? [...(record.examSegments ? ['segmentation' as const] : []), 'report']
    : hasSegments
      ? ['picture', 'capture', 'segmentation', 'report']
      : ['picture', 'capture', 'report'];
  return {
    resourceType: 'ImagingStudy',
    identifier: [{ system: 'urn:dicom:uid', value: `urn:oid:${record.uid('study')}` }, ...accession(record)],
    ...referrer(record),
    status: 'available',
    subject: { reference: at('patient') },
    ...(record.exam && { started: fhirExamTime(record.exam) }),
    ...(!record.source && {
      ...(!record.exam && { started: record.createdAt }),
      numberOfSeries: instances.length,
      numberOfInstances: instances.length,
    }),
    procedureCode: [concept(record.coding.procedure)],
    description: fhirText(record.kept?.studyDescription ?? record.document.title),
    series: [
      ...sourceSeries(record),
      ...instances.map((instance, index) => ({
        uid: record.uid(`${instance}-series`),
        number: index + 1,
        modality: modality(modalities[instance]),
        numberOfInstances: 1,
        instance: [
          {
            uid: record.uid(instance),
            sopClass: { system: 'urn:ietf:rfc:3986', code: `urn:oid:${sopClasses[instance]}` },
            number: 1,
          },
        ],
      })),
    ],
  };
}

function accession({ kept }: ExportRecord): Json[] {
  if (!kept?.accessionNumber) return [];
  const system = 'http://terminology.hl7.org/CodeSystem/v2-0203';
  return [{ type: { coding: [{ system, code: 'ACSN' }] }, value: fhirText(kept.accessionNumber) }];
}

function referrer({ kept }: ExportRecord): { referrer?: Json } {
  const name = kept?.referringPhysician?.split('=')[0]?.replaceAll('^', ' ').trim();
  return name ? { referrer: { display: fhirText(name) } } : {};
}

/** The series that was read: of an exam with the slices that show its findings. */
function sourceSeries({ source, slices, coding }: ExportRecord): Json[] {
  if (slices && slices.length > 0) {
    return [...instancesBySeries(slices)].map(([uid, own]) => ({
      uid,
      modality: modality(coding.modality),
      instance: own.map(({ sopInstanceUid, sopClassUid }) => ({
        uid: sopInstanceUid,
        sopClass: { system: 'urn:ietf:rfc:3986', code: `urn:oid:${sopClassUid}` },
      })),
    }));
  }
  if (!source) return [];
  const { seriesUid, sopClassUid, sopInstanceUid } = source;
  const sopClass = { system: 'urn:ietf:rfc:3986', code: `urn:oid:${sopClassUid}` };
  return [
    { uid: seriesUid, modality: modality(coding.modality), instance: [{ uid: sopInstanceUid, sopClass }] },
  ];
}

function modality(value: string): Json {
  return { system: 'http://dicom.nema.org/resources/ontology/DCM', code: value };
}

/**
 * The analyzed image and the image with its findings, by the UIDs of their DICOM instances; none of an exam.
 */
export function media(record: ExportRecord, at: Reference): { fullUrl: string; resource: Resource }[] {
  if (record.slices) return [];
  return (['picture', 'capture'] as const).map((which) => ({
    fullUrl: at(`media-${which}`),
    resource: {
      resourceType: 'Media',
      identifier: [{ system: 'urn:dicom:uid', value: `urn:oid:${record.uid(which)}` }],
      status: 'completed',
      type: {
        coding: [
          { system: 'http://terminology.hl7.org/CodeSystem/media-type', code: 'image', display: 'Image' },
        ],
      },
      subject: { reference: at('patient') },
      createdDateTime: record.createdAt,
      bodySite: concept(record.coding.region),
      device: { reference: at('device') },
      height: record.study.height,
      width: record.study.width,
      content: {
        contentType: 'application/dicom',
        url: `urn:oid:${record.uid(which)}`,
        title: which === 'picture' ? 'Analyzed image' : 'Findings drawn into the image',
      },
    },
  }));
}
