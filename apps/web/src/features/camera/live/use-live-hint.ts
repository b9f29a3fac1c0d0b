import type { PreviewHint } from '@second-read/core/analysis/camera-module';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { type RefObject, useEffect, useState } from 'react';
import { openFrameJudge } from './judge-frames.ts';
import { nextHint, noHintYet } from './steady-hint.ts';

/** So often the live view is judged: often enough to follow a hand, seldom enough to spare a battery. */
const everyMs = 350;

/** The steady hint on a live view; undefined until there is one, null where a picture would be fine. */
export function useLiveHint(
  module: AnalysisId,
  video: RefObject<HTMLVideoElement | null>,
  isLive: boolean,
): PreviewHint | null | undefined {
  const [hint, setHint] = useState(noHintYet);
  useEffect(() => {
    if (!isLive) return;
    const judge = openFrameJudge(module);
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      const seen = video.current;
      if (seen && seen.videoWidth > 0 && document.visibilityState === 'visible') {
        // Hints are a courtesy: a picture can be taken without.
        const judged = await judge.judge(seen).catch(() => undefined);
        if (!isOver && judged !== undefined) setHint((before) => nextHint(before, judged));
      }
      if (!isOver) timer = setTimeout(() => void look(), everyMs);
    };
    void look();
    return () => {
      isOver = true;
      clearTimeout(timer);
      judge.close();
      setHint(noHintYet);
    };
  }, [module, video, isLive]);
  return hint.shown;
}
