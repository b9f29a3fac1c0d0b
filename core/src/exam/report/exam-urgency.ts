import { leftToReader, unknownSides } from '../../reading/category.ts';
import { nothingFound, readersUrgency, type Urgency } from '../../report/urgency.ts';
import type { StoredExam } from '../stored-exam.ts';
import type { ExamWords } from './exam-words.ts';

/** From this value on a finding is urgent. */
const urgentFrom = 50;

/**
 * Orders exams among the reports of a module: the category where there is one, else the most pressing
 * finding.
 */
export function urgencyOfExam({ reading, findings }: StoredExam, words: ExamWords): Urgency {
  const found = findings
    .filter(({ found }) => found)
    .map(({ type, probability }) => {
      const { label = type, urgency = 20 } = words.types[type] ?? {};
      return { label, value: urgency + 10 * (probability ?? 0) };
    })
    .toSorted((a, b) => b.value - a.value);
  const category = reading.category && words.categoryOf?.(reading.category.value);
  const [first] = found;
  const isGiven = reading.category?.reason !== undefined;
  const isOpen = reading.rules.some(({ id }) => id === leftToReader || id === unknownSides);
  if (!first && !isGiven && isOpen) return readersUrgency;
  if (!first && (category === undefined || [1, 2].includes(category.value))) return nothingFound;
  const labels = [...new Set(found.map(({ label }) => label))];
  const isUrgent = category ? category.severity === 'urgent' : (first?.value ?? 0) >= urgentFrom;
  // What needs further views comes after a suspicion and before what is left to the reader.
  const base = category?.value === 0 ? readersUrgency.value : 15 * (category?.value ?? 0);
  return {
    value: Math.min(100, category ? base + (first?.value ?? 0) / 10 : (first?.value ?? 0)),
    level: isUrgent ? 'urgent' : 'finding',
    words: [...(category ? [category.label] : []), ...labels].join(', '),
  };
}
