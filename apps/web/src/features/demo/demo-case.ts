import { manifest } from '@second-read/analyses/breast/manifest';
import { categories } from '@second-read/analyses/breast/report/words';
import type { ReportDetail, ReportDocument, ReportFinding } from '@second-read/core/report/document';
import data from './cases.json';

interface DemoFinding {
  readonly type: string;
  readonly found: number;
  /** Percent. */
  readonly confidence: number | null;
  /** 0: it was not looked for, and the note says why. */
  readonly assessed?: number;
  readonly note?: string;
  readonly definition?: string;
  readonly density?: string;
  readonly shape?: string;
  readonly measurement?: string;
  readonly mass_calcification?: string;
  readonly axilla_type?: string;
  readonly calcification_type?: string;
  readonly breast_density?: string;
}

/** One demo case in the specification's fields. */
export interface DemoCase {
  readonly id: string;
  readonly title: string;
  readonly input_img: string;
  readonly output_img: string;
  /** Pixels of both pictures. */
  readonly width: number;
  readonly height: number;
  readonly BIRADS: number;
  /** What the engine makes of the picture. */
  readonly engine_BIRADS: number | null;
  readonly comment: readonly string[];
  readonly report: readonly DemoFinding[];
}

/**
 * Gallery pictures read by the real engine (scripts/make-demo.ts).
 */
export const demoCases: readonly DemoCase[] = data.cases;

const detailLabels = {
  definition: 'Definition',
  density: 'Density',
  shape: 'Shape',
  measurement: 'Measurement',
  mass_calcification: 'Mass Calcification',
  axilla_type: 'Axilla Type',
  calcification_type: 'Calcification Type',
  breast_density: 'Breast Density',
} as const;

function detailsOf(finding: DemoFinding): ReportDetail[] {
  return Object.entries(detailLabels).flatMap(([key, label]) => {
    const value = finding[key as keyof typeof detailLabels];
    return value === undefined ? [] : [{ label, value }];
  });
}

/** The findings of a case, as finding cards draw them. */
export function demoFindings(entry: DemoCase): ReportFinding[] {
  return entry.report.map((finding) => {
    const type = manifest.findingTypes.find((candidate) => candidate.id === finding.type);
    return {
      type: finding.type,
      label: type?.label ?? finding.type,
      colour: type?.colour ?? '#666666',
      found: finding.found === 1,
      ...(finding.assessed === 0 && { isAssessed: false as const }),
      confidence: finding.confidence,
      details: finding.found === 1 ? detailsOf(finding) : [],
      ...(finding.note !== undefined && { note: finding.note }),
    };
  });
}

/**
 * The assessment block of a case: the engine's category and comments, so that category, cards and sentences
 * agree, and the category that the specification gives.
 */
export function demoAssessment(entry: DemoCase): NonNullable<ReportDocument['assessment']> {
  const value = entry.engine_BIRADS ?? entry.BIRADS;
  const words = categories[value];
  return {
    heading: 'Assessment',
    category: {
      label: `BI-RADS ${value}`,
      value,
      words: words?.words ?? '',
      management: words?.management ?? '',
      severity: value >= 4 ? 'urgent' : 'attention',
    },
    comments: [givenCategory(entry), ...entry.comment],
    trace: [],
  };
}

function givenCategory({ BIRADS, engine_BIRADS: own }: DemoCase): string {
  const given = `Demo data: BI-RADS ${BIRADS} is given with the case.`;
  return own === null || own === BIRADS ? given : `${given} The engine reads this image as BI-RADS ${own}.`;
}

/** The index `step` places on, around the end. */
export function wrapped(index: number, step: number, count: number): number {
  return (((index + step) % count) + count) % count;
}
