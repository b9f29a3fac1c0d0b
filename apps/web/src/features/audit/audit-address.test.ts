import { describe, expect, it } from 'vitest';
import { filtersOf, readAuditAddress, writeAuditAddress } from './audit-address.ts';

describe('the address of the audit trail', () => {
  it('says what is filtered by, and nothing else', () => {
    const text = 'action=report&outcome=failure&user=ada&from=2026-01-30&to=2026-01-31';
    const view = readAuditAddress(new URLSearchParams(text));
    expect(writeAuditAddress(view).toString()).toBe(text);
    expect(writeAuditAddress(readAuditAddress(new URLSearchParams('x=1'))).toString()).toBe('');
  });

  it('has a name for a subject, which may be a typed patient ID, and is read back', () => {
    const view = readAuditAddress(new URLSearchParams('subject=PAT-42'));
    expect(view.subject).toBe('PAT-42');
    const written = writeAuditAddress(view);
    expect(written.toString()).not.toContain('PAT');
    expect(readAuditAddress(written)).toEqual(view);
  });

  it('is no filter where it is wrong', () => {
    const view = readAuditAddress(new URLSearchParams('outcome=maybe&from=yesterday&to=1'));
    expect(writeAuditAddress(view).toString()).toBe('');
  });

  it('names days of which the last is included', () => {
    const { from, to } = filtersOf(readAuditAddress(new URLSearchParams('from=2026-01-31&to=2026-01-31')));
    expect(new Date(from)).toEqual(new Date(2026, 0, 31));
    expect(new Date(to)).toEqual(new Date(2026, 1, 1));
    expect(filtersOf(readAuditAddress(new URLSearchParams('')))).toMatchObject({ from: '', to: '' });
  });
});
