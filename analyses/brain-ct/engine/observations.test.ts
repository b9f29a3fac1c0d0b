import { mask } from '@second-read/core/pixels/plane';
import { describe, expect, it } from 'vitest';
import { diagnose } from './diagnosis.ts';
import { canvasSide } from './frame.ts';
import { canvasLabels, classes } from './label-map.ts';
import { assessableOn, type SliceLevel } from './level.ts';
import type { Measurements } from './measurements.ts';
import * as observe from './observations.ts';
import { haemorrhageFrom } from './operating-point.ts';
import { sideOf } from './regions.ts';

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
    frame: { grey: plane, toStudy: { a: 1, b: 0, c: 0, d: 0, e: 1, f: 0 }, scale: 1, turn: 0 },
    skull: { bone: empty, intracranial: square(100, 100), closure: 1 },
    density: { hu: plane, source: 'measured' },
    bleeding: {
      probability: 0.001,
      types: { edh: 0.1, sdh: 0.7, sah: 0, iph: 0, ivh: 0 },
      map: plane,
      position: 0.6,
    },
    bleedingRegion: empty,
    level,
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
    hypodense: { region: empty, fraction: 0, difference: 0 },
    ...changes,
  };
}

const shifted = { innerWidth: 150, idealAt: () => 127.5, path: [], shift: 0.06 };

describe('the observations', () => {
  it('words a shift with millimetres where the spacing is known', () => {
    const m = measured('lateral ventricles', { midline: shifted, mmPerPixel: 0.9 });
    expect(observe.midlineShift(m)).toBe(
      'Shifted to the left (8.1 mm, 6.0 % of the inner skull width, above 5 mm)',
    );
  });

  it('words a shift in per cent where it is not, and says so of the threshold', () => {
    const m = measured('lateral ventricles', { midline: { ...shifted, shift: -0.06 } });
    expect(observe.midlineShift(m)).toBe(
      'Shifted to the right (6.0 % of the inner skull width, above 5 mm at a usual head size)',
    );
  });

  it('leaves open what a level does not show, with the reason', () => {
    const m = measured('convexity');
    expect(observe.midlineShift(m)).toBe('Not Specified: not assessable at this level (convexity)');
    expect(observe.ventricularDilation(m)).toMatch(/^Not Specified/);
    expect(observe.basalCisterns(m)).toMatch(/^Not Specified/);
    expect(observe.sulcation(m)).toBe('Within the usual range (sulcal CSF 2.0 % of the cortical band)');
    expect(observe.massEffect(measured('face'))).toBe('Not Specified: not assessable at this level (face)');
  });

  it("grades ventricles by Evans' index", () => {
    const at = (evansIndex: number) => {
      const { csf } = measured('lateral ventricles');
      if (csf === undefined) throw new Error('no csf');
      return observe.ventricularDilation(measured('lateral ventricles', { csf: { ...csf, evansIndex } }));
    };
    expect([0.22, 0.27, 0.35].map(at)).toEqual([
      'Not dilated (Evans index 0.22)',
      'Possibly dilated (Evans index 0.27)',
      'Dilated (Evans index 0.35)',
    ]);
  });

  it('puts sides as radiology does: the picture’s left is the patient’s right', () => {
    const m = measured('lateral ventricles');
    expect(sideOf(square(40, 100), m)).toBe('right');
    expect(sideOf(square(170, 100), m)).toBe('left');
    expect(sideOf(square(108, 100), m)).toBeUndefined();
  });

  it('names side, region and size of a hypodense area', () => {
    const m = measured('lateral ventricles', {
      hypodense: { region: square(170, 50), fraction: 0.08, difference: -9.4 },
      mmPerPixel: 0.75,
    });
    expect(observe.hypodenseAreas(m)).toBe('Left, frontal region (9.0 cm², -9 HU against the other side)');
  });
});

describe('the diagnosis', () => {
  it('opens with blood, its side and most likely type', () => {
    const { bleeding } = measured('lateral ventricles');
    const probability = Math.min(0.99, haemorrhageFrom + 0.3);
    const m = measured('lateral ventricles', {
      bleeding: { ...bleeding, probability },
      bleedingRegion: square(170, 90),
    });
    expect(diagnose(m)[0]).toBe(
      `Suspected acute intracranial haemorrhage on the left, most like a subdural haematoma (probability ${(100 * probability).toFixed(0)} %). Urgent review is advised.`,
    );
  });

  it('lists what was not assessed, and never speaks of normal', () => {
    const text = diagnose(measured('face')).join(' ');
    expect(text).toContain(
      'Not assessed on this slice: midline, ventricles, basal cisterns, sulci, hypodense areas and skull fracture.',
    );
    expect(text).not.toMatch(/normal\b(?!ity)/i);
    expect(text).not.toContain('No other abnormality');
  });

  it('names what was judged where nothing was found', () => {
    expect(diagnose(measured('lateral ventricles')).join(' ')).toContain(
      'No other abnormality was measured (judged: midline, ventricles, sulci and hypodense areas).',
    );
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
