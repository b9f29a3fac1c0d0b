import type { Assessment, ReportDocument } from '@second-read/core/report/document';
import { inOrder, sentencesOf } from '@second-read/core/report/sentences';
import type { TextLine, TextStyle } from '../text/text-pen.ts';
import { colours, sizes } from './layout.ts';
import type { PageFlow } from './page-flow.ts';

const body: TextStyle = { size: sizes.body, colour: colours.text };
const quiet: TextStyle = { size: sizes.finding, colour: colours.quiet };
const strong: TextStyle = { size: sizes.patient, colour: colours.text, weight: 'bold' };
const padding = 3;

/** Category with its words and management, then the comments, on light orange. */
export function drawAssessment(flow: PageFlow, assessment: Assessment): void {
  const width = flow.contentWidth - 2 * padding;
  const wrap = (text: string, style: TextStyle): TextLine[] => flow.pen.wrap(text, width, flow.type(style));
  const { findings, notAssessed, technique } = inOrder(assessment.comments);
  const lines = [
    ...categoryLines(assessment).flatMap(([text, style]) => wrap(text, style)),
    ...[...findings, ...notAssessed].flatMap((comment) => wrap(comment, body)),
    ...technique.flatMap((comment) => wrap(comment, quiet)),
    ...assessment.trace.flatMap((line) => wrap(line, quiet)),
  ];
  if (lines.length > 0) flow.section(assessment.heading, lines, { fill: colours.assessment });
}

/** Category 0 says that nothing is decided yet: its words are printed, the category never is. */
function categoryLines({ category }: Assessment): (readonly [string, TextStyle])[] {
  if (!category || category.severity === 'pending') return [];
  const management = [category.management, quiet] as const;
  if (category.value === 0) return [[category.words, strong], management];
  return [[`${category.label}: ${category.words}`, strong], management];
}

/** The diagnosis in its own section: its conclusion first and in bold. */
export function drawDiagnosis(flow: PageFlow, diagnosis: NonNullable<ReportDocument['diagnosis']>): void {
  const wrap = (text: string, style: TextStyle) => flow.pen.wrap(text, flow.contentWidth, flow.type(style));
  if (diagnosis.text.includes('\n')) {
    flow.section(diagnosis.heading, wrap(diagnosis.text, body));
    return;
  }
  const [lead = '', ...others] = sentencesOf(diagnosis.text);
  const { findings, notAssessed, technique } = inOrder(others);
  flow.section(diagnosis.heading, [
    ...wrap(lead, { ...strong, size: sizes.patient }),
    ...[findings, notAssessed, technique].flatMap((part) =>
      part.length === 0 ? [] : wrap(part.join(' '), body),
    ),
  ]);
}
