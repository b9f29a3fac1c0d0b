import { colours, sizes } from './layout.ts';
import type { PageFlow } from './page-flow.ts';

/** What the report says in words that a patient knows; on the same paper, below the report. */
export function drawPlainWords(flow: PageFlow, sentences: readonly string[]): void {
  const style = { size: sizes.patient, colour: colours.text };
  const lines = sentences.flatMap((sentence) => flow.pen.wrap(sentence, flow.contentWidth, style));
  flow.section('In plain words, for the patient', lines);
}
