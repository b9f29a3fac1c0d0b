import type { StoredExam, StoredExamFinding } from '@second-read/core/exam/stored-exam';
import type { Rule } from '@second-read/core/reading/category';
import { dilatedFrom } from './words.ts';

/**
 * What the index that a reader measured says of ventricles that stand in the report as dilated. They stay
 * named: the reader decides, and the report says where the rule does not agree.
 */
export function evansRules(_: StoredExam, findings: readonly StoredExamFinding[]): Rule[] {
  return findings.flatMap(({ type, found, facts: { evansIndex: index } }) => {
    if (type !== 'ventricular dilation' || !found || typeof index !== 'number') return [];
    const agrees = index > dilatedFrom ? '' : ' not';
    const text = `Evans' index ${index.toFixed(2)}: by the rule ventricles are${agrees} dilated (above ${dilatedFrom.toFixed(2)}).`;
    return [{ id: 'evans', values: { index, from: dilatedFrom }, text }];
  });
}
