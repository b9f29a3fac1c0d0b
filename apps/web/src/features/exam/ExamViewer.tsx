import { moduleOf } from '@second-read/analyses/catalogue';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { examSlicesQuery } from '../../api/queries.ts';
import { StatusLine } from '../../ui/StatusLine.tsx';
import { ExamFindings } from './ExamFindings.tsx';
import { ExamPicture } from './ExamPicture.tsx';
import classes from './ExamViewer.module.css';
import { marksOfSlice, nextFinding, shownFindings, shownSlices } from './exam-marks.ts';
import { KeySlices } from './KeySlices.tsx';
import { SliceRail } from './SliceRail.tsx';

interface ExamViewerProps {
  reportId: string;
  manifest: ModuleManifest;
  exam: StoredExam;
}

/**
 * The slices of a stored exam: scrolled through with their findings drawn in, from key slices and findings to
 * their place.
 */
export function ExamViewer({ reportId, manifest, exam }: ExamViewerProps) {
  const pictures = useQuery(examSlicesQuery(reportId));
  const slices = useMemo(() => shownSlices(exam), [exam]);
  const findings = useMemo(() => {
    const { exam: words } = moduleOf(manifest.id);
    return words ? shownFindings(exam, words) : [];
  }, [exam, manifest.id]);
  const [place, setPlace] = useState(() => firstPlace(exam));
  const slice = slices[place];
  if (!slice) return null;
  const goTo = (next: number) => setPlace(Math.min(Math.max(next, 0), slices.length - 1));
  const urls = new Map(pictures.data?.map(({ file, url }) => [file, url]));
  const move = (direction: 1 | -1) => {
    const next = nextFinding(findings, place, direction);
    if (next) goTo(next.at);
  };
  const noun = moduleOf(manifest.id).exam?.noun === 'view' ? 'View' : 'Slice';
  return (
    <section className={classes.viewer} aria-label="Images of the exam">
      {pictures.isError && (
        <StatusLine onRetry={() => void pictures.refetch()} isBusy={pictures.isFetching}>
          The images of this exam could not be loaded.
        </StatusLine>
      )}
      <ExamPicture
        slice={slice}
        url={urls.get(slice.file)}
        marks={marksOfSlice(exam, slice, findings)}
        label={`${noun} ${place + 1} of ${slices.length}`}
        onStep={(by) => goTo(place + by)}
        onEnd={(end) => goTo(end === 'first' ? 0 : slices.length - 1)}
        onFinding={move}
        onFail={() => void pictures.refetch()}
      />
      <SliceRail noun={noun} place={place} slices={slices} findings={findings} onPlace={goTo} />
      <ExamFindings findings={findings} place={place} onPlace={goTo} onFinding={move} />
      <KeySlices exam={exam} slices={slices} urls={urls} place={place} onPlace={goTo} />
    </section>
  );
}

/** The first key slice, else the middle. */
function firstPlace(exam: StoredExam): number {
  const slices = shownSlices(exam);
  const [key] = exam.reading.keySlices;
  const at = slices.findIndex(({ file }) => file === key?.file);
  return at >= 0 ? at : Math.floor(slices.length / 2);
}
