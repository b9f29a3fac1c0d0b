import type { PreviewHint } from '@second-read/core/analysis/camera-module';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { captureWords } from '@second-read/core/report/capture-note';
import { useEffect, useState } from 'react';
import classes from '../Camera.module.css';
import { HintLine } from '../live/HintLine.tsx';
import { openFrameJudge } from '../live/judge-frames.ts';
import type { PictureTaken } from './pictures-taken.ts';
import { useObjectUrl } from './use-object-url.ts';

interface StillViewProps {
  module: AnalysisId;
  still: Pick<PictureTaken, 'file' | 'note'>;
}

/** The picture that was just taken, judged once more: the hand may have moved. */
export function StillView({ module, still: { file, note } }: StillViewProps) {
  const url = useObjectUrl(file);
  const hint = useHintOn(module, file);
  return (
    <div className={classes.view}>
      {url && <img src={url} className={classes.picture} alt={`Just taken: ${captureWords(note)}`} />}
      <HintLine hint={hint} good="Sharp, without glare." />
    </div>
  );
}

function useHintOn(module: AnalysisId, file: File): PreviewHint | null | undefined {
  const [hint, setHint] = useState<PreviewHint | null | undefined>(undefined);
  useEffect(() => {
    const judge = openFrameJudge(module);
    let isOver = false;
    judge
      .judge(file)
      .then((judged) => !isOver && setHint(judged))
      // The server judges it again in any case.
      .catch(() => undefined);
    return () => {
      isOver = true;
      judge.close();
    };
  }, [module, file]);
  return hint;
}
