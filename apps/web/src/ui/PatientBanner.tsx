import type { ReportHeader } from '@second-read/core/report/document';
import { formatExam } from './format-date.ts';
import classes from './PatientBanner.module.css';
import { type Standing, standingWords } from './standing.ts';
import { visibleText } from './visible-text.ts';

interface PatientBannerProps {
  header: ReportHeader;
  /** The ID was made up by the program. */
  isGenerated: boolean;
  /** Absent where there is nothing to stand behind, as of demo data. */
  standing?: Standing | undefined;
}

/** Whose report is on the screen, in sight as long as it is: who, when examined, which picture, its state. */
export function PatientBanner({ header, isGenerated, standing }: PatientBannerProps) {
  const { patientId, person, exam, part } = header;
  const facts = [
    ['Patient ID', `${visibleText(patientId ?? 'N/A')}${isGenerated ? ' (generated)' : ''}`],
    ...(person === undefined ? [] : [['Age and sex', person] as const]),
    ['Exam', exam ? formatExam(exam) : 'date not in the file'],
    ...(part === undefined ? [] : [['Image', part] as const]),
    ...(standing ? [['State', standingWords(standing)] as const] : []),
  ] as const;
  return (
    <dl className={classes.banner} aria-label="Patient of this report">
      {facts.map(([label, value]) => (
        <div
          key={label}
          data-main={label === 'Patient ID' || undefined}
          data-state={label === 'State' ? standing?.state : undefined}
        >
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
