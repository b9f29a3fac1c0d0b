import type { ReportHeader } from '@second-read/core/report/document';
import { formatExam } from '../../../ui/format-date.ts';
import { visibleText } from '../../../ui/visible-text.ts';
import classes from './PatientBanner.module.css';

interface PatientBannerProps {
  header: ReportHeader;
  /** The ID was made up by the program. */
  isGenerated: boolean;
}

/** Whose report is on the screen, in sight as long as it is: who, when examined, which picture, its state. */
export function PatientBanner({ header, isGenerated }: PatientBannerProps) {
  const { patientId, exam, part } = header;
  const facts = [
    ['Patient ID', `${visibleText(patientId ?? 'N/A')}${isGenerated ? ' (generated)' : ''}`],
    ['Exam', exam ? formatExam(exam) : 'date not in the file'],
    ...(part === undefined ? [] : [['Image', part] as const]),
    ['State', 'Preliminary'],
  ] as const;
  return (
    <dl className={classes.banner} aria-label="Patient of this report">
      {facts.map(([label, value]) => (
        <div key={label} data-main={label === 'Patient ID' || undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
