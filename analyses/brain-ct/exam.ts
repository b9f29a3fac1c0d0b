import { type SeenSlice, seenSlices } from '@second-read/core/exam/exam-slice';
import { isSet, mostFrequent, rounded, textOf } from '@second-read/core/exam/facts';
import type {
  ExamFinding,
  ExamModule,
  ExamReading,
  ExamReport,
} from '@second-read/core/exam/report/exam-report';
import { shareText } from '@second-read/core/report/percent';
import { capitalized } from '@second-read/core/report/sentences';
import { type BleedingType, bleedingsOf, typeOf } from './exam/bleedings.ts';
import { limitsOf, techniqueOf } from './exam/domain.ts';
import { namedFrom } from './exam/patient-calibration.ts';
import { joinedProbabilities, patientProbability } from './exam/patient-probability.ts';
import { type AtSlice, evansIndex, hypodenseAreas, largestShift, type Shift } from './exam/structures.ts';
import {
  bleedingSentence,
  bleedingTypeWords,
  credibleFrom,
  dilatedFrom,
  evansSentence,
  hypodenseSentence,
  shiftSentence,
} from './exam/words.ts';

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
    const isNamed = probability !== null && probability >= namedFrom;
    const outlined = bleedingsOf({ slices: seen, bySlice, joined, gapsAfter });
    const bleedings = isNamed ? bleedingFindings(outlined, { seen, bySlice, joined, probability }) : [];
    const hypodense = hypodenseAreas(seen, bySlice, gapsAfter);
    const [shift, evans] = [largestShift(seen), evansIndex(seen)];
    const limits = limitsOf(slices, seen, stack);
    const given = { seen, probability, isNamed, bleedings, hypodense, shift, evans, limits };
    return {
      reading: readingOf(given, techniqueOf(seen, stack)),
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
        haemorrhage_ml: volumeSum(bleedings),
        hypodense_ml: volumeSum(hypodense),
      },
    };
  },
};

interface Given {
  readonly seen: readonly SeenSlice[];
  readonly probability: number | null;
  readonly isNamed: boolean;
  readonly bleedings: readonly ExamFinding[];
  readonly hypodense: readonly ExamFinding[];
  readonly shift: Shift | undefined;
  readonly evans: AtSlice | undefined;
  readonly limits: readonly string[];
}

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
      slices: likeliest.map(({ index, file, width, height }) => ({
        slice: index,
        file,
        box: { x: 0, y: 0, width, height },
        score: rounded(joined.get(index) ?? 0, 4) ?? 0,
      })),
      facts: { bleedingType: typeOf(shown, bySlice), isOutlined: false },
    },
  ];
}

function nothing(type: string): ExamFinding {
  return {
    id: `${type.replace(' ', '-')}-1`,
    type,
    found: false,
    probability: null,
    side: null,
    volumeMl: null,
    diameterMm: null,
    slices: [],
    facts: {},
  };
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
    side: value > 0 ? 'left' : 'right',
    slices: [wholeSlice(slice)],
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
    slices: [wholeSlice(evans.slice)],
    facts: { isAssessed: true, evansIndex: rounded(evans.value, 3) },
  };
}

function wholeSlice({ index, file, width, height }: SeenSlice) {
  return { slice: index, file, box: { x: 0, y: 0, width, height }, score: 1 };
}

function volumeSum(findings: readonly ExamFinding[]): number | null {
  const volumes = findings.flatMap(({ volumeMl }) => volumeMl ?? []);
  return volumes.length === 0
    ? null
    : rounded(
        volumes.reduce((sum, one) => sum + one, 0),
        2,
      );
}

function readingOf(given: Given, technique: readonly string[]): ExamReading {
  const { seen, bleedings, hypodense, shift, evans } = given;
  return {
    module: 'brain-ct',
    kind: 'exam',
    version: 1,
    conclusion: conclusionOf(given),
    findings: [
      ...(bleedings.some(({ facts }) => facts.isOutlined !== false)
        ? bleedings.map(bleedingSentence)
        : [
            given.isNamed
              ? 'The bleeding was not outlined: volume not measured.'
              : 'No intracranial hemorrhage identified.',
          ]),
      shiftSentence(shift),
      ...(seen.some(({ evidence }) => isSet(evidence.facts, 'hasMassEffect'))
        ? ['Mass effect is present.']
        : []),
      ...sentence('Basal cisterns', seen, 'cisternsText'),
      evansSentence(evans),
      ...(hypodense.length > 0
        ? hypodense.map(hypodenseSentence)
        : ['No hypodense area on two neighboring slices.']),
      ...sentence('Sulci', seen, 'sulciText'),
      ...sentence('Parenchymal volume', seen, 'volumeText'),
    ],
    notAssessed: ['Skull fracture, orbits, sinuses and soft tissue are not assessed.', ...given.limits],
    technique,
    rules: [],
    keySlices: keySlicesOf(given),
    facts: { haemorrhagePatient: rounded(given.probability, 4), slicesRead: seen.length },
  };
}

/** What most of the slices that can answer say. */
function sentence(name: string, seen: readonly SeenSlice[], fact: string): string[] {
  const said = mostFrequent(seen.flatMap(({ evidence }) => textOf(evidence.facts, fact) ?? []));
  return [
    said === null
      ? `${name}: not assessed, since no slice at that level could be judged.`
      : `${name}: ${withoutName(said, name)}.`,
  ];
}

/** What is said begins with the name in some wordings. */
function withoutName(said: string, name: string): string {
  const rest = said.toLowerCase().startsWith(`${name.toLowerCase()} `) ? said.slice(name.length + 1) : said;
  return rest.charAt(0).toLowerCase() + rest.slice(1);
}

function conclusionOf({ isNamed, probability, bleedings, hypodense, shift, evans }: Given): string {
  const score = `(probability ${shareText(probability ?? 0)})`;
  const further = [
    ...(shift?.isFound ? [`midline shift to the ${shift.value > 0 ? 'left' : 'right'}`] : []),
    ...(evans !== undefined && evans.value > dilatedFrom ? ['dilated ventricles'] : []),
    ...hypodenseWords(hypodense),
  ];
  if (!isNamed) {
    const none = `no intracranial hemorrhage identified ${score}`;
    const seen = further.length > 0 ? `${further.join(', ')}; ${none}` : none;
    return `${capitalized(seen)}. Thin or isodense blood is not excluded.`;
  }
  const [first] = bleedings;
  const side = first?.side === 'left' || first?.side === 'right' ? ` on the ${first.side}` : '';
  const type = bleedingTypeWords((first?.facts.bleedingType ?? 'iph') as BleedingType);
  const volume = volumeSum(bleedings);
  const size = volume === null ? '' : `, ${volume.toFixed(1)} ml`;
  const also = further.length > 0 ? `; ${further.join(', ')}` : '';
  return `Suspected acute intracranial hemorrhage${side}, ${type}${size} ${score}${also}. Urgent review is advised.`;
}

/** "hypodensity on the left (21.3 ml) of undetermined age", by the largest. */
function hypodenseWords(hypodense: Given['hypodense']): string[] {
  const [largest] = hypodense.toSorted((a, b) => (b.volumeMl ?? 0) - (a.volumeMl ?? 0));
  if (largest === undefined) return [];
  const { side, volumeMl } = largest;
  const place = side === 'left' || side === 'right' ? ` on the ${side}` : '';
  const size = volumeMl === null ? '' : ` (${volumeMl.toFixed(1)} ml)`;
  return [`hypodensity${place}${size} of undetermined age`];
}

function keySlicesOf({ bleedings, hypodense, shift, evans }: Given): ExamReading['keySlices'] {
  const ofFinding = (finding: ExamFinding, shows: string) => {
    const wanted = Number(finding.facts.largestSlice ?? Number.NaN) - 1;
    const mark =
      finding.slices.find(({ slice }) => slice === wanted) ??
      finding.slices[Math.floor(finding.slices.length / 2)];
    return mark === undefined ? [] : [{ slice: mark.slice, file: mark.file, shows }];
  };
  return [
    ...bleedings.flatMap((finding) => ofFinding(finding, 'hemorrhage')),
    ...(shift?.isFound ? [{ slice: shift.slice.index, file: shift.slice.file, shows: 'midline shift' }] : []),
    ...hypodense.flatMap((finding) => ofFinding(finding, 'hypodense area')),
    ...(evans === undefined || evans.value < credibleFrom
      ? []
      : [{ slice: evans.slice.index, file: evans.slice.file, shows: "Evans' index" }]),
  ];
}
