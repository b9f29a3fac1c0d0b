/**
 * What the lung's gate takes: `npx tsx training/engine/chest-gate.ts SET [EVERY]`. SET holds labels.csv, the
 * file in its first column; every so many files are read, those with Hounsfield units as they are and as
 * 8-bit pictures in each window. A line per way to show them: how many, and which are accepted and refused.
 */
import { engine } from '../../analyses/lung/engine/engine.ts';
import { context } from '../../analyses/study.test-support.ts';
import type { GreyRange } from '../../core/src/pixels/color/apply-window.ts';
import { readStudy } from './read-study.ts';
import { filesOf, shownAs } from './shown-as.ts';
import { windows } from './windows.ts';

const [set = '', every = '1'] = process.argv.slice(2);
/** Windows that nothing was chosen on. */
const others: Record<string, GreyRange> = {
  '-1000 to 0': { min: -1000, max: 0 },
  '-1000 to 200': { min: -1000, max: 200 },
  '-1150 to 350': { min: -1150, max: 350 },
  '-1024 to 1024': { min: -1024, max: 1024 },
  '-1024 to 3071': { min: -1024, max: 3071 },
};

const files = filesOf(set).filter((_, n) => n % Number(every) === 0);
const tally = new Map<string, { accepted: string[]; refused: string[] }>();
for (const file of files) {
  for (const [shown, study] of shownAs(await readStudy(`${set}/${file}`), { ...windows, ...others })) {
    const told = tally.get(shown) ?? { accepted: [], refused: [] };
    tally.set(shown, told);
    const { accepted } = await engine.accept(engine.prepare(study), context);
    told[accepted ? 'accepted' : 'refused'].push(file);
  }
}
for (const [shown, { accepted, refused }] of tally) {
  const [fewer, which] = accepted.length < refused.length ? ['accepted', accepted] : ['refused', refused];
  console.log(
    JSON.stringify({
      set,
      shown,
      accepted: accepted.length,
      refused: refused.length,
      [`those ${fewer}`]: which,
    }),
  );
}
