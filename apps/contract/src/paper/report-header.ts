import type { ReportHeader } from '@second-read/core/report/document';
import { partOf } from '@second-read/core/report/part-of';
import type { ReportReply } from '../reports.ts';

/** The header of a printed report. */
export function reportHeader(reply: ReportReply): ReportHeader {
  const { full_name, username } = reply.analyzed_by ?? {};
  const { exam_date: date, exam_time: time, instance_number: instanceNumber, ...others } = reply.study;
  const { exam_slices: examSlices, ...study } = others;
  const part = partOf({
    ...study,
    ...(instanceNumber !== undefined && { instanceNumber }),
    ...(examSlices !== undefined && { examSlices }),
  });
  return {
    reportId: reply.id,
    patientId: reply.patient_id,
    ...personOf(reply.study),
    ...detailsOf(reply.study),
    createdAt: reply.created_at,
    analysedBy: full_name || username || null,
    ...(date !== undefined && { exam: { date, time } }),
    ...(part !== undefined && { part }),
    ...widthOf(reply.study),
  };
}

const sexWords = { M: 'male', F: 'female', O: 'other sex' } as const;
const ageUnits: Readonly<Record<string, readonly [one: string, many: string]>> = {
  D: ['day', 'days'],
  W: ['week', 'weeks'],
  M: ['month', 'months'],
  Y: ['year', 'years'],
};

/** "54 years, female": `054Y` and `F` of the file. */
function personOf({
  patient_age: age,
  patient_sex: sex,
}: ReportReply['study']): Pick<ReportHeader, 'person'> {
  const [one = '', many = ''] = ageUnits[age?.at(-1) ?? ''] ?? [];
  const count = Number.parseInt(age ?? '', 10);
  const ageWords = many === '' || Number.isNaN(count) ? [] : [`${count} ${count === 1 ? one : many}`];
  const words = [...ageWords, ...(sex ? [sexWords[sex]] : [])];
  return words.length === 0 ? {} : { person: words.join(', ') };
}

/** `Doe^Ann` as "Doe Ann"; the first group that says something of several is enough to read. */
function detailsOf(study: ReportReply['study']): Pick<ReportHeader, 'details'> {
  const name = (text: string | undefined) => text?.replaceAll('=', ' = ').replaceAll(/\^+/g, ' ').trim();
  const birthDate = study.patient_birth_date?.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  const rows = [
    ['Patient', name(study.patient_name)],
    ['Born', birthDate],
    ['Accession number', study.accession_number],
    ['Referring physician', name(study.referring_physician)],
    ['Study', study.study_description],
  ] as const;
  const details = rows.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
  return details.length === 0 ? {} : { details };
}

/** Of a calibrated picture. What a mammogram's file tells is the size on the detector, not in the breast. */
function widthOf({ width, spacing_mm: spacing }: ReportReply['study']): Pick<ReportHeader, 'widthMm'> {
  return spacing?.kind === 'calibrated' ? { widthMm: width * spacing.x } : {};
}
