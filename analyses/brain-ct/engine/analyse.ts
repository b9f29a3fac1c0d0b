import type { Analysis } from '@second-read/core/analysis/analysis';
import type { EngineContext } from '@second-read/core/analysis/engine';
import type { Study } from '@second-read/core/decode/study';
import { diagnose } from './diagnosis.ts';
import { drawFigure } from './figure.ts';
import { candidatesOf, findingsOf } from './findings.ts';
import { canvasLabels, onStudy } from './label-map.ts';
import { measure } from './measure.ts';
import type { Measurements } from './measurements.ts';
import { haemorrhageFrom } from './operating-point.ts';
import { scoresOf } from './scores.ts';
import { see } from './seen.ts';

/** Reads one accepted slice. */
export async function analyse(study: Study, context: EngineContext): Promise<Analysis> {
  const measured = await measure(study, context);
  context.signal.throwIfAborted();
  context.progress('drawing the figure', 0.9);
  const labels = onStudy(canvasLabels(measured), measured.frame.toStudy, study);
  return {
    findings: findingsOf(measured),
    candidates: candidatesOf(measured),
    labels,
    scores: scoresOf(measured),
    views: { figure: drawFigure(see(study).shown, labels, measured) },
    comments: diagnose(measured),
    trace: traceOf(measured),
  };
}

function traceOf(m: Measurements): string[] {
  const { probability, position } = m.bleeding;
  return [
    `level: ${m.level} (place in the scan ${position.toFixed(2)}, 0 skull base, 1 vertex)`,
    `haemorrhage: probability ${probability.toFixed(3)}, reported from ${haemorrhageFrom[m.level]}`,
    `densities: ${densityWords(m.density)}`,
    ...(m.unlike.length === 0
      ? []
      : [`unlike the pictures it was measured on: shows ${m.unlike.join(', ')}`]),
    `head turned by ${((m.frame.turn * 180) / Math.PI).toFixed(1)}° to stand upright; sides by radiological convention (picture left is patient right)`,
  ];
}

function densityWords({ source, window }: Measurements['density']): string {
  if (source === 'measured') return 'Hounsfield units of the file';
  if (window === undefined) return "assumed from the picture's most frequent grey";
  const { width, centre, spread } = window;
  return `estimated from the picture, window W${width.toFixed(0)} C${centre.toFixed(0)} (width ±${(100 * spread).toFixed(0)} %)`;
}
