import { describe, expect, it } from 'vitest';
import { knownWords } from './known-words.ts';

const latest = { id: 'lung-1', created_at: '2026-11-12T09:00:00Z', same_patient: true };
const told = { noun: 'image', of: 1, date: 'Nov 12, 2026', hasPatient: true } as const;

function text(words: ReturnType<typeof knownWords>) {
  return words && `${words.before}lung-1${words.after}`;
}

describe('the notice of what was read before', () => {
  it('says nothing where nothing was', () => {
    expect(knownWords({ ...told, known: { known: 0, latest: null } })).toBeNull();
  });

  it('names the date, the report, whose it is and the cost', () => {
    expect(text(knownWords({ ...told, known: { known: 1, latest } }))).toBe(
      'This image was analyzed on Nov 12, 2026 as lung-1 for the same patient. Analyzing it again uses one more trial.',
    );
    const known = { known: 1, latest: { ...latest, same_patient: false } };
    expect(text(knownWords({ ...told, known }))).toContain('as lung-1 under another patient ID.');
    expect(text(knownWords({ ...told, known, hasPatient: false }))).toContain('as lung-1. Analyzing');
  });

  it('counts the slices of a series', () => {
    const series = { ...told, noun: 'slice', of: 30 } as const;
    expect(text(knownWords({ ...series, known: { known: 30, latest } }))).toMatch(
      /^All 30 slices were analyzed before/,
    );
    expect(text(knownWords({ ...series, known: { known: 4, latest } }))).toMatch(/^4 of 30 slices were /);
    expect(text(knownWords({ ...series, known: { known: 1, latest } }))).toMatch(/^1 of 30 slices was /);
  });
});
