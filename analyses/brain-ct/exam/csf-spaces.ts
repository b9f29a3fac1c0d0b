import type { ExamFacts } from '@second-read/core/exam/exam-reading';
import type { SeenSlice } from '@second-read/core/exam/exam-slice';
import { mostFrequent, numberOf, rounded, textOf } from '@second-read/core/exam/facts';
import { shareText } from '@second-read/core/report/percent';

/** What is stated of a structure by its code; `side` is null where it has none. */
type CodeWords = Readonly<Record<string, (side: string | null) => string>>;

interface Structure {
  /** As facts of slices and of the exam call it. */
  readonly name: 'cisterns' | 'sulci' | 'volume';
  readonly label: string;
  readonly words: CodeWords;
  /** "CSF 4.3 % of the intracranial area" */
  readonly measure: readonly [before: string, behind: string];
}

const structures: readonly Structure[] = [
  {
    ...{ name: 'cisterns', label: 'Basal cisterns', measure: ['CSF', 'of the intracranial area'] },
    words: {
      dilated: () => 'dilated',
      narrow: () => 'narrow, effacement possible',
      usual: () => 'visible',
    },
  },
  {
    ...{ name: 'sulci', label: 'Sulci', measure: ['sulcal CSF', 'of the cortical band'] },
    words: {
      effaced: (side) => `effaced on the ${side ?? 'one side'} against the other side`,
      asymmetric: (side) => `asymmetric, less visible on the ${side ?? 'one side'}`,
      prominent: () => 'prominent',
      not_visible: () => 'not visible; effacement not excluded',
      usual: () => 'within the usual range',
    },
  },
  {
    ...{ name: 'volume', label: 'Parenchymal volume', measure: ['CSF', 'of the intracranial area'] },
    words: {
      generalized_loss: () => 'generalized volume loss',
      cortical_loss: () => 'cortical volume loss',
    },
  },
];

/**
 * What most of the slices that can answer state, with the mean share of CSF on those. Volume is lost only
 * where most sulci are prominent.
 */
export function csfFacts(seen: readonly SeenSlice[]): ExamFacts {
  const facts: ExamFacts = Object.assign({}, ...structures.map(({ name }) => factsOf(name, seen)));
  return facts.sulci === 'prominent' ? facts : { ...facts, volume: null };
}

function factsOf(name: string, seen: readonly SeenSlice[]): ExamFacts {
  const keyOf = ({ evidence: { facts } }: SeenSlice) => {
    const code = textOf(facts, name);
    return code === null ? [] : [`${code} ${textOf(facts, `${name}Side`) ?? ''}`];
  };
  const most = mostFrequent(seen.flatMap(keyOf));
  const [code = null, side] = most?.split(' ') ?? [];
  const shares = seen
    .filter((slice) => keyOf(slice)[0] === most)
    .flatMap(({ evidence }) => numberOf(evidence.facts, `${name}CsfPercent`) ?? []);
  const mean = shares.length === 0 ? null : shares.reduce((sum, one) => sum + one, 0) / shares.length;
  return { [name]: code, [`${name}Side`]: side || null, [`${name}CsfPercent`]: rounded(mean) };
}

/** One sentence of a structure; none of an exam stored before it was coded. */
export function csfSentence(name: Structure['name'], facts: ExamFacts): string[] {
  const structure = structures.find((each) => each.name === name);
  if (structure === undefined || facts[name] === undefined) return [];
  const { label, words, measure } = structure;
  const said = words[textOf(facts, name) ?? '']?.(textOf(facts, `${name}Side`));
  if (said === undefined)
    return name === 'volume' ? [] : [`${label}: not assessed, since no slice at that level could be judged.`];
  const percent = numberOf(facts, `${name}CsfPercent`);
  const share = percent === null ? '' : ` (${measure[0]} ${shareText(percent / 100)} ${measure[1]})`;
  return [`${label}: ${said}${share}.`];
}
