import { moduleOf } from '@second-read/analyses/catalogue';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { examSlicesQuery } from '../../api/reports/queries.ts';
import type { ViewerLink } from '../../stage/layout/linked-views.ts';
import type { KeptMeasurements } from '../../stage/look/use-kept-measurements.ts';
import { LoadingRows } from '../../ui/page/LoadingRows.tsx';
import { StatusLine } from '../../ui/page/StatusLine.tsx';
import { usePreferences } from '../../ui/preferences.ts';
import classes from './ExamViewer.module.css';
import type { ExamDrawing } from './exam-drawing.ts';
import { shownFindings, shownSlices } from './exam-marks.ts';
import { StackViewer } from './StackViewer.tsx';
import type { ExamFocus } from './use-exam-focus.ts';
import { hang } from './views/hang.ts';
import { ViewsViewer } from './views/ViewsViewer.tsx';

interface ExamViewerProps {
  reportId: string;
  /** An earlier one, as it was signed. */
  version?: number;
  manifest: ModuleManifest;
  exam: StoredExam;
  /** Told which picture is shown: from 0 among those that were read. */
  onPlace?: (place: number) => void;
  drawing?: ExamDrawing | undefined;
  /** What was measured on its images, as a report keeps it. */
  measured?: KeptMeasurements | undefined;
  /** The finding to lead to. */
  focus?: ExamFocus | undefined;
  /** Which exam it is of two that are shown beside each other. */
  besideAs?: string;
  link?: ViewerLink;
}

/** The pictures of a stored exam with their findings: a stack of slices, or views beside each other. */
export function ExamViewer(props: ExamViewerProps) {
  const { reportId, version, manifest, exam, onPlace, drawing, measured, focus, besideAs, link } = props;
  const pictures = useQuery(examSlicesQuery(reportId, version));
  const findings = useMemo(() => {
    const { exam: words } = moduleOf(manifest.id);
    return words ? shownFindings(exam, words) : [];
  }, [exam, manifest.id]);
  const slices = useMemo(() => shownSlices(exam), [exam]);
  const { first_row: firstRow } = usePreferences();
  const hanging = useMemo(
    () => pictures.data && hang(slices, pictures.data, firstRow),
    [slices, pictures.data, firstRow],
  );
  if (slices.length === 0) return null;
  const areViews = moduleOf(manifest.id).exam?.noun === 'view';
  const shown = {
    manifest,
    exam,
    findings,
    pictures: pictures.data,
    onPlace,
    drawing,
    measured,
    focus,
    link,
    onFail: () => pictures.refetch(),
  };
  const lead = () => link?.views.lead(link.side);
  return (
    <section
      className={classes.viewer}
      data-image-keys
      onPointerDownCapture={lead}
      onWheelCapture={lead}
      onKeyDownCapture={lead}
      data-beside={besideAs && ''}
      aria-label={besideAs ? `${besideAs} images` : 'Images of the exam'}
    >
      {pictures.isError && (
        <StatusLine onRetry={() => void shown.onFail()} isBusy={pictures.isFetching}>
          The images of this exam could not be loaded.
        </StatusLine>
      )}
      {hanging && <ViewsViewer {...shown} hanging={hanging} />}
      {!hanging && areViews && pictures.isPending && (
        <LoadingRows label="Loading the views" count={2} height={280} />
      )}
      {!hanging && !(areViews && pictures.isPending) && <StackViewer {...shown} />}
    </section>
  );
}
