import { colours, sizes } from './layout.ts';
import type { PageFlow } from './page-flow.ts';

/** What the report says in words that a patient knows; on the same paper, below the report. */
export function drawPlainWords(flow: PageFlow, sentences: readonly string[]): void {
  flow.heading('In plain words, for the patient');
  flow.y -= 2;
  const style = { size: sizes.patient, colour: colours.text };
  flow.lines(sentences.flatMap((sentence) => flow.pen.wrap(sentence, flow.contentWidth, style)));
}
