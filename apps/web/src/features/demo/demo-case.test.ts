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

  it('say that the category was given, not read', () => {
    for (const entry of demoCases) {
      const { category, comments } = demoAssessment(entry);
      expect(category?.management).toContain('Six-month follow-up');
      expect(comments[0]).toContain('BI-RADS 3 is given with the case');
      if (entry.engine_BIRADS !== 3)
        expect(comments[0]).toContain(`reads this image as BI-RADS ${entry.engine_BIRADS}`);
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
