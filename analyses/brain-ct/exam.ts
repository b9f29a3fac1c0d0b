import { examFile } from '@second-read/core/exam/exam-file';
import { type SeenSlice, seenSlices } from '@second-read/core/exam/exam-slice';
import { rounded, textOf } from '@second-read/core/exam/facts';
import {
  type ExamFinding,
  type ExamModule,
  type ExamReport,
  notFound,
  wholeSlice,
} from '@second-read/core/exam/report/exam-report';
import { takenAs } from '@second-read/core/exam/report/exam-technique';
import { haemorrhageFrom } from './engine/measure/operating-point.ts';
import { bleedingsOf, kindOf } from './exam/bleedings.ts';
import { csfFacts } from './exam/csf-spaces.ts';
import { limitsOf } from './exam/limits.ts';
import { joinedProbabilities, patientProbability } from './exam/patient-probability.ts';
import { type AtSlice, evansIndex, hypodenseAreas, largestShift, type Shift } from './exam/structures.ts';
import { credibleFrom, dilatedFrom } from './reading/evans.ts';

/** One head CT: what the patient has, with the slices that show it. */
export const exam: ExamModule = {
  prefers: 'soft',
  isStack: true,
  read(slices, stack): ExamReport {
    const seen = seenSlices(slices);
    const bySlice = new Map(seen.map((slice) => [slice.index, slice]));
    const gapsAfter = new Set(stack.gaps.map(({ after }) => after));
    const joined = joinedProbabilities(seen, stack.spacingMm);
    const probability = patientProbability(seen, stack.spacingMm);
    const isNamed = probability !== null && probability >= haemorrhageFrom;
    const {
      findings: outlined,
      specks,
      unlisted,
    } = bleedingsOf({ slices: seen, bySlice, joined, gapsAfter });
    const bleedings = isNamed ? bleedingFindings(outlined, { seen, bySlice, joined, probability }) : [];
    const hypodense = hypodenseAreas(seen, bySlice, gapsAfter);
    const [shift, evans] = [largestShift(seen), evansIndex(seen)];
    return {
      reading: {
        facts: {
          haemorrhagePatient: rounded(probability, 4),
          ...(isNamed && specks.specks > 0 && specks),
          ...(isNamed && unlisted.unlisted > 0 && unlisted),
          ...csfFacts(seen),
          slicesRead: seen.length,
          sides: examFile(seen)?.sides ?? 'assumed',
        },
        limits: limitsOf(slices, seen, stack),
        ...takenAs(seen, stack),
      },
      findings: [
        ...(isNamed ? bleedings : [noBleeding(probability)]),
        ...(hypodense.length > 0 ? hypodense : [nothing('hypodense area')]),
        shiftFinding(shift),
        evansFinding(evans),
      ],
      scores: {
        haemorrhage_patient: rounded(probability, 4),
        midline_shift_fraction: rounded(shift?.value ?? null, 4),
        midline_shift_mm: rounded(shift?.mm ?? null),
        evans_index: rounded(evans?.value ?? null, 3),
        haemorrhage_ml: volumeSum(bleedings, isNamed ? [specks.specksMl, unlisted.unlistedMl] : []),
        hypodense_ml: volumeSum(hypodense),
      },
    };
  },
};

/** The outlined bleedings; where none was outlined, the slices that are likeliest to bleed. */
function bleedingFindings(
  outlined: readonly ExamFinding[],
  {
    seen,
    bySlice,
    joined,
    probability,
  }: {
    readonly seen: readonly SeenSlice[];
    readonly bySlice: ReadonlyMap<number, SeenSlice>;
    readonly joined: ReadonlyMap<number, number>;
    readonly probability: number;
  },
): readonly ExamFinding[] {
  if (outlined.length > 0) return outlined;
  const likeliest = seen
    .toSorted((a, b) => (joined.get(b.index) ?? 0) - (joined.get(a.index) ?? 0))
    .slice(0, 3);
  const shown = likeliest.map(({ index }) => index).toSorted((a, b) => a - b);
  return [
    {
      ...nothing('haemorrhage'),
      found: true,
      probability: rounded(probability, 4),
      slices: likeliest.map((slice) => wholeSlice(slice, rounded(joined.get(slice.index) ?? 0, 4) ?? 0)),
      facts: { bleedingType: kindOf(shown, bySlice), isOutlined: false },
    },
  ];
}

function nothing(type: string): ExamFinding {
  return { ...notFound, id: `${type.replace(' ', '-')}-1`, type };
}

const noBleeding = (probability: number | null): ExamFinding => ({
  ...nothing('haemorrhage'),
  probability: rounded(probability, 4),
});

function shiftFinding(shift: Shift | undefined): ExamFinding {
  const base = nothing('midline shift');
  if (shift === undefined) return { ...base, facts: { isAssessed: false } };
  const { slice, value, mm, isFound } = shift;
  return {
    ...base,
    found: isFound,
    side: !isFound ? null : value > 0 ? 'left' : 'right',
    slices: [wholeSlice(slice, 1)],
    facts: {
      isAssessed: true,
      share: rounded(Math.abs(value), 4),
      shiftMm: rounded(mm),
      level: textOf(slice.evidence.facts, 'level'),
    },
  };
}

function evansFinding(evans: AtSlice | undefined): ExamFinding {
  const base = nothing('ventricular dilation');
  if (evans === undefined || evans.value < credibleFrom) return { ...base, facts: { isAssessed: false } };
  return {
    ...base,
    found: evans.value > dilatedFrom,
    slices: [wholeSlice(evans.slice, 1)],
    facts: { isAssessed: true, evansIndex: rounded(evans.value, 3) },
  };
}

function volumeSum(findings: readonly ExamFinding[], more: readonly (number | null)[] = []): number | null {
  const volumes = [...findings.map(({ volumeMl }) => volumeMl), ...more].flatMap((ml) => ml ?? []);
  return volumes.length === 0
    ? null
    : rounded(
        volumes.reduce((sum, one) => sum + one, 0),
        2,
      );
}
