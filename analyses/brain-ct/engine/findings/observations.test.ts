import { mask } from '@second-read/core/pixels/plane';
import { describe, expect, it } from 'vitest';
import type { SliceLevel } from '../../reading/codes.ts';
import { canvasSide } from '../head/upright-head.ts';
import { assessableOn } from '../measure/level.ts';
import type { Measurements } from '../measure/measurements.ts';
import { haemorrhageFrom } from '../measure/operating-point.ts';
import { diagnose } from './diagnosis.ts';
import { canvasLabels, classes } from './label-map.ts';
import { observe } from './observations.ts';
import { sideOf } from './regions.ts';
import { scoresOf } from './scores.ts';
import { toReading } from './to-reading.ts';

const empty = mask(canvasSide, canvasSide);
const plane = { width: canvasSide, height: canvasSide, data: new Float32Array(canvasSide ** 2) };

/** A square of 40 px with its left upper corner at (x, y). */
function square(x: number, y: number) {
  const region = mask(canvasSide, canvasSide);
  for (let row = y; row < y + 40; row++) region.data.fill(1, row * canvasSide + x, row * canvasSide + x + 40);
  return region;
}

function measured(level: SliceLevel, changes: Partial<Measurements> = {}): Measurements {
  return {
    upright: { grey: plane, toStudy: { a: 1, b: 0, c: 0, d: 0, e: 1, f: 0 }, scale: 1, turn: 0 },
    skull: { bone: empty, intracranial: square(100, 100), closure: 1 },
    density: { hu: plane, source: 'measured' },
    bleeding: {
      probability: 0.001,
      types: { edh: 0.1, sdh: 0.7, sah: 0, iph: 0, ivh: 0 },
      map: plane,
      position: 0.6,
      levels: [],
    },
    bleedingRegion: empty,
    level,
    file: { sides: 'file', isDeclared: true },
    unlike: [],
    assessable: assessableOn(level),
    midline: {
      innerWidth: 150,
      idealAt: () => 127.5,
      path: [
        { x: 128, y: 20 },
        { x: 128, y: 236 },
      ],
      shift: 0.002,
    },
    csf: {
      central: empty,
      sulcal: empty,
      fraction: 0.06,
      centralFraction: 0.03,
      sulcalShare: { smallerX: 0.02, largerX: 0.02, both: 0.02 },
      evansIndex: 0.22,
    },
    hypodense: { region: empty, fraction: 0, difference: 0, comparedWith: 'usual brain' },
    ...changes,
  };
}

const shifted = { innerWidth: 150, idealAt: () => 127.5, path: [], shift: 0.06 };

const usualCsf = {
  central: empty,
  sulcal: empty,
  fraction: 0.06,
  centralFraction: 0.03,
  sulcalShare: { smallerX: 0.02, largerX: 0.02, both: 0.02 },
  evansIndex: 0.22,
};
const suspected = {
  ...measured('convexity').bleeding,
  probability: Math.min(0.99, haemorrhageFrom + 0.3),
};

describe('the observations', () => {
  it('words a shift with millimetres where the spacing is known', () => {
    const m = measured('lateral ventricles', { midline: shifted, mmPerPixel: 0.9 });
    expect(observe(m).midline.text).toBe(
      'Shifted to the left (8.1 mm, 6.0 % of the inner skull width, above 5 mm)',
    );
  });

  it('words a shift in per cent where it is not, and says so of the threshold', () => {
    const m = measured('lateral ventricles', { midline: { ...shifted, shift: -0.06 } });
    expect(observe(m).midline.text).toBe(
      'Shifted to the right (6.0 % of the inner skull width, above 5 mm at a usual head size)',
    );
  });

  it('leaves open what a level does not show, with the reason', () => {
    const seen = observe(measured('convexity'));
    for (const line of [seen.midline, seen.ventricles, seen.cisterns]) {
      expect(line.text).toBe('Not assessed: not at this level (convexity)');
    }
    expect(seen.sulci.text).toBe('Within the usual range (sulcal CSF 2.0 % of the cortical band)');
  });

  it('says nothing of blood where no brain can be judged', () => {
    const { haemorrhage, massEffect } = observe(measured('face'));
    for (const line of [haemorrhage, massEffect]) {
      expect(line.text).toBe('Not assessed: no brain that can be judged (level face)');
    }
    expect(observe(measured('posterior fossa')).haemorrhage.judgement).toBe('unremarkable');
  });

  it('blames the window of a picture, never that of Hounsfield units', () => {
    const reason = (source: 'measured' | 'estimated') => {
      const face = measured('face');
      return observe({ ...face, density: { ...face.density, source } }).midline.text;
    };
    expect(reason('measured')).toBe('Not assessed: no brain that can be judged (level face)');
    expect(reason('estimated')).toBe(
      'Not assessed: no brain that can be judged (level face, or window unsuitable)',
    );
  });

  it("grades ventricles by Evans' index, and not by one that is implausible", () => {
    const at = (evansIndex: number) =>
      observe(measured('lateral ventricles', { csf: { ...usualCsf, evansIndex } })).ventricles.text;
    expect([0.22, 0.304, 0.35, 0.11].map(at)).toEqual([
      'Not dilated (Evans index 0.22)',
      'Not dilated (Evans index 0.30)',
      'Dilated (Evans index 0.35)',
      'Not assessed: the frontal horns were not outlined as a pair (an Evans index of 0.11 is implausible)',
    ]);
  });

  it('puts sides as radiology does: the picture’s left is the patient’s right', () => {
    const m = measured('lateral ventricles');
    expect(sideOf(square(40, 100), m)).toBe('right');
    expect(sideOf(square(170, 100), m)).toBe('left');
    expect(sideOf(square(108, 100), m)).toBeUndefined();
  });

  it('names side, third and size of a hypodense area, and no lobe', () => {
    const comparedWith = 'other side' as const;
    const hypodense = { region: square(170, 50), fraction: 0.08, difference: -9.4, comparedWith };
    const m = measured('lateral ventricles', { hypodense, mmPerPixel: 0.75 });
    expect(observe(m).hypodense.text).toBe('Left, anterior third (9.0 cm², 9 HU lower than the other side)');
    const estimated = { ...m, density: { hu: plane, source: 'estimated' as const } };
    expect(observe(estimated).hypodense.text).toMatch(/9 HU lower than the other side, estimated\)$/);
    const unlike = { ...m, hypodense: { ...hypodense, comparedWith: 'usual brain' as const } };
    expect(observe(unlike).hypodense.text).toMatch(/9 HU lower than usual brain\)$/);
    const across = { ...m, hypodense: { ...hypodense, region: square(110, 110) } };
    expect(observe(across).hypodense.text).toMatch(/^Both sides, .* 9 HU lower than the mirrored places\)$/);
    const even = { ...unlike, hypodense: { ...unlike.hypodense, difference: -0.3 } };
    expect(observe(even).hypodense.text).toMatch(/\(9.0 cm², on average as dense as usual brain\)$/);
  });

  it('calls sulci effaced only beside a lesion or a shift on their side, else asymmetric', () => {
    const sulcalShare = { smallerX: 0.005, largerX: 0.04, both: 0.022 };
    const csf = { ...usualCsf, sulcalShare };
    const sulci = (changes: Partial<Measurements>) =>
      observe(measured('lateral ventricles', { csf, ...changes })).sulci.text;
    expect(sulci({})).toMatch(/^Asymmetric, less visible on the right \(sulcal CSF/);
    expect(sulci({ bleeding: suspected, bleedingRegion: square(40, 100) })).toMatch(/^Effaced on the right/);
    expect(sulci({ bleeding: suspected, bleedingRegion: square(170, 100) })).toMatch(
      /^Asymmetric, less visible on the right \(sulcal CSF/,
    );
    expect(sulci({ midline: shifted })).toMatch(/^Effaced on the right/);
    expect(sulci({ midline: { ...shifted, shift: -0.06 } })).toMatch(/^Asymmetric/);
    const bleeding = { bleeding: suspected, bleedingRegion: square(40, 100) };
    const comparedWith = 'other side' as const;
    const hypodense = { region: square(170, 100), fraction: 0.07, difference: -13, comparedWith };
    expect(sulci({ ...bleeding, hypodense })).toMatch(/^Asymmetric, less visible on the right/);
  });

  it('says beside a small bleeding that neither shift nor effaced sulci were measured', () => {
    const bleedingRegion = { ...empty, data: empty.data.slice() };
    bleedingRegion.data.fill(1, 120 * canvasSide + 110, 120 * canvasSide + 140);
    const m = measured('lateral ventricles', { bleeding: suspected, bleedingRegion });
    expect(observe(m).massEffect).toMatchObject({
      text: 'No sign measured (no midline shift or effaced sulci)',
      judgement: 'unremarkable',
    });
    expect(diagnose(m)).toContain('No midline shift (0.2 %).');
    expect(diagnose(measured('lateral ventricles')).join(' ')).not.toContain('No midline shift');
  });

  it('calls no mass effect present where the midline moved towards the narrower sulci', () => {
    const sulcalShare = { smallerX: 0.005, largerX: 0.04, both: 0.022 };
    const csf = { ...usualCsf, sulcalShare };
    const m = measured('lateral ventricles', { csf, midline: { ...shifted, shift: -0.06 } });
    expect(observe(m).massEffect).toMatchObject({
      text: 'Not excluded: midline moved towards the side of the narrower sulci',
      judgement: 'open',
    });
  });

  it('puts no slice below the skull base up for review as a bleeding', () => {
    const unlike = ['the face or the neck', 'a very wide window'];
    expect(diagnose(measured('face', { unlike }))[0]).toMatch(/^No conclusion: this slice shows no brain/);
    expect(diagnose(measured('convexity', { unlike }))[0]).toMatch(/^Hemorrhage is not excluded, for review/);
  });

  it('does not exclude mass effect beside a suspected bleeding that is large, or without its signs', () => {
    const m = measured('convexity', { bleeding: suspected, bleedingRegion: square(110, 110) });
    expect(observe(m).massEffect).toMatchObject({
      text: 'Not excluded: suspected hemorrhage (100.0 % of the intracranial area); no effaced sulci measured',
      judgement: 'open',
      clause: 'mass effect not excluded',
    });
    expect(observe(measured('convexity')).massEffect.text).toBe('No sign measured (no effaced sulci)');
  });
});

describe('the diagnosis', () => {
  it('opens with blood, its side and most likely type', () => {
    const m = measured('lateral ventricles', { bleeding: suspected, bleedingRegion: square(170, 90) });
    expect(diagnose(m)[0]).toBe(
      `Suspected acute intracranial hemorrhage on the left: extra-axial hyperdensity, subdural favored (model score ${(100 * suspected.probability).toFixed(1)} %); urgent review is advised.`,
    );
  });

  it('says both sides or the midline where no side is named', () => {
    const two = {
      ...empty,
      data: square(40, 100).data.map((value, i) => value | (square(170, 100).data[i] ?? 0)),
    };
    const opening = (bleedingRegion: typeof empty) =>
      diagnose(measured('lateral ventricles', { bleeding: suspected, bleedingRegion }))[0];
    expect(opening(two)).toMatch(/^Suspected acute intracranial hemorrhage on both sides: /);
    const { bleedingRegion } = { bleedingRegion: { ...empty, data: empty.data.slice() } };
    bleedingRegion.data.fill(1, 120 * canvasSide + 124, 120 * canvasSide + 132);
    expect(opening(bleedingRegion)).toMatch(/hemorrhage near the midline: /);
    expect(opening(empty)).toMatch(/hemorrhage: /);
  });

  it('does not exclude a calcification where a bleeding within the brain is small', () => {
    const bleedingRegion = { ...empty, data: empty.data.slice() };
    bleedingRegion.data.fill(1, 120 * canvasSide + 116, 120 * canvasSide + 121);
    const whole = { ...empty, data: empty.data.map(() => 1) };
    const skull = { bone: empty, intracranial: whole, closure: 1 };
    const bleeding = { ...suspected, types: { edh: 0, sdh: 0, sah: 0, iph: 0.4, ivh: 0 } };
    const text = (region: typeof empty) =>
      diagnose(measured('lateral ventricles', { skull, bleeding, bleedingRegion: region })).join(' ');
    expect(text(bleedingRegion)).toContain('a calcification is not excluded');
    expect(text(square(100, 100))).not.toContain('calcification');
  });

  it('says beside a named bleeding that the picture is unlike those that were measured', () => {
    const m = measured('lateral ventricles', {
      bleeding: suspected,
      unlike: ['an open or incomplete skull'],
    });
    const sentence =
      'The picture shows an open or incomplete skull: sides, type and shift are to be checked.';
    expect(diagnose(m)[1]).toBe(sentence);
    expect(diagnose({ ...m, unlike: [] })).not.toContain(sentence);
  });

  it('never says that there is none in a picture unlike those that were measured', () => {
    const m = measured('lateral ventricles', {
      unlike: ['a very wide window', 'an open or incomplete skull'],
    });
    expect(observe(m).haemorrhage.text).toBe(
      'Not assessed: the picture shows a very wide window and an open or incomplete skull; not excluded, for review (model score 0.1 %)',
    );
    expect(diagnose(m)[0]).toMatch(/^Hemorrhage is not excluded, for review/);
    expect(diagnose(m).join(' ')).not.toMatch(/no hemorrhage/i);
    const [bleeding] = toReading({ measured: m, seen: observe(m), labels: empty, comments: [] }).findings;
    expect(bleeding).toMatchObject({ state: 'not_assessed', certainty: null });
  });

  it('says in its first sentence what else was seen', () => {
    const m = measured('lateral ventricles', { csf: { ...usualCsf, evansIndex: 0.31 } });
    expect(diagnose(m)[0]).toBe(
      'No hemorrhage detected on this slice (model score 0.1 %); dilated lateral ventricles (Evans index 0.31), hydrocephalus or volume loss.',
    );
  });

  it('lists what was not assessed, and never speaks of normal', () => {
    const text = diagnose(measured('face')).join(' ');
    expect(text).toContain(
      'Not assessed on this slice: hemorrhage, midline, basal cisterns, mass effect, ventricles, hypodense areas and sulci (no brain that can be judged). Also not assessed: parenchymal volume and skull fracture.',
    );
    expect(text).toMatch(/^No conclusion: this slice shows no brain that can be judged/);
    expect(text).not.toMatch(/normal\b(?!ity)/i);
    expect(text).not.toMatch(/no other abnormality|no hemorrhage/i);
  });

  it('names what was judged where nothing was found', () => {
    expect(diagnose(measured('lateral ventricles'))[0]).toBe(
      'No hemorrhage detected on this slice (model score 0.1 %); no other abnormality measured (judged: midline, ventricles, hypodense areas and sulci).',
    );
  });
});

describe('the scores', () => {
  it('give a type no probability where too few were measured', () => {
    const types = { edh: 0.4, sdh: 0.3, sah: 0.2, iph: 0.1, ivh: 0.05 };
    const { bleeding } = measured('convexity');
    expect(scoresOf(measured('convexity', { bleeding: { ...bleeding, types } })).haemorrhage_types).toEqual({
      edh: 0.4,
      sdh: null,
      sah: null,
      iph: 0.1,
      ivh: null,
    });
  });
});

describe('the label map', () => {
  it('shows a bleeding only where the report names one', () => {
    const { bleeding } = measured('convexity');
    const painted = (probability: number) =>
      canvasLabels(
        measured('convexity', { bleeding: { ...bleeding, probability }, bleedingRegion: square(110, 110) }),
      ).data.includes(classes.haemorrhage);
    expect(painted(haemorrhageFrom)).toBe(true);
    expect(painted(haemorrhageFrom - 0.01)).toBe(false);
  });
});
