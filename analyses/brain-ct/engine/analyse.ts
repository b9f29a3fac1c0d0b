import type { Analysis } from '@second-read/core/analysis/analysis';
import type { EngineContext } from '@second-read/core/analysis/engine';
import { diagnose } from './diagnosis.ts';
import { evidenceOf } from './evidence.ts';
import { drawFigure } from './figure.ts';
import { candidatesOf, findingsOf } from './findings.ts';
import { canvasLabels, onStudy } from './label-map.ts';
import { measure } from './measure.ts';
import { observe } from './observations.ts';
import type { PreparedSlice } from './prepare.ts';
import { scoresOf } from './scores.ts';
import { toReading } from './to-reading.ts';

/** Reads one accepted slice. */
export async function analyse(prepared: PreparedSlice, context: EngineContext): Promise<Analysis> {
  const measured = await measure(prepared, context);
  context.signal.throwIfAborted();
  context.progress('drawing the figure', 0.9);
  const labels = onStudy(canvasLabels(measured), measured.frame.toStudy, prepared.study);
  const seen = observe(measured);
  const comments = diagnose(measured, seen);
  const reading = toReading({ measured, seen, labels, comments });
  return {
    findings: findingsOf(measured, seen),
    candidates: candidatesOf(measured),
    labels,
    scores: scoresOf(measured),
    views: context.isForExam ? {} : { figure: drawFigure(prepared.seen().shown, labels, measured) },
    comments,
    trace: reading.rules.map(({ text }) => text),
    reading,
    evidence: evidenceOf(measured, prepared.study),
  };
}
