import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';
import type { ListedFinding } from './listed-findings.ts';
import { OtherReason } from './OtherReason.tsx';
import type { Wish } from './use-review.ts';

afterEach(cleanup);

const listed = (text?: string) =>
  ({
    finding: { id: 'mass-1' },
    label: 'Mass 1',
    decision: { decision: 'rejected', reason: 'other', ...(text !== undefined && { text }) },
  }) as unknown as ListedFinding;

function show(text?: string) {
  const wishes: Wish[] = [];
  const element = <OtherReason listed={listed(text)} onChange={(wish) => wishes.push(wish)} />;
  renderApp([{ path: '/', element }], '/');
  return { wishes, field: screen.getByRole('textbox', { name: 'Why Mass 1 is rejected' }) };
}

it('keeps the reason in words once, and takes it back', () => {
  const { wishes, field } = show();
  fireEvent.change(field, { target: { value: ' Skin fold ' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  // Left before the server answered.
  fireEvent.blur(field);
  expect(wishes).toEqual([{ kind: 'reject', finding: 'mass-1', reason: 'other', text: 'Skin fold' }]);
  cleanup();
  const again = show('Skin fold');
  fireEvent.blur(again.field);
  expect(again.wishes).toEqual([]);
  fireEvent.change(again.field, { target: { value: '' } });
  fireEvent.blur(again.field);
  expect(again.wishes).toEqual([{ kind: 'reject', finding: 'mass-1', reason: 'other' }]);
});
