import type { EngineContext } from '@second-read/core/analysis/engine';
import type { Analysis } from '@second-read/core/reading/analysis';
import { candidatesOf } from './findings/candidates.ts';
import { diagnose } from './findings/diagnosis.ts';
import { evidenceOf } from './findings/evidence.ts';
import { drawFigure } from './findings/figure.ts';
import { canvasLabels, onStudy } from './findings/label-map.ts';
import { observe } from './findings/observations.ts';
import { scoresOf } from './findings/scores.ts';
import { toReading } from './findings/to-reading.ts';
import { measure } from './measure/measure.ts';
import type { PreparedSlice } from './prepare.ts';

/** Reads one accepted slice. */
export async function analyse(prepared: PreparedSlice, context: EngineContext): Promise<Analysis> {
  const measured = await measure(prepared, context);
  context.signal.throwIfAborted();
  context.progress('Drawing the figure', 0.9);
  const labels = onStudy(canvasLabels(measured), measured.upright.toStudy, prepared.study);
  const seen = observe(measured);
  return {
    reading: toReading({ measured, seen, labels, comments: diagnose(measured, seen) }),
    candidates: candidatesOf(measured),
    labels,
    scores: scoresOf(measured),
    views: context.isForExam ? {} : { figure: drawFigure(prepared.seen().shown, labels, measured) },
    ...(context.isForExam
      ? { evidence: evidenceOf(measured, prepared.study, { seen, shown: prepared.seen().shown }) }
      : {}),
  };
}
