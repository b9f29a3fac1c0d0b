import type { ReadingBase } from '../reading/reading.ts';
import type { Assessment, ReportDocument, ReportFinding, ReportHeader, ReportImage } from './document.ts';

export const disclaimer =
  'This report is generated automatically and should be reviewed by a qualified medical professional.';
export const researchNotice = 'Research use only. Not for primary diagnosis.';
export const notSpecified = 'Not specified';
/** The note of a finding that a reply leaves out. */
export const unread = 'Not assessed: the response says nothing of it.';

/** The image, and the same with what was found. */
export const drawnImages: readonly ReportImage[] = [
  { role: 'original', label: 'Original Image' },
  { role: 'segmented', label: 'Segmented Image' },
];

/** Of the module that read. */
interface Manifest {
  readonly id: string;
  readonly pdfFileName: string;
}

interface Parts extends Pick<ReportDocument, 'title' | 'images'> {
  readonly manifest: Manifest;
  readonly findings: readonly ReportFinding[];
  readonly conclusion: string | null;
  readonly assessment: Assessment;
}

/** The report of one image; one that is not legible has no findings and no impression. */
export function imageDocument({ legible }: ReadingBase, header: ReportHeader, parts: Parts): ReportDocument {
  const { manifest, findings, conclusion, ...others } = parts;
  return {
    ...others,
    module: manifest.id,
    header,
    findings: legible ? findings : [],
    ...(legible && { diagnosis: { heading: 'Impression', text: conclusion ?? '' } }),
    disclaimer,
    notice: researchNotice,
    fileName: fileNameOf(manifest, header),
  };
}

/** As a patient's document is saved, its time still to be filled in. */
export function fileNameOf(
  { pdfFileName }: Pick<Manifest, 'pdfFileName'>,
  { patientId }: ReportHeader,
): string {
  return pdfFileName.replace('{patientId}', patientId?.trim() || 'N-A');
}

/** Sentences below the findings; "Pending analysis" of what is not legible. */
export function assessmentOf({ legible, rules }: ReadingBase, comments: readonly string[]): Assessment {
  if (!legible) return { heading: 'Assessment', comments: ['Pending analysis'], trace: [] };
  const trace = rules.map(({ text }) => text);
  return { heading: 'Assessment', comments: comments.length > 0 ? comments : [notSpecified], trace };
}
