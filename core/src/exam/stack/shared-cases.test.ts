import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { factsOfFrame, readSliceFacts } from '../../series/slice-facts.ts';
import { stackOf } from './stack.ts';

const data =
  process.env.SECOND_READ_DATA ?? fileURLToPath(new URL('../../../../../shared/datasets', import.meta.url));
const cases = join(data, '../cases');

function factsIn(path: string) {
  const head = readSliceFacts(new Uint8Array(readFileSync(join(cases, path))), true);
  if (head.kind !== 'slice') throw new Error(`${path}: ${head.kind}`);
  return head.facts;
}

function stackIn(path: string) {
  const files = path.endsWith('.dcm')
    ? Array.from({ length: factsIn(path).frames }, (_, at) => ({
        name: `${at + 1}`,
        facts: factsOfFrame(factsIn(path), at),
      }))
    : readdirSync(join(cases, path)).map((name) => ({ name, facts: factsIn(`${path}/${name}`) }));
  const { slices, facts } = stackOf(files, { prefers: 'soft' });
  return {
    names: slices.map(({ file }) => file.name).join(' '),
    spacingMm: facts.spacingMm,
    aside: facts.setAside.map(({ reason }) => reason),
  };
}

describe.skipIf(!existsSync(cases))('public cases (needs ../shared/cases)', () => {
  it.each([
    ['patient-id-gb18030.dcm', '王小东-2'],
    ['patient-id-iso2022-ir87.dcm', '山田-3'],
  ])('%s names its patient', (path, id) => {
    expect(factsIn(path).identity?.patientId).toBe(id);
  });

  it('one of two passes is read, the other is listed', () => {
    expect(stackIn('two-passes-one-series')).toMatchObject({
      names: 'IM001.dcm IM002.dcm IM003.dcm IM004.dcm IM005.dcm',
      aside: Array(5).fill('other_pass'),
    });
  });

  it('frames out of order are in the order and at the distances of the same slices as files', () => {
    const { names, spacingMm } = stackIn('enhanced-ct-frames-out-of-order.dcm');
    expect(names).toBe('2 4 1 5 3');
    expect(spacingMm).toBeCloseTo(stackIn('last-slice-is-air').spacingMm ?? 0, 3);
  });
});
