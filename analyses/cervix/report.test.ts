import type { WireFields } from '@second-read/core/analysis/report-module';
import type { ReportHeader } from '@second-read/core/report/document';
import { describe, expect, it } from 'vitest';
import { earlierCervix as readingFromWire } from '../../apps/server/src/modules/earlier/cervix.ts';
import type { CervixReading } from './reading/schema.ts';
import { report } from './report.ts';

const documentOf = (wire: WireFields, header: ReportHeader) =>
  report.toDocument(readingFromWire(wire), header);

const header = { reportId: 'cervix-1', patientId: '0042', createdAt: null, analysedBy: null };

const line = { reason: null, certainty: null, measurements: [], region: null, side: null };
const percent = (quantity: string, value: number) =>
  ({ quantity, value, unit: 'percent', method: null }) as const;

const told: CervixReading = {
  module: 'cervix',
  version: 1,
  origin: 'engine',
  legible: true,
  findings: [
    {
      ...{ ...line, id: 'lesion-1', type: 'lesion', state: 'found', certainty: 76.2 },
      descriptors: { whiteness: 'dense' },
      measurements: [
        percent('share_of_cervix', 12),
        { quantity: 'quadrants', value: 1, unit: 'count', method: null },
      ],
    },
    {
      ...{ ...line, id: 'cervical-tissue-1', type: 'cervical tissue', state: 'found', descriptors: null },
      measurements: [percent('share_of_picture', 68.5)],
    },
    {
      ...{ ...line, id: 'abnormality-1', type: 'abnormality', state: 'not_found', certainty: 60 },
      descriptors: null,
    },
  ],
  swede: { acetowhiteness: 1, margin: 0, vessels: null, size: 2, iodine: null },
  rules: [],
  facts: { notNegative: 40, swedeFromFive: 30, junctionOutlined: false, notAssessed: [] },
  input: {
    ...{ gate: 99, spacingKnown: false, framing: 'usual', reflections: 3 },
    ...{ colposcope: 80, light: null },
  },
  texts: { conclusion: null, comments: [] },
};

const comments = [
  'Not assessed: adequacy, surface, squamocolumnar junction, transformation zone type, grade, invasion, vessels and iodine.',
  'Technique: one photograph, read as taken after acetic acid, which was not checked. Cervix outlined over 68.5 % of it. Reflections over 3.0 % left out of the color measures.',
];

describe('the cervix report on the wire', () => {
  it('sends an empty report_text, the findings and the partial Swede score', () => {
    expect(report.toWire(told)).toEqual({
      report_text: [],
      findings: [
        {
          type: 'lesion',
          found: 1,
          confidence: 76.2,
          lesion_type: 'Acetowhite, dense',
          size: '12.0 % of the cervix, 1 quadrant (millimeters not measurable)',
          clinical_note: 'Compare with the live examination; metaplasia and inflammation also turn white.',
        },
        {
          type: 'cervical tissue',
          found: 1,
          confidence: null,
          cervical_density: 'Cervix outlined',
          clinical_note: 'Adequacy and the type of the transformation zone (IFCPC 2011) need the examiner.',
        },
        {
          ...{ type: 'abnormality', found: 0, confidence: 60, abnormality_type: null },
          clinical_note: 'No IFCPC abnormality named from this picture.',
        },
      ],
      impression:
        'Dense acetowhite lesion, 12.0 % of the cervix, 1 quadrant; colposcopy and biopsy are advised.',
      swede: {
        acetowhiteness: 1,
        margin: 0,
        vessels: null,
        size: 2,
        iodine: null,
        total_least: 3,
        total_most: 7,
      },
      comments,
      trace: [],
    });
  });
});

describe('a cervix report of which a reader rejected the lesion', () => {
  it('tells of it nowhere', () => {
    const [lesion, ...others] = told.findings;
    const gone = { ...lesion, state: 'not_found', certainty: null, measurements: [], descriptors: null };
    const findings = [gone as CervixReading['findings'][number], ...others];
    const wire = JSON.stringify(report.toWire({ ...told, findings, swede: null }));
    expect(wire).not.toMatch(/[Dd]ense acetowhite|12\.0 %|quadrant/);
    expect(wire).toContain('No acetowhite change identified; if the examiner');
  });

  it('words an abnormality by its code, and by whether a lesion stands beside it', () => {
    const [lesion, tissue, none] = told.findings;
    const named = (change: string, state: string) => {
      const abnormality = { ...none, state: 'found', descriptors: { change } };
      const findings = [{ ...lesion, state }, tissue, abnormality] as CervixReading['findings'];
      return [report.toWire({ ...told, findings }).findings].flat()[2];
    };
    expect(named('dense_acetowhite', 'found')).toMatchObject({
      abnormality_type: 'Dense acetowhite change; IFCPC grade left to the examiner',
      clinical_note: expect.stringMatching(/^Color and extent alone/),
    });
    expect(named('without_outline', 'not_found')).toMatchObject({
      abnormality_type: 'Abnormality suspected without an outlined lesion; IFCPC grade left to the examiner',
      clinical_note: expect.stringMatching(/^By the score of the whole picture/),
    });
  });
});

describe('blood and red tissue of the cervix', () => {
  const wireOf = (input: Partial<CervixReading['input']>, findings = told.findings) =>
    JSON.stringify(report.toWire({ ...told, findings, input: { ...told.input, ...input } }));

  it('are reported beyond the canal from 7 % of it on, to be wiped', () => {
    expect(wireOf({ redInCervix: 9, redAtOs: 2 })).toContain(
      'Blood or red tissue beyond the canal on 7.0 % of the cervix: wipe and look again',
    );
    expect(wireOf({ redInCervix: 9, redAtOs: 2.1 })).not.toContain('Blood');
    expect(wireOf({})).not.toContain('Blood');
  });

  it('are red tissue at the os, which is not wiped, from 1 % of it on', () => {
    const words = wireOf({ redInCervix: 1.9, redAtOs: 1.9 });
    expect(words).toContain(
      'Red at the os on 1.9 % of the cervix, canal, ectropion or blood: if it is friable or bleeds on contact',
    );
    expect(words).not.toContain('wipe');
    expect(wireOf({ redInCervix: 0.9, redAtOs: 0.9 })).not.toContain('Red at');
  });

  it('are reported once where they lie on the lesion, from 5 % of it on, with what bleeding means', () => {
    const abnormality = { ...told.findings[2], state: 'found', descriptors: { change: 'dense_acetowhite' } };
    const findings = [...told.findings.slice(0, 2), abnormality as CervixReading['findings'][number]];
    const words = wireOf({ redInCervix: 12, redInLesion: 20 }, findings);
    expect(words).toContain(
      'on 20.0 % of the outlined lesion, not counted in its share: wipe and look again',
    );
    expect(words).not.toContain('beyond');
    expect(words).toContain(
      'if it bleeds on contact, invasion is not excluded; prompt colposcopy and biopsy',
    );
    expect(wireOf({ redInLesion: 4.9 }, findings)).not.toMatch(/Blood|invasion is not excluded/);
  });
});

describe('a cervix report without a lesion', () => {
  const [lesion, ...others] = told.findings;
  const gone = { ...lesion, state: 'not_found', measurements: [], descriptors: null };
  const without = { ...told, findings: [gone as CervixReading['findings'][number], ...others] };
  const concludes = (input: Partial<CervixReading['input']>) =>
    report.toWire({ ...without, input: { ...told.input, ...input } }).impression;

  it('ends with what comes next, whatever blood lies in the map of a lesion that is not named', () => {
    expect(concludes({ redInLesion: 12 })).toBe(
      'No acetowhite change identified; if the examiner confirms adequacy, routine screening interval.',
    );
  });

  it.each([{ framing: 'cut_off' }, { framing: 'small' }, { lightRatio: 4 }, { redInCervix: 9 }] as const)(
    'names no interval where the picture is inadequate: %o',
    (input) => {
      expect(concludes(input)).toMatch(/^No acetowhite change identified; .* before a conclusion\.$/);
    },
  );

  it('has no Swede total', () => {
    const unscored = { acetowhiteness: null, margin: null, vessels: null, size: null, iodine: null };
    const { swede } = report.toWire({ ...without, swede: unscored });
    expect(swede).toEqual({ ...unscored, total_least: null, total_most: null });
  });
});

describe('the place of a lesion', () => {
  it.each([
    [10, 2, "anterior lip, 10 to 2 o'clock, 12.0 % of the cervix, 1 quadrant"],
    [9, 9, "9 o'clock, 12.0 % of the cervix, 1 quadrant"],
    [3, 9, "posterior lip, 3 to 9 o'clock, 12.0 % of the cervix, 1 quadrant"],
    [8, 2, "8 to 2 o'clock, 12.0 % of the cervix, 1 quadrant"],
    [1, 12, 'around the os, 12.0 % of the cervix, 1 quadrant'],
  ])('from %i to %i is said by lip and clock', (from, to, words) => {
    const [lesion, ...others] = told.findings;
    const clock = (quantity: string, value: number) =>
      ({ quantity, value, unit: 'count', method: null }) as const;
    const measurements = [...(lesion?.measurements ?? []), clock('clock_from', from), clock('clock_to', to)];
    const findings = [{ ...lesion, measurements }, ...others] as CervixReading['findings'];
    const wire = report.toWire({ ...told, findings });
    expect(wire.impression).toContain(words);
    expect(wire.comments).toContainEqual(expect.stringContaining('anterior lip on top'));
  });
});

describe('the cervix report document', () => {
  const document = documentOf(report.toWire(told), header);

  it('shows the Swede score as a range and names the parts it is without', () => {
    expect(document.assessment?.comments[0]).toBe(
      'Swede score 3 to 7 of 10: acetowhiteness 1, margin 0, lesion size 2; without vessels and iodine.',
    );
  });

  it('widens the range by a part that is not told', () => {
    const open = { acetowhiteness: 1, margin: null, vessels: null, size: 2, iodine: null };
    const { assessment } = documentOf(report.toWire({ ...told, swede: open }), header);
    expect(assessment?.comments[0]).toBe(
      'Swede score 3 to 9 of 10: acetowhiteness 1, lesion size 2; without margin, vessels and iodine.',
    );
  });

  it('does not score a lesion that is not reported', () => {
    const unscored = documentOf(report.toWire({ ...told, swede: null }), header);
    expect(unscored.assessment?.comments[0]).toBe('Swede score: not scored, since no lesion is reported.');
  });

  it('begins with one sentence that concludes', () => {
    const concluded = (...findings: { type: string; [field: string]: string | number }[]) =>
      documentOf({ findings }, header).diagnosis?.text;
    const [lesion, abnormality] = [
      {
        type: 'lesion',
        found: 1,
        lesion_type: 'Acetowhite, dense',
        size: '18.0 % of the cervix, 2 quadrants',
      },
      { type: 'abnormality', found: 1, confidence: 81.2, abnormality_type: 'Major change (grade 2): dense' },
    ];
    const none = (type: string) => ({ type, found: 0 });
    expect(concluded(lesion, abnormality)).toBe(
      'Major change (grade 2): dense, 18.0 % of the cervix, 2 quadrants; colposcopy and biopsy are advised.',
    );
    expect(concluded(none('lesion'), { ...abnormality, abnormality_type: 'Abnormality suspected' })).toBe(
      'Abnormality suspected (model score 81.2 %); colposcopy is advised.',
    );
    expect(concluded(none('lesion'), none('abnormality'))).toBe(
      'No acetowhite lesion identified in this picture; that does not exclude one.',
    );
    expect(concluded(lesion, abnormality, none('cervical tissue'))).toMatch(/^No conclusion: no cervix/);
    expect(concluded()).toMatch(/^No conclusion: /);
    expect(document.diagnosis?.heading).toBe('Impression');
  });

  it('says Not assessed of a finding that is missing or malformed', () => {
    const { findings } = documentOf({ findings: [{ type: 'lesion', found: 'maybe' }] }, header);
    expect(findings.map(({ found, note }) => [found, note])).toEqual(
      ['', '', ''].map(() => [false, 'Not assessed: the response says nothing of it.']),
    );
  });

  it('words each finding in the colours of the specification', () => {
    expect(document.findings.map(({ type, colour }) => [type, colour])).toEqual([
      ['lesion', '#FF6347'],
      ['cervical tissue', '#20B2AA'],
      ['abnormality', '#FFD700'],
    ]);
    expect(document.findings[0]).toMatchObject({
      found: true,
      confidence: 76.2,
      note: 'Compare with the live examination; metaplasia and inflammation also turn white.',
      details: [
        { label: 'Lesion Type', value: 'Acetowhite, dense' },
        { label: 'Size', value: '12.0 % of the cervix, 1 quadrant (millimeters not measurable)' },
      ],
    });
    // Nothing measures how sure the outline is.
    expect(document.findings[1]).toMatchObject({ found: true, confidence: null });
    expect(document.findings[1]).not.toHaveProperty('confidenceNote');
  });

  it('never computes a BI-RADS category', () => {
    expect(document.assessment?.category).toBeUndefined();
    expect(JSON.stringify(document)).not.toMatch(/bi-?rads/i);
  });

  it('reads as pending without findings and survives malformed ones', () => {
    expect(documentOf({ report_text: [] }, header).assessment?.comments).toEqual(['Pending analysis']);
    const malformed = documentOf({ findings: [7, null, { type: 'lesion', found: 1 }] }, header);
    expect(malformed.findings[0]?.details[0]).toEqual({ label: 'Lesion Type', value: 'Not specified' });
    expect(malformed.assessment?.comments).toEqual(['Not specified']);
  });

  it('shows original, segmented and overlay in one row, under the specified file name', () => {
    expect(document.images.map(({ role }) => role)).toEqual(['original', 'segmented', 'overlay']);
    expect(document.fileName).toBe('cervix_analysis_0042_{timestamp}.pdf');
  });
});
