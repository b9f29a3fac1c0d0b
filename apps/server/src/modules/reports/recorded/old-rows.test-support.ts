import { readFileSync } from 'node:fs';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { oddBrain } from './odd-brain.test-support.ts';
import { oddBreast } from './odd-breast.test-support.ts';
import { oddCervix } from './odd-cervix.test-support.ts';
import { oddLung } from './odd-lung.test-support.ts';
import type { EngineRow, NamedText, NamedWire, OldRow, ReadRow } from './old-row.test-support.ts';

const fixture = (name: string) =>
  JSON.parse(readFileSync(new URL(`./${name}.fixture.json`, import.meta.url), 'utf8'));
export const engineRows: readonly EngineRow[] = fixture('engine-rows');
export const readRows: readonly ReadRow[] = fixture('engine-readings');

function rows(module: AnalysisId, named: readonly NamedWire[]): OldRow[] {
  return named.map(([name, wire]) => ({ name: `${module}: ${name}`, module, wire }));
}

const withText = ([name, text]: NamedText): NamedWire => [
  name,
  text === undefined ? {} : { report_text: text },
];

export const oldRows: readonly OldRow[] = [
  ...engineRows,
  ...rows('breast', oddBreast.map(withText)),
  ...rows('lung', oddLung.map(withText)),
  ...rows('cervix', oddCervix),
  ...rows('brain-ct', oddBrain),
];
