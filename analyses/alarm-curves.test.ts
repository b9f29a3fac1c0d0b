import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { modules } from './catalogue.ts';

const networksOf = (folder: URL) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.onnx'))
    .map((file) =>
      createHash('sha256')
        .update(readFileSync(new URL(file, folder)))
        .digest('hex'),
    );

describe.each(modules)('the alarms of $manifest.id', ({ manifest, alarm, noAlarmCurve }) => {
  const model = new URL(`./${manifest.id}/model/`, import.meta.url);

  it('have a curve, or say why they have none', () => {
    expect(alarm === undefined).toBe(noAlarmCurve !== undefined);
  });

  it.runIf(alarm)('have the curve of a network that ships, measured on both kinds of pictures', () => {
    expect(networksOf(model)).toContain(alarm?.curve.networkSha256);
    for (const kind of ['with', 'without'] as const)
      expect(alarm?.curve.sources.reduce((all, source) => all + source[kind], 0)).toBeGreaterThan(20);
  });

  it.runIf(alarm)(
    'have a curve on which both false alarms and sensitivity fall as the threshold rises',
    () => {
      const points = alarm?.curve.points ?? [];
      for (const key of ['falseAlarmsPer100', 'sensitivity'] as const) {
        const values = points.map((point) => point[key]);
        expect(values).toEqual(values.toSorted((a, b) => b - a));
      }
      expect(points.map(({ threshold }) => threshold)).toEqual(Array.from({ length: 99 }, (_, at) => at + 1));
    },
  );
});
