import type { Assessment, ReportDocument } from '@second-read/core/report/document';
import { inOrder, sentencesOf } from '@second-read/core/report/sentences';
import type { Urgency } from '@second-read/core/report/urgency';
import { inUnits } from '../../ui/format/lengths.ts';
import { visibleText } from '../../ui/format/visible-text.ts';
import { type FindingCentre, FindingList } from './FindingList.tsx';
import { FindingTable } from './FindingTable.tsx';
import classes from './ReportPanel.module.css';
import { ResultBadge } from './ResultBadge.tsx';
import { SeverityBadge } from './SeverityBadge.tsx';

export interface ReportPanelProps {
  document: ReportDocument;
  /** Said first where the module has no category. */
  urgency: Urgency;
  /** Where nothing else on the screen says whose report it is. */
  namesPatient?: boolean;
  /** Finding type under the pointer in the picture. */
  activeType?: string | null;
  openFound?: boolean;
  /** Where a picture beside the report shows the findings. */
  centre?: FindingCentre;
}

/** A report on screen, from the same document that the PDF prints. */
export function ReportPanel(props: ReportPanelProps) {
  const { document, urgency, namesPatient = false, activeType = null, openFound = false, centre } = props;
  const { patientId, part } = document.header;
  const category = document.assessment?.category;
  return (
    <article className={classes.panel} aria-label="Report">
      {namesPatient && patientId !== null && (
        <p className={classes.patient}>
          Patient <strong>{visibleText(patientId)}</strong>
        </p>
      )}
      {part && <p className={classes.part}>{part}</p>}
      {category ? <SeverityBadge category={category} /> : <ResultBadge urgency={urgency} />}
      {document.diagnosis && (
        <section>
          <h3 className={classes.title}>{document.diagnosis.heading}</h3>
          <DiagnosisText text={document.diagnosis.text} />
        </section>
      )}
      {document.findings.length > 0 && (
        <FindingList
          findings={document.findings}
          activeType={activeType}
          openFound={openFound}
          centre={centre}
        />
      )}
      {document.table && <FindingTable table={document.table} />}
      {document.assessment && <AssessmentText assessment={document.assessment} />}
      <footer className={classes.footer}>
        <p>
          {document.disclaimer} {document.standing}
        </p>
        <p>{document.notice}</p>
      </footer>
    </article>
  );
}

/** The conclusion first. What a clinician wrote in lines of their own stays as written. */
function DiagnosisText({ text }: { text: string }) {
  if (text.includes('\n')) return <p className={classes.diagnosis}>{text}</p>;
  const [lead, ...others] = sentencesOf(text);
  const { findings, notAssessed, technique } = inOrder(others);
  return (
    <>
      <p className={classes.lead}>{inUnits(lead ?? '')}</p>
      <Sentences of={[...findings, ...notAssessed]} />
      <Sentences of={technique} quiet />
    </>
  );
}

/** The sentences in the order of a dictated report; older reports have them in another. */
function AssessmentText({ assessment }: { assessment: Assessment }) {
  const { findings, notAssessed, technique } = inOrder(assessment.comments);
  return (
    <section>
      <h3 className={classes.title}>{assessment.heading}</h3>
      <Sentences of={[...findings, ...notAssessed]} />
      <Sentences of={technique} quiet />
      {assessment.trace.length > 0 && (
        <details className={classes.trace}>
          <summary>How this was decided</summary>
          <ul>
            {assessment.trace.map((line) => (
              <li key={line}>{inUnits(line)}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function Sentences({ of: sentences, quiet = false }: { of: readonly string[]; quiet?: boolean }) {
  return sentences.map((sentence) => (
    <p key={sentence} className={classes.comment} data-quiet={quiet || undefined}>
      {inUnits(sentence)}
    </p>
  ));
}
