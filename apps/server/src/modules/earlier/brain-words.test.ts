import { generator, invented } from '@second-read/analyses/brain-ct/engine/findings/invented.test-support';
import type { Observation } from '@second-read/analyses/brain-ct/engine/findings/observation';
import { observe } from '@second-read/analyses/brain-ct/engine/findings/observations';
import {
  type MeasuredNumbers,
  measurementsOf,
} from '@second-read/analyses/brain-ct/engine/measure/measurements.test-support';
import type { ObservationId } from '@second-read/analyses/brain-ct/reading/codes';
import { describe, expect, it } from 'vitest';
import recorded from '../../../../../analyses/brain-ct/fixtures/measured-numbers.json' with { type: 'json' };
import { fromWords } from './brain-words.ts';

function observed(numbers: MeasuredNumbers): [ObservationId, Observation][] {
  const seen = observe(measurementsOf(numbers));
  return [
    ['haemorrhage', seen.haemorrhage],
    ['midline_shift', seen.midline],
    ['basal_cistern_dilation', seen.cisterns],
    ['mass_effect', seen.massEffect],
    ['ventricular_dilation', seen.ventricles],
    ['hypodense_areas', seen.hypodense],
    ['sulcation', seen.sulci],
    ['hypertrophy', seen.volume],
  ];
}

/** Lines whose words say something else than the engine did. */
function misread(numbers: MeasuredNumbers): unknown[] {
  return observed(numbers).flatMap(([id, { text, judgement: _, clause: __, ...coded }]) => {
    const read = fromWords(id, text);
    return JSON.stringify(sorted(read)) === JSON.stringify(sorted(coded)) ? [] : [{ id, text, coded, read }];
  });
}

const sorted = (value: object) => Object.entries(value).sort(([a], [b]) => a.localeCompare(b));

describe('the words of a stored line', () => {
  it('are read as what the engine measured, over 2,000 invented slices', () => {
    const random = generator(17);
    expect(Array.from({ length: 2000 }, () => invented(random)).flatMap(misread)).toEqual([]);
  });

  it('are read as what the engine measured, on slices of six sources', () => {
    expect((recorded as MeasuredNumbers[]).flatMap(misread)).toEqual([]);
  });

  it.each([
    ['haemorrhage', 'Suspected on the left, most like a subdural haematoma (probability 91 %)', 'suspected'],
    ['haemorrhage', 'suspected on the left', null],
    ['midline_shift', 'None measurable (0.4 mm, 0.3 % of the inner skull width)', 'not_shifted'],
    ['hypertrophy', 'Generalised volume loss (CSF 12 %)', 'generalized_loss'],
    ['sulcation', 'Not Specified', null],
    ['hypodense_areas', '', null],
  ] as const)('of older versions: %s, %s', (id, text, code) => {
    expect(fromWords(id, text).code).toBe(code);
  });
});
