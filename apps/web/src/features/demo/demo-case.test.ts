import { detectionOf } from '@second-read/core/report/detection';
import { describe, expect, it } from 'vitest';
import { demoAssessment, demoCases, demoFindings, wrapped } from './demo-case.ts';

describe('the demo cases', () => {
  it('are three, all of category 3, as specified', () => {
    expect(demoCases.map((entry) => entry.BIRADS)).toEqual([3, 3, 3]);
    expect(new Set(demoCases.map((entry) => entry.id)).size).toBe(3);
  });

  it('carry the four finding types with their colours', () => {
    for (const entry of demoCases) {
      const findings = demoFindings(entry);
      expect(findings.map((finding) => finding.type)).toEqual([
        'mass',
        'axilla',
        'calcification',
        'breast tissue',
      ]);
      for (const finding of findings) expect(finding.colour).toMatch(/^#[0-9A-F]{6}$/);
    }
  });

  it('show the category that the engine reads, and say which was given', () => {
    for (const entry of demoCases) {
      const { category, comments } = demoAssessment(entry);
      expect(category?.value).toBe(entry.engine_BIRADS);
      expect(comments[0]).toContain('BI-RADS 3 is given with the case');
      if (entry.engine_BIRADS !== 3)
        expect(comments[0]).toContain(`reads this image as BI-RADS ${entry.engine_BIRADS}`);
    }
  });

  it('agree with themselves: cards, sentences and category', () => {
    for (const entry of demoCases) {
      const text = entry.comment.join(' ');
      const [mass, axilla] = demoFindings(entry);
      const size = mass?.details.find(({ label }) => label === 'Measurement')?.value.match(/^\d+ px/)?.[0];
      expect(text).toMatch(mass?.found ? new RegExp(`mass with .* margin, ${size}`) : /No mass identified/);
      const isAssessed = !/Not assessed:[^.]*axilla/.test(text);
      expect(axilla && detectionOf(axilla) !== 'not-assessed').toBe(isAssessed);
      for (const named of text.matchAll(/BI-RADS (\d)/g)) expect(Number(named[1])).toBe(entry.engine_BIRADS);
    }
  });
});

describe('leafing through', () => {
  it('wraps around both ends', () => {
    expect(wrapped(1, 1, 2)).toBe(0);
    expect(wrapped(0, -1, 2)).toBe(1);
    expect(wrapped(0, -1, 3)).toBe(2);
  });
});
