import { auditActions } from '@second-read/contract/audit-actions';
import { describe, expect, it } from 'vitest';
import { actionWords, wordsOfAction } from './action-words.ts';
import { detailsOf } from './detail-words.ts';
import { subjectOf } from './subject-words.ts';

const id = '0198f000-0000-7000-8000-0000000abc12';

describe('the words of the audit trail', () => {
  it('say of everything that is recorded what was done, without keys', () => {
    for (const action of auditActions) expect(actionWords[action]).toMatch(/^[A-Z][A-Za-z :-]+$/);
    expect(new Set(Object.values(actionWords)).size).toBe(auditActions.length);
  });

  it('say something of an entry that a later version wrote', () => {
    expect(wordsOfAction('report.sent_to_moon')).toBe('report sent to moon');
  });

  it.each([
    ['image.read', `o1/reports/2026-01-01/${id}-r1-segmented.png`, 'Segmented image of analysis', '0abc12'],
    ['image.stored', `${id}/uploads/2026-11-28/${id}-${id}`, 'Stored image', '0abc12'],
    ['report.read', `lung-${id}`, 'Report, Lung CT Analysis', '0abc12'],
    ['session.opened', id, 'Session', '0abc12'],
    ['account.reset', id, 'Account', '0abc12'],
    ['report.read', 'demo-breast-1', 'demo-breast-1', null],
  ])('name what %s is about, not where it is stored', (action, subject, words, code) => {
    expect(subjectOf({ action, subject })).toEqual({ words, code });
  });

  it('count long lists, and write values as a reader does', () => {
    expect(detailsOf({ reports: [`lung-${id}`, `lung-${id}`], format: 'dicom-sr' })).toEqual([
      ...['2 reports', 'as: DICOM structured report'],
    ]);
    expect(detailsOf({ reports: [`lung-${id}`], module: 'lung', is_found: false, reason: null })).toEqual([
      ...['1 report', 'module: Lung CT Analysis', 'is found: no'],
    ]);
  });
});
