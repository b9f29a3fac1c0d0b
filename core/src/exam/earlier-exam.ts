import { z } from 'zod';
import { ruleSchema } from '../reading/category.ts';
import { examFacts, examReading } from './exam-reading.ts';

const mark = z.object({ kind: z.literal('exam'), version: z.literal(1) });

/** Version 1 of a stored exam, as far as version 2 differs: its report was sentences. */
const versionOne = z.looseObject({
  reading: z.object({
    conclusion: z.string(),
    findings: z.array(z.string()),
    notAssessed: z.array(z.string()),
    technique: z.array(z.string()),
    rules: z.array(ruleSchema),
    category: examReading.shape.category,
    keySlices: examReading.shape.keySlices,
    facts: examFacts,
  }),
  slices: z.array(z.unknown()),
  findings: z.array(z.looseObject({ found: z.boolean(), side: z.string().nullable(), facts: examFacts })),
});
type VersionOne = z.infer<typeof versionOne>;

/** Sentences of version 1 that speak of no finding, and of which its facts have no code. */
const ofNoFinding = /^(Basal cisterns|Sulci|Parenchymal volume|Mass effect)\b/;
const barred = ': not given (';

/**
 * An exam stored in version 1 in the terms of version 2, with all that it says: its sentences while nothing
 * is reviewed, and afterwards those that speak of no finding. Anything else is given back as it is.
 */
export function upgradedExam(stored: unknown): unknown {
  if (!mark.safeParse(stored).success) return stored;
  const parsed = versionOne.safeParse(stored);
  if (!parsed.success) return stored;
  const { reading, findings, ...exam } = parsed.data;
  const { conclusion, notAssessed, technique, category, keySlices } = reading;
  const lungRads = reading.rules.find(({ id }) => id?.startsWith('lung-rads'));
  const texts = reading.rules.map(({ text }) => text);
  const kept = reading.findings.filter(
    (text) => ofNoFinding.test(text) || (text === lungRads?.text && text.includes(barred)),
  );
  return {
    ...exam,
    version: 2,
    findings: findings.map((finding) => withCategory(finding, category?.parts)),
    reading: {
      facts: {
        ...reading.facts,
        ...(lungRads && !lungRads.text.includes(barred) && { lungRads: 'given' }),
      },
      ...{ technique: null, limits: [], keySlices },
      rules: reading.rules.flatMap(({ id, values }) => (id === null ? [] : [{ id, values }])),
      ...(category && { category, views: viewsOf(parsed.data) }),
    },
    wording: {
      ...{ conclusion, findings: reading.findings, notAssessed, technique },
      trace: texts.filter((text) => !reading.findings.includes(text)),
    },
    kept: { findings: kept, notAssessed, technique, trace: [] },
  };
}

/** Which finding carried the category of a part was not stored: each may have. */
function withCategory(
  finding: VersionOne['findings'][number],
  parts: Readonly<Record<string, string>> | undefined,
): VersionOne['findings'][number] {
  const part = finding.found ? parts?.[finding.side ?? ''] : undefined;
  return part === undefined ? finding : { ...finding, facts: { ...finding.facts, category: Number(part) } };
}

/**
 * The views of a mammography that were read, by those that it names as missing. On which slice each is was
 * not stored: they are beyond the last one, where no finding is.
 */
function viewsOf({ reading, findings, slices }: VersionOne) {
  const { missingViews } = reading.facts;
  const isRead = (side: string, view: string) => {
    if (typeof missingViews === 'string') return !missingViews.includes(`${side} ${view}`);
    const rule = reading.rules.find(({ text }) => text.startsWith(`${side} breast`));
    return Number(rule?.values.views ?? 0) >= 2;
  };
  return (['right', 'left'] as const).flatMap((side) => {
    const isNamed = findings.some((finding) => finding.found && finding.side === side);
    const category = isNamed ? 1 : Number(reading.category?.parts?.[side] ?? 0);
    return ['CC', 'MLO']
      .filter((view) => isRead(side, view))
      .map((view) => ({
        ...{ slice: slices.length, side, view, category },
        ...{ isSideTold: true, isViewTold: true, isStated: false },
      }));
  });
}
