import type { ReportReply } from '@second-read/contract/reports';
import type { ReportDocument } from '@second-read/core/report/document';
import { sentencesOf } from '@second-read/core/report/sentences';
import { formatExam } from '../../../ui/format/format-date.ts';
import { visibleText } from '../../../ui/format/visible-text.ts';

/** What a signature is about, in words. */
export interface SignSubject {
  /** ID and, where it is kept, the name. */
  readonly patient: string;
  readonly isGenerated: boolean;
  readonly exam: string;
  readonly module: string;
  /** Null where the module has none. */
  readonly category: string | null;
  readonly conclusion: string;
  /** Address of the image that is shown; undefined until it is there. */
  readonly picture: string | undefined;
}

/** @param document as the report would be signed now */
export function signSubject(
  reply: ReportReply,
  document: ReportDocument,
  { module, picture }: Pick<SignSubject, 'module' | 'picture'>,
): SignSubject {
  const { exam, details = [] } = document.header;
  const { diagnosis, assessment } = document;
  const name = details.find(([label]) => label === 'Patient')?.[1];
  return {
    patient: [reply.patient_id, ...(name === undefined ? [] : [name])].map(visibleText).join(', '),
    isGenerated: reply.patient_id_generated === true,
    exam: exam ? formatExam(exam) : 'Date not in the file',
    module,
    category: assessment?.category ? `${assessment.category.label}: ${assessment.category.words}` : null,
    conclusion: leadOf(diagnosis?.text) ?? assessment?.category?.words ?? assessment?.comments[0] ?? 'None',
    picture,
  };
}

/** The first sentence: what else the report says is behind the dialog. A text in lines is a reader's own. */
function leadOf(text: string | undefined): string | undefined {
  return text?.includes('\n') ? text : text && sentencesOf(text)[0];
}
