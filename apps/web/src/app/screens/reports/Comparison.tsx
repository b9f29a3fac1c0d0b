import { Button } from '@mantine/core';
import type { ReportReply } from '@second-read/contract/reports';
import { useState } from 'react';
import { CompareLayout } from '../../../features/compare/CompareLayout.tsx';
import { ExamChanges } from '../../../features/compare/ExamChanges.tsx';
import { PriorMenu } from '../../../features/compare/PriorMenu.tsx';
import { manifestOfAnalysisId } from '../../../features/details/demo-analysis.ts';
import { useAnalysis } from '../../../features/details/use-analysis.ts';
import { LinkedViews } from '../../../stage/layout/linked-views.ts';
import { SharedWindow } from '../../../stage/look/stack-look.ts';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { MessageScreen } from '../../../ui/page/MessageScreen.tsx';
import { LoadingAnalysis } from '../analysis/LoadingAnalysis.tsx';
import { ComparedReport } from './ComparedReport.tsx';
import { useExamChanges } from './use-exam-changes.ts';

interface ComparisonProps {
  id: string;
  priorId: string;
}

/** A report beside an earlier one of the same patient. */
export function Comparison({ id, priorId }: ComparisonProps) {
  const current = useAnalysis(id);
  const prior = useAnalysis(priorId);
  const backTo = `/analysis/${encodeURIComponent(id)}`;
  if (current.isPending || prior.isPending) return <LoadingAnalysis />;
  if (current.isError || prior.isError) {
    const retry = () => void Promise.all([current, prior].map((each) => each.isError && each.refetch()));
    return (
      <NoComparison words="One of the two reports could not be loaded." backTo={backTo} onRetry={retry} />
    );
  }
  if (!isComparable(current.data, prior.data)) {
    return <NoComparison words="These reports are not of the same patient and kind." backTo={backTo} />;
  }
  return <SideBySide key={priorId} current={current.data} prior={prior.data} backTo={backTo} />;
}

/** The address can name any two reports. */
function isComparable(a: ReportReply, b: ReportReply): boolean {
  return a.id !== b.id && a.module === b.module && a.patient_id === b.patient_id;
}

interface SideBySideProps {
  current: ReportReply;
  prior: ReportReply;
  backTo: string;
}

function SideBySide({ current, prior, backTo }: SideBySideProps) {
  const [link] = useState(() => {
    const shared = { views: new LinkedViews(), window: new SharedWindow() };
    const { views } = shared;
    return { views, left: { ...shared, side: 'left' }, right: { ...shared, side: 'right' } } as const;
  });
  const [isLinked, setLinked] = useState(true);
  const onLink = (next: boolean) => {
    link.views.link(next);
    setLinked(next);
  };
  const { changes, shown, show } = useExamChanges(current, prior);
  const areExams = changes !== null;
  const onShow = (id: string) => {
    const { finding, prior: before } = changes?.find((each) => each.id === id)?.lesion ?? {};
    if (finding && before) link.views.places.anchor();
    else link.views.lead(finding ? 'left' : 'right');
    show(id);
  };
  return (
    <>
      <title>Compare with prior · Second Read</title>
      <CompareLayout
        patientId={current.patient_id}
        backTo={backTo}
        link={{ isLinked, onLink }}
        areExams={areExams}
        changes={areExams && <ExamChanges changes={changes} shown={shown?.id ?? null} onShow={onShow} />}
        actions={
          <PriorMenu
            label="Choose another prior"
            manifest={manifestOfAnalysisId(current.id)}
            reportId={current.id}
          />
        }
        current={<ComparedReport name="Current" reply={current} link={link.left} focus={shown?.current} />}
        prior={<ComparedReport name="Prior" reply={prior} link={link.right} focus={shown?.prior} />}
      />
    </>
  );
}

interface NoComparisonProps {
  words: string;
  backTo: string;
  onRetry?: () => void;
}

function NoComparison({ words, backTo, onRetry }: NoComparisonProps) {
  return (
    <MessageScreen title="Nothing to compare" role="alert">
      <title>Compare with prior · Second Read</title>
      <p>{words}</p>
      {onRetry && <Button onClick={onRetry}>Retry</Button>}
      <LinkButton to={backTo} variant="default">
        Back to the report
      </LinkButton>
    </MessageScreen>
  );
}
