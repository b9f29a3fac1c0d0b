import type { FileIdentity } from '@second-read/core/patient/file-identity';
import type { ReportHeader } from '@second-read/core/report/document';
import { formatExam } from './format/format-date.ts';
import { type Standing, standingWords } from './format/standing.ts';
import { visibleText } from './format/visible-text.ts';
import classes from './PatientBanner.module.css';

interface PatientBannerProps {
  header: Pick<ReportHeader, 'patientId' | 'person' | 'details' | 'exam' | 'part'>;
  /** The ID was made up by the program. */
  isGenerated: boolean;
  /** Absent where there is nothing to stand behind, as of demo data. */
  standing?: Standing | undefined;
}

interface PendingBannerProps {
  patientId: string;
  isGenerated: boolean;
  /** What the file names, where that is the patient. */
  named: Pick<FileIdentity, 'taken' | 'accessionNumber'> | null;
}

/** Before there is a report: whose image is about to be read, where the banner of the report will stand. */
export function PendingBanner({ patientId, isGenerated, named }: PendingBannerProps) {
  const id = patientId.trim();
  const { taken, accessionNumber } = named ?? {};
  const facts: readonly Fact[] = [
    ['Patient ID', id === '' ? 'not entered' : idWords(id, isGenerated)],
    ...(taken ? [['Exam', formatExam(taken)] as const] : []),
    ...(accessionNumber ? [['Accession number', visibleText(accessionNumber)] as const] : []),
    ['State', 'Not analyzed yet'],
  ];
  return <Facts label="Patient of this image" facts={facts} />;
}

/** Whose report is on the screen, in sight as long as it is: who, when examined, which picture, its state. */
export function PatientBanner({ header, isGenerated, standing }: PatientBannerProps) {
  const { patientId, person, details = [], exam, part } = header;
  const facts: readonly Fact[] = [
    ['Patient ID', idWords(patientId ?? 'N/A', isGenerated)],
    ...details.map(([label, value]) => [label, visibleText(value)] as const),
    ...(person === undefined ? [] : [['Age and sex', person] as const]),
    ['Exam', exam ? formatExam(exam) : 'date not in the file'],
    ...(part === undefined ? [] : [['Image', part] as const]),
    ...(standing ? [['State', standingWords(standing)] as const] : []),
  ];
  return <Facts label="Patient of this report" facts={facts} state={standing?.state} />;
}

type Fact = readonly [label: string, value: string];

function idWords(id: string, isGenerated: boolean): string {
  return `${visibleText(id)}${isGenerated ? ' (generated)' : ''}`;
}

interface FactsProps {
  label: string;
  facts: readonly Fact[];
  state?: Standing['state'] | undefined;
}

/** More characters take more than two lines beside title and actions of a window of 1440. */
const longFrom = 96;

function Facts({ label: name, facts, state }: FactsProps) {
  const length = facts.reduce((sum, [label, value]) => sum + label.length + value.length + 2, 0);
  return (
    <dl className={classes.banner} aria-label={name} data-long={length > longFrom ? '' : undefined}>
      {facts.map(([label, value]) => (
        <div
          key={label}
          data-main={label === 'Patient ID' || undefined}
          data-state={label === 'State' ? state : undefined}
        >
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
